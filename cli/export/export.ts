import {
  argumentFields,
  holdsSecret,
  isGiven,
  keyOf,
  masked,
  matchesPattern,
  type Resource,
  type ResourceName,
  resources,
  toCamel,
  visible,
} from "../../contract/index.ts";
import type { Connection } from "../../provider/config/config.ts";
import { survives } from "../../provider/lifecycle/imported.ts";
import { type Account, type AccountObject, readAccount } from "../account/account.ts";
import { exportable, kindWord } from "../account/kinds.ts";
import { type Arguments, declarer } from "./arguments.ts";
import type { Coverage } from "./expectations.ts";
import { named, type TakenNames, typescriptOf } from "./program.ts";
import type { Language } from "./project.ts";
import { inOrder } from "./references.ts";
import { type Declaration, type Secret, secretsOf, sharedBy, targetKinds } from "./values.ts";
import { callsFunction, yamlOf } from "./yaml.ts";

export interface Choice {
  /** Kinds by their command-line names. Default: all. */
  readonly only?: readonly string[] | undefined;
  readonly match?: string | undefined;
  /** Default: TypeScript. */
  readonly language?: Language | undefined;
  /** Default: all objects. */
  readonly unmanaged?: Unmanaged | undefined;
  /** The declared provider that each resource names. Default: none. */
  readonly provider?: string | undefined;
  /** True for a file that an existing program imports. */
  readonly isPart?: boolean;
  /** True to write what callers get today. Default: false. */
  readonly expects?: boolean | undefined;
}

export interface Unmanaged {
  readonly ids: ReadonlySet<string>;
  /** The names of resources that the stacks already manage. */
  readonly taken: TakenNames;
  readonly unread?: readonly string[];
}

export interface Exported {
  /** The program's entry, or the file that an existing program imports. */
  readonly text: string;
  readonly secrets: readonly Secret[];
  readonly declarations: readonly Declaration[];
  /** One sentence for each object that could not be exported completely. */
  readonly gaps: readonly string[];
  /** The gaps that are parts of the account which could not be read. */
  readonly unread: readonly string[];
  /** Absent where no expectations were asked for. */
  readonly expected?: Coverage;
}

/** @throws AccountUnreadable when no part of the account can be read. */
export async function exportAccount(
  connection: Connection,
  choice: Choice,
  progress: (count: number) => void = () => undefined,
): Promise<Exported> {
  const account = await readAccount(connection, progress);
  const chosen = declaredFrom(account, choice);
  if (!choice.expects) return written(chosen, choice);
  // Loaded on request: it loads the reference server.
  const { withExpectations } = await import("./expectations.ts");
  const { objects, gaps } = account;
  const found = await withExpectations(chosen.declarations, { objects, isWhole: gaps.length === 0 });
  const { declarations, ...expected } = found;
  return { ...written({ ...chosen, declarations }, choice), expected };
}

export function programFor(account: Account, choice: Choice): Exported {
  return written(declaredFrom(account, choice), choice);
}

function written(chosen: Chosen, choice: Choice): Exported {
  const ordered = inOrder(chosen.declarations);
  const shared = sharedBy(ordered);
  const { isPart = false, provider } = choice;
  const text = (isYaml(choice) ? yamlOf : typescriptOf)(ordered, shared, { isPart, provider });
  const secrets = [...shared.keys].map(([value, key]) => ({ key, value }));
  return { text, secrets, ...chosen };
}

type Chosen = Pick<Exported, "declarations" | "gaps" | "unread">;

