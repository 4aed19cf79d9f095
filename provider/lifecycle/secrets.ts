import { type Resource, SECRET_MARK } from "../../contract/index.ts";
import type { Props } from "./state.ts";
import { isUnknown } from "./unknowns.ts";

/**
 * Inputs whose secret arguments are marked, so that the state holds them encrypted. The class of the SDK marks them too, but a
 * transform of the program has its say after that.
 */
export function withSecretsMarked({ fields }: Resource, inputs: Props): { [name: string]: unknown } {
  const mark = (name: string, value: unknown) => (fields[name]?.secret && !isUnknown(value) ? asSecret(value) : value);
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, mark(name, value)]));
}

export function asSecret(value: unknown): Props {
  return { [SECRET_MARK.name]: SECRET_MARK.value, value };
}
