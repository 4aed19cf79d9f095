// The expectations of today's account: each path of a caller as an entry of the argument `expects`.

import {
  type Expectation,
  KEYS,
  type ResourceName,
  resources,
  SECRET,
  timesIn,
  toCamel,
} from "../../contract/index.ts";
import { givenIn } from "../../provider/fields/inward.ts";
import type { ExploredCaller, Path } from "../../server/index.ts";
import { coveredBy, type Judged } from "../../server/reach/expectations.ts";
import type { AccountObject } from "../account/account.ts";
import { isPlaceholder, shownText } from "../calls/hidden-values.ts";
import { expectsIn, type KnownObject, labelOf, liveObject } from "../calls/objects.ts";
import { openTrial } from "../calls/trial.ts";
import { type Declaration, isSecret } from "./values.ts";

export interface Coverage {
  /** The paths without a failure. */
  readonly paths: number;
  /** Those of them that the entries cover. */
  readonly covered: number;
}

/** Opening hours with more parts are not written, one entry for each. */
const MOST_PARTS = 12;
/** The text of a message where no script reads it. */
const ANY_TEXT = "Hello";

/** Number or identifier of a domain application → its entries. */
type Entries = ReadonlyMap<string, readonly Expectation[]>;

/**
 * Returns the declarations with their entries. All entries hold at once, for the account as it is, and for what a preview knows of it:
 * the program without its secrets, and the endpoints of the account.
 */
export async function withExpectations(
  declarations: readonly Declaration[],
  account: { readonly objects: readonly AccountObject[]; readonly isWhole: boolean },
): Promise<Coverage & { readonly declarations: readonly Declaration[] }> {
  const { isWhole } = account;
  const declared = new Map(declarations.map((each) => [`${each.type} ${each.live.id}`, each.name]));
  const whole = account.objects.map(({ type, live }): KnownObject => {
    const name = declared.get(`${type} ${live.id}`);
    return { ...liveObject(type, live), ...(name !== undefined && { name }) };
  });
  const isPreviewed = ({ type, name }: KnownObject) => name !== undefined || LOOKED_UP.has(type);
  const previewed = whole.filter(isPreviewed).map(withoutSecrets);
  const trial = await openTrial();
  try {
    trial.hold(previewed, { isWhole });
    const callers = await trial.explore();
    const groups = [...Map.groupBy(callers, ({ party }) => party.name)];
    let entries: Entries = new Map(groups.map(([name, group]) => [name, entriesOf(group)]));
    let held: readonly Judged[] = [];
    for (const objects of [whole, previewed]) {
      trial.hold(
        objects.map((each) => ({ ...each, ...expectsIn({ expects: ownOf(entries, each.type, labelOf(each)) }) })),
        { isWhole },
      );
      held = (await trial.judge()).filter(({ verdict }) => verdict === "held");
      const kept = [...Map.groupBy(held, ({ party }) => party.name)];
      entries = new Map(
        kept.map(([name, all]) => [name, all.flatMap(({ index }) => entries.get(name)?.[index] ?? [])]),
      );
    }
    const isCovered = coveredBy(held);
    const paths = callers.flatMap((caller) => caller.paths.filter(isUsual).map((path) => isCovered(caller, path)));
    return {
      declarations: declarations.map((each) => {
        const expects = ownOf(entries, each.type, each.label);
        return expects ? { ...each, args: { ...each.args, expects } } : each;
      }),
      ...{ paths: paths.length, covered: paths.filter(Boolean).length },
    };
  } finally {
    await trial.close();
  }
}

/** The objects that a preview looks up beside the program's. */
const LOOKED_UP: ReadonlySet<string> = new Set<ResourceName>(["SipEndpoint", "SipProfile"]);

/** Returns the entries of a number or a domain application. Undefined without any. */
function ownOf(entries: Entries, type: ResourceName, label: string): readonly Expectation[] | undefined {
  const own = type === "PhoneNumber" || type === "DomainApplication" ? entries.get(label) : undefined;
  return own?.length === 0 ? undefined : own;
}

/** Returns an object as the program shows it: without the values that the configuration has. */
function withoutSecrets(object: KnownObject): KnownObject {
  const fields = Object.entries(object.fields).map(([wire, value]) => [
    wire,
    isSecret(resources[object.type], toCamel(wire), value) ? SECRET : value,
  ]);
  return { ...object, fields: Object.fromEntries(fields) };
}

/** False for a path with an assumed failure, and for an address that is refused: neither needs an expectation. */
function isUsual({ isFailure, end }: Path): boolean {
  return !isFailure && end.code !== "source_refused";
}

/** Returns the entries for the calls and messages to one object. */
function entriesOf(callers: readonly ExploredCaller[]): Expectation[] {
  const entries = callers.flatMap(({ kind, sourceIp, paths }) => {
    const first = callers.find((each) => each.kind === kind);
    const from = sourceIp === first?.sourceIp ? undefined : sourceIp;
    return paths.filter(isUsual).flatMap((path) => {
      const calls = timesOf(path).map((at) =>
        kind === "message"
          ? { at, message: path.body || ANY_TEXT }
          : { keys: path.digits.replace(/w+$/, "") || undefined, at, from },
      );
      return calls.flatMap((call) =>
        outcomesOf(path).map((outcome) => givenIn({ ...call, ...outcome }) as unknown as Expectation),
      );
    });
  });
  return [...new Map(entries.filter(isWritable).map((each) => [JSON.stringify(each), each])).values()];
}

/** Returns each part of the hours as the argument takes it. Empty where one part cannot be written. */
function timesOf({ hours }: Path): readonly (string | undefined)[] {
  if (hours === undefined) return [undefined];
  const parts = hours.split(", ").flatMap((part) => {
    const [, days = "", clocks = ""] = /^(.+?)((?: (?:and )?\d\d:\d\d–\d\d:\d\d)*)$/.exec(part) ?? [];
    return days
      .split(" and ")
      .flatMap((day) => clocks.split(" and ").map((clock) => `${day}${day && clock && " "}${clock.trim()}`));
  });
  return parts.length <= MOST_PARTS && parts.every((part) => timesIn(part) !== undefined) ? parts : [];
}

/** Returns what a path reaches. Empty where that is not known, or leads to what does not exist. */
function outcomesOf({ end, reached, mistakes }: Path): Expectation[] {
  if (mistakes.length > 0) return [];
  const names = (parties: Path["reached"]["rings"]) => [...new Set(parties.map(({ name }) => name))];
  switch (end.kind) {
    case "nobody":
      return [{ reaches: "nobody" }];
    case "rings":
      return names(reached.rings).map((rings) => ({ rings }));
    case "answered":
      return names(reached.takers).map((answeredBy) => ({ answeredBy }));
    default:
      return reached.handedTo.slice(-1).map((handedTo) => ({ handedTo }));
  }
}

/** False for an entry with a secret, with a value that is not known, or with invisible characters. */
function isWritable(entry: Expectation): boolean {
  const values = Object.values(entry).map(String);
  return KEYS.test(entry.keys ?? "1") && values.every((each) => shownText(each) === each && !isPlaceholder(each));
}
