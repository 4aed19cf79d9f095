// From an account to a program.

import { masked, type ResourceName, resources, visible } from "../contract/index.ts";
import type { Connection } from "../provider/config.ts";
import { type Account, type AccountObject, readAccount } from "./account.ts";
import { declare } from "./arguments.ts";
import { kindWord } from "./kinds.ts";
import { type Declaration, named, type Program, programOf, secretsOf } from "./program.ts";

export interface Choice {
  /** Kinds in the words of the command line; all where not given. */
  readonly only?: readonly string[] | undefined;
  /** A pattern with `*` for user names, numbers and labels. */
  readonly match?: string | undefined;
  /** Ids of the service; all where not given. */
  readonly ids?: ReadonlySet<string> | undefined;
}

export interface Exported {
  readonly program: Program;
  readonly declarations: readonly Declaration[];
  /** What could not be exported, or not wholly, a sentence each. */
  readonly gaps: readonly string[];
}

/** @throws AccountUnreadable when nothing of the account can be read. */
export async function exportAccount(
  connection: Connection,
  choice: Choice,
  into: string | undefined,
  progress: (count: number) => void = () => undefined,
): Promise<Exported> {
  return programFor(await readAccount(connection, progress), choice, into);
}

export function programFor(account: Account, choice: Choice, into: string | undefined): Exported {
  const profile = account.objects.find(({ type }) => type === PROFILE)?.live;
  const gaps = [...account.gaps];
  const chosen = named(account.objects).filter((each) => isChosen(each, choice));
  const declarations = chosen.flatMap((each): Declaration[] => {
    const { title } = resources[each.type];
    const which = `The ${title} ${visible(each.label)}`;
    const declared = declare(resources[each.type], each.live, profile);
    if (typeof declared === "string") {
      gaps.push(`${which} was not exported: ${visible(masked(declared))}.`);
      return [];
    }
    for (const left of declared.left)
      gaps.push(`${which} keeps a setting that the program does not say: ${visible(left)}.`);
    return [{ ...each, ...declared }];
  });
  return { program: programOf(declarations, into), declarations, gaps };
}

/** The value of one secret that the program takes from its configuration. */
export async function readSecretOf(connection: Connection, key: string): Promise<string | undefined> {
  const { declarations } = await exportAccount(connection, {}, undefined);
  return secretsOf(declarations).find((secret) => secret.key === key)?.value;
}

/** Whose settings others inherit. */
const PROFILE: ResourceName = "SipProfile";

function isChosen({ type, live, label }: AccountObject, { only, match, ids }: Choice): boolean {
  if (only && !only.includes(kindWord(type))) return false;
  if (ids && !ids.has(String(live.id))) return false;
  return match === undefined || [label, live.name].some((text) => typeof text === "string" && matches(match, text));
}

function matches(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "isu").test(text);
}
