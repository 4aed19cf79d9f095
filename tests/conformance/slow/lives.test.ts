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
import type { Props } from "../../provider/host.ts";
import { changedNames, plain } from "../../provider/marks.ts";
import { World } from "../../provider/world.ts";
import { ROWS } from "../rows.ts";
import { argumentsOf, LINE, SMALLEST } from "../tables.ts";

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

  /** Returns the writes, without those that the service refused: it may take the name of a script under one key alone. */
  const writes = () => {
    const { entries } = server.journal;
    return requests(server).filter((each, at) => !each.startsWith("GET ") && (entries[at]?.status ?? 500) < 300);
  };

  const pathOf = (kind: ResourceName, id: string) =>
    String((resources[kind] as Resource).operations.update?.path).replace("{id}", id);

  /** Sets fields outside the program, under the names of this service. */
  async function byHand({ kind, known }: World, body: Body): Promise<void> {
    const resource: Resource = resources[kind];
    const { label, hosted } = resource;
    const inputs: Props = plain(known.inputs);
    const repeated = requiredFields(resource, "update").map((name) => [name, inputs[toCamel(name)]]);
    const whole: Body = { ...Object.fromEntries(repeated), ...body };
    const { [label]: name = inputs[toCamel(label)], ...others } = whole;
    await ask(
      server,
      resource.operations.update?.method ?? "",
      pathOf(kind, known.id),
      hosted ? { ...others, [service ?? "name"]: name } : resource.dialect?.isForm ? whole : sentForm(resource, whole),
    );
  }

  /** Expects that a refresh finds that these fields were changed, under their arguments' names. */
  async function expectFound(world: World, body: Body): Promise<void> {
    const { fields }: Resource = resources[world.kind];
    const before = plain(world.known.inputs);
    // The service never shows a field that can only be written.
    const wires = Object.keys(body).filter((wire) => !fields[wire]?.writeOnly);
    // A value that the program names under no name is found under the usual one.
    const nameOf = (wire: string) => toCamel(toCamel(wire) in before ? wire : (fields[wire]?.aliasOf ?? wire));
    const expected = new Set(wires.map(nameOf));
    expect(changedNames(before, plain((await world.refresh()).inputs)).toSorted()).toEqual([...expected].sort());
  }

  async function expectSettled(world: World): Promise<void> {
    server.journal.clear();
    await world.expectSettled();
    expect(writes()).toEqual([]);
  }

  const isScript = ({ kind }: Life) => (resources[kind] as Resource).hosted !== undefined;
  const lives = LIVES.filter((each, at) => {
    return isScript(each) || (service !== "display_name" && (at % 2 === 0) === (door === "classes"));
  });

  it.each(lives)("$kind keeps its word about $field", async ({ kind, ...bodies }) => {
    const resource: Resource = resources[kind];
    const required = argumentsOf(kind, SMALLEST[kind]);
    const [said, made] = [bodies.said, bodies.made].map((body) => argumentsOf(kind, body)) as [Props, Props];
    const world = new World(kind, door, server);
    const { id } = await world.up(said);
    await expectSettled(world);
    server.journal.clear();
    await world.up(made);
    expect(writes()).toEqual([`${resource.operations.update?.method} ${pathOf(kind, id)}`]);
    await expectSettled(world);
    await world.up(said);

    const theirs = differenceOf(bodies.said, bodies.made);
    await byHand(world, theirs);
    await expectFound(world, theirs);
    for (const args of [said, required]) {
      await world.up(args);
      await expectSettled(world);
    }

    if (kind === "SipEndpoint") {
      // All settings of an endpoint are the program's, also those that it leaves to the service and the profile.
      const others = differenceOf(SMALLEST[kind], bodies.said);
      await byHand(world, others);
      await expectFound(world, others);
      await world.up(required);
      await expectSettled(world);
    }
    if (!resource.operations.delete) return;
    await world.destroy();
    expect(await list(server, String(resource.operations.list?.path))).toEqual([]);
  });
});

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