function declaredFrom(account: Account, choice: Choice): Chosen {
  const profile = account.objects.find(({ type }) => type === PROFILE)?.live;
  const gaps = [...account.gaps];
  const there = new Set(account.objects.map(({ type, live }) => `${type} ${String(live.id).toLowerCase()}`));
  const chosen = named(account.objects, choice.unmanaged?.taken).filter((each) => isChosen(each, choice));
  const declarers = new Map(exportable.map((type) => [type, declarer(resources[type], profile)]));
  const declarations = chosen.flatMap((each): Declaration[] => {
    const declared = declarers.get(each.type)?.(each.live);
    if (!declared) return [];
    const { title } = resources[each.type];
    const which = `The ${title} ${visible(each.label)}`;
    if (isNameShared(each, account.objects)) {
      gaps.push(`${which} was not exported: others have its name, and \`adopt\` needs a unique name.`);
      return [];
    }
    if (typeof declared === "string") {
      gaps.push(`${which} was not exported: ${visible(masked(declared))}.`);
      return [];
    }
    for (const setting of declared.omitted)
      gaps.push(`${which} keeps a setting that the program does not set: ${visible(setting)}.`);
    const declaration = {
      ...each,
      ...declared,
      args: expressible(withObject(each.type, declared.args), choice, (what) => gaps.push(`${which} ${what}`)),
    };
    for (const missing of account.gaps.length > 0 ? [] : dangling(declaration, there))
      gaps.push(`${which} was exported as it is, and ${missing}, which the project does not have.`);
    return [declaration];
  });
  return { declarations, gaps, unread: account.gaps };
}

/** True for an object of a kind whose names may repeat, where another object has its name. */
function isNameShared({ type, live }: AccountObject, objects: readonly AccountObject[]): boolean {
  const resource: Resource = resources[type];
  if (!resource.keyMayRepeat) return false;
  return (
    objects.filter((other) => other.type === type && keyOf(resource, other.live) === keyOf(resource, live)).length > 1
  );
}

function isYaml({ language }: Choice): boolean {
  return language === "yaml";
}

/** Returns the arguments with an SWML document as an object: as a text, it would be one escaped line. */
function withObject(type: ResourceName, args: Arguments): Arguments {
  const { hosted, fields }: Resource = resources[type];
  const name = hosted?.language === "swml" ? toCamel(hosted.contents) : "";
  const text = args[name];
  if (typeof text !== "string" || holdsSecret(text)) return args;
  const document = fields[hosted?.contents ?? ""]?.type.sent?.(text);
  return survives(document) ? { ...args, [name]: document } : args;
}

function expressible(given: Arguments, choice: Choice, leave: (what: string) => void): Arguments {
  if (!isYaml(choice)) return given;
  const { extra, ...others } = given;
  const args = Object.entries(others).map(([name, value]) => [
    name,
    callsFunction(value) ? JSON.stringify(value) : value,
  ]);
  if (callsFunction(extra))
    leave("keeps what the argument extra would say: Pulumi's YAML takes a key that begins with fn:: for a function.");
  return { ...Object.fromEntries(args), ...(extra !== undefined && !callsFunction(extra) && { extra }) };
}

export async function readSecretOf(connection: Connection, key: string): Promise<string | undefined> {
  const { declarations } = await exportAccount(connection, {});
  return secretsOf(declarations).find((secret) => secret.key === key)?.value;
}

const PROFILE: ResourceName = "SipProfile";

/** Returns the arguments that name an object which the account lacks. Empty when only part of the account could be read. */
function dangling({ type, args }: Declaration, there: ReadonlySet<string>): string[] {
  const { fields }: Resource = resources[type];
  return [...(targetKinds.get(type) ?? [])].flatMap(([argument, kind]) => {
    const id = args[argument];
    const isElsewhere = fields[argumentFields(resources[type]).get(argument) ?? ""]?.mayReferElsewhere;
    const isThere = isElsewhere || !isGiven(id) || there.has(`${kind} ${String(id).toLowerCase()}`);
    return isThere ? [] : [`${argument} is ${visible(String(id))}`];
  });
}

function isChosen({ type, live, label }: AccountObject, { only, match, unmanaged }: Choice): boolean {
  if (only && !only.includes(kindWord(type))) return false;
  if (unmanaged && !unmanaged.ids.has(String(live.id))) return false;
  if (match === undefined) return true;
  const names = [label, live.name].filter((text) => typeof text === "string");
  return names.some((name) => matchesPattern(name.toLowerCase(), match.toLowerCase()));
}
