// The life of every field in the rows, each through one of the two doors in turn: it is set, changed, changed by hand, put back and
// taken out.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Body,
  equivalent,
  isUnset,
  type Resource,
  type ResourceName,
  requiredFields,
  resources,
  sentForm,
  toCamel,
} from "../../../contract/index.ts";
import { E164 } from "../../contract/specified.ts";
import { ask, list, requests, type Server, serveWith } from "../../engine/service.ts";
import { addedBy, type Known, namedAt, openDoor, type Provider } from "../../provider/doors.ts";
import type { Props } from "../../provider/host.ts";
import { changedNames, plain, unmarked } from "../../provider/marks.ts";
import { ROWS } from "../rows.ts";
import { LINE, SMALLEST } from "../tables.ts";

interface Life {
  readonly kind: ResourceName;
  readonly field: string;
  /** The bodies with the field's value, and with another one. */
  readonly said: Body;
  readonly made: Body;
}

/** A token has no settings, a domain does not move, and an empty text is a sender only as an argument. */
const ELSEWHERE = new Set(["ClientToken", "SubscriberToken", "domain_identifier", "default_send_as"]);

const ACCEPTED = ROWS.filter(({ kind, field, sent, expect: refused }) => {
  if (refused || sent[field] === null || ELSEWHERE.has(kind) || ELSEWHERE.has(field)) return false;
  return otherNamesOf(kind, field).every((name) => !(name in sent));
});

const LIVES: readonly Life[] = [...Map.groupBy(ACCEPTED, ({ kind, field }) => `${kind} ${field}`).values()].flatMap(
  (found) => {
    const [{ kind = "SipEndpoint", field = "" } = {}] = found;
    const descriptor = (resources[kind] as Resource).fields[field];
    // A change of an identity replaces the resource.
    if (!descriptor || descriptor.identity) return [];
    const rows = found.map(({ sent }) => sent);
    const pairs = rows.flatMap((said) => rows.map((made) => ({ kind, field, said, made })));
    const life = pairs.find(({ said, made }) => {
      const names = Object.keys(differenceOf(said, made)).filter((wire) => wire !== field);
      // A value that is the unset form, or what an endpoint has without a profile, is no setting of the program.
      return (
        !isUnset(descriptor, said[field]) &&
        said[field] !== "random" &&
        said[field] !== SMALLEST[kind][field] &&
        !equivalent(descriptor.type, said[field], made[field]) &&
        names.every((wire) => otherNamesOf(kind, wire).length === 0)
      );
    });
    if (!life) throw new Error(`no two values of ${kind} ${field}`);
    return [life];
  },
);

type Recorded = Pick<Known, "id" | "inputs" | "outputs">;

/** The service as the reference server has it, as the records show it, and with an official description's name of scripts. */
const COMBINATIONS = [
  { door: "classes", service: undefined },
  { door: "plugin", service: "name" },
  { door: "classes", service: "display_name" },
] as const;

