import type { Resource } from "../../contract/index.ts";
import type { Props } from "./state.ts";
import { isUnknown } from "./unknowns.ts";

/** How Pulumi's protocol marks a secret. */
const MARK = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

/**
 * Inputs whose secret arguments are marked, so that the state holds them encrypted. The class of the SDK marks them too, but a
 * transform of the program has its say after that.
 */
export function withSecretsMarked({ fields }: Resource, inputs: Props): { [name: string]: unknown } {
  const mark = (name: string, value: unknown) =>
    fields[name]?.secret && !isUnknown(value) ? { ...MARK, value } : value;
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, mark(name, value)]));
}