describe.each(COMBINATIONS)("through the $door, service $service", ({ door, service }) => {
  let server: Server;

  beforeEach(async () => {
    const [, ...verifiedNumbers] = E164.good;
    server = await serveWith({ recordedWith: service, seed: { projects: [{ numbers: [LINE], verifiedNumbers }] } });
  });

  afterEach(() => server.close());

  /** Opens a new run: the engine starts a new process for each of its commands. */
  const next = (): Promise<Provider> => openDoor(door, server);
  const named = (kind: ResourceName) => namedAt(door, kind);
  /** Returns the writes, without those that the service refused: it may take the name of a script under one key alone. */
  const writes = () => {
    const { entries } = server.journal;
    return requests(server).filter((each, at) => !each.startsWith("GET ") && (entries[at]?.status ?? 500) < 300);
  };

  async function checked(kind: ResourceName, args: Props, olds: Props = {}): Promise<Props> {
    const { inputs, failures } = await (await next()).check(named(kind), olds, { ...args, ...addedBy(door, kind) });
    expect(failures).toEqual([]);
    return inputs;
  }

  async function up(kind: ResourceName, args: Props): Promise<Recorded> {
    const inputs = await checked(kind, args);
    return { inputs, ...(await (await next()).create(named(kind), inputs, false)) };
  }

  /** Runs an `up` with other arguments on what is recorded. */
  async function change(kind: ResourceName, recorded: Recorded, args: Props): Promise<Recorded> {
    const inputs = await checked(kind, args, recorded.inputs);
    const provider = await next();
    const known = { ...named(kind), ...recorded };
    expect((await provider.diff(known, inputs)).replaces).toEqual([]);
    return { id: recorded.id, inputs, outputs: await provider.update(known, inputs, false) };
  }

  /** Expects that a preview with a refresh would have no changes. */
  async function expectSettled(kind: ResourceName, recorded: Recorded): Promise<void> {
    server.journal.clear();
    expect(await checked(kind, recorded.inputs, recorded.inputs)).toEqual(recorded.inputs);
    const provider = await next();
    const found = await provider.read({ ...named(kind), ...recorded });
    expect(unmarked(found)).toEqual(unmarked(recorded));
    const compared = await provider.diff({ ...named(kind), ...recorded, ...found }, recorded.inputs);
    expect(compared.replaces).toEqual([]);
    // Where the engine compares the inputs, these are the recorded ones.
    expect(compared.changes ?? false).toBe(false);
    expect(writes()).toEqual([]);
  }

  /** Returns what a refresh records. */
  async function refreshed(kind: ResourceName, recorded: Recorded): Promise<Recorded> {
    return { ...recorded, ...(await (await next()).read({ ...named(kind), ...recorded })) };
  }

  const pathOf = (kind: ResourceName, id: string) =>
    String((resources[kind] as Resource).operations.update?.path).replace("{id}", id);

  /** Sets fields outside the program, under the names of this service. */
  async function byHand(kind: ResourceName, recorded: Recorded, body: Body): Promise<void> {
    const resource: Resource = resources[kind];
    const { label, hosted } = resource;
    const inputs: Props = plain(recorded.inputs);
    const repeated = requiredFields(resource, "update").map((name) => [name, inputs[toCamel(name)]]);
    const whole: Body = { ...Object.fromEntries(repeated), ...body };
    const { [label]: name = inputs[toCamel(label)], ...others } = whole;
    await ask(
      server,
      resource.operations.update?.method ?? "",
      pathOf(kind, recorded.id),
      hosted ? { ...others, [service ?? "name"]: name } : resource.dialect?.isForm ? whole : sentForm(resource, whole),
    );
  }

  const isScript = ({ kind }: Life) => (resources[kind] as Resource).hosted !== undefined;
  const lives = LIVES.filter((each, at) => {
    return isScript(each) || (service !== "display_name" && (at % 2 === 0) === (door === "classes"));
  });

  it.each(lives)("$kind keeps its word about $field", async ({ kind, ...bodies }) => {
    const resource: Resource = resources[kind];
    const required = argumentsOf(kind, SMALLEST[kind]);
    const [said, made] = [bodies.said, bodies.made].map((body) => argumentsOf(kind, body)) as [Props, Props];
    const first = await up(kind, said);
    await expectSettled(kind, first);
    server.journal.clear();
    const second = await change(kind, first, made);
    expect(writes()).toEqual([`${resource.operations.update?.method} ${pathOf(kind, first.id)}`]);
    await expectSettled(kind, second);
    await change(kind, second, said);

    await byHand(kind, first, differenceOf(bodies.said, bodies.made));
    const found = await refreshed(kind, first);
    // The service never shows a field that can only be written.
    const shown = Object.keys(differenceOf(bodies.said, bodies.made)).filter(
      (wire) => !resource.fields[wire]?.writeOnly,
    );
    expect(changedNames(plain(first.inputs), plain(found.inputs)).toSorted()).toEqual(shown.map(toCamel).toSorted());
    const back = await change(kind, found, said);
    await expectSettled(kind, back);
    let last = await change(kind, back, required);
    await expectSettled(kind, last);

    if (kind === "SipEndpoint") {
      // All settings of an endpoint are the program's, also those that it leaves to the service and the profile.
      const others = differenceOf(SMALLEST[kind], bodies.said);
      await byHand(kind, first, others);
      const set = await refreshed(kind, last);
      const names = Object.keys(others).filter((wire) => !resource.fields[wire]?.writeOnly);
      const expected = new Set(names.map((wire) => toCamel(resource.fields[wire]?.aliasOf ?? wire)));
      expect(changedNames(plain(last.inputs), plain(set.inputs)).toSorted()).toEqual([...expected].sort());
      last = await change(kind, set, required);
      await expectSettled(kind, last);
    }
    if (!resource.operations.delete) return;
    await (await next()).delete({ ...named(kind), ...last });
    expect(await list(server, String(resource.operations.list?.path))).toEqual([]);
  });
});

function argumentsOf(kind: ResourceName, body: Body): Props {
  const named = Object.entries(body).map(([wire, value]) => [toCamel(wire), value]);
  return { ...(kind === "PhoneNumber" ? { number: LINE } : {}), ...Object.fromEntries(named) };
}

/** Returns the body that makes one of the other: what only the first has is null. */
function differenceOf(before: Body, after: Body): Body {
  const wires = Object.keys({ ...before, ...after }).filter((wire) => before[wire] !== after[wire]);
  return Object.fromEntries(wires.map((wire) => [wire, after[wire] ?? null]));
}

/** Returns the fields that are the same value under another name. */
function otherNamesOf(kind: ResourceName, field: string): string[] {
  const { fields }: Resource = resources[kind];
  const valueAt = (wire: string) => fields[wire]?.aliasOf ?? wire;
  return Object.keys(fields).filter((wire) => wire !== field && valueAt(wire) === valueAt(field));
}
