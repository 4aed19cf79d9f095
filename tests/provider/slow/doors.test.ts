// The life of every field, each through one of the two doors in turn: it is set, changed, changed by hand, put back and taken out.
// tests/conformance creates each through both.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  argumentFields,
  dynamicType,
  pluginToken,
  type Resource,
  type ResourceName,
  requiredFields,
  resources,
  sentForm,
  toCamel,
} from "../../../contract/index.ts";
import { ENDPOINT, NUMBER, readBy, shownAs } from "../../engine/drifting-fields.ts";
import { allChangesOf, keyNameOf, MADE_KINDS, requiredOf } from "../../engine/lives/made.ts";
import { addEndpoint, ask, list, requests, type Server, serveWith } from "../../engine/service.ts";
import { classes, type Known, type Provider, plugin } from "../../engine/stand-in/providers.ts";
import { changedNames, plain, unmarked } from "../../engine/stand-in/values.ts";
import { type Account, configurationOf } from "../direct-host.ts";
import type { Props } from "../host.ts";

const LINE = "+12025550101";
const PASSWORD = "canary-password";

/** The life of one field, with its value and another one. */
interface Life {
  /** A kind without an update has no life of changes. */
  readonly kind: Exclude<ResourceName, "NumberGroupMembership">;
  readonly field: string;
  /** The arguments without which there is no such resource. */
  readonly required: Props;
  /** The arguments without which the field is not used. */
  readonly others: Props;
  readonly said: unknown;
  readonly made: unknown;
}

/** The kinds whose changes tests/engine/every-field.ts lists. */
const CHANGED_KINDS = MADE_KINDS.filter((kind) => kind !== "SipEndpoint");

const LIVES: readonly Life[] = [
  ...ENDPOINT.map(([field, , said, made]) => ({
    kind: "SipEndpoint" as const,
    field,
    required: { username: "desk", password: PASSWORD },
    others: readBy(field) as Props,
    said,
    made,
  })),
  ...NUMBER.map(([field, , said, made]) => ({
    kind: "PhoneNumber" as const,
    field,
    required: { number: LINE },
    others: {},
    said,
    made,
  })),
  ...CHANGED_KINDS.flatMap((kind) =>
    allChangesOf(kind).map(({ field, before, after, others }) => ({
      kind,
      field,
      required: { ...requiredOf(kind), [keyNameOf(kind)]: "first" },
      others: (others ?? {}) as Props,
      said: before,
      made: after,
    })),
  ),
  { kind: "SipProfile", field: "defaultEncryption", required: {}, others: {}, said: "required", made: "optional" },
  { kind: "SipProfile", field: "defaultCodecs", required: {}, others: {}, said: ["PCMU"], made: ["OPUS", "PCMU"] },
];

type Recorded = Pick<Known, "id" | "inputs" | "outputs">;

const silent = () => undefined;

/** Each opens a new run: the engine starts a new process for each of its commands. */
const doors = {
  classes: async (account: Account) => classes(configurationOf(account), silent),
  plugin: ({ url, project: { id, apiToken } }: Account) =>
    plugin({ baseUrl: url, projectId: id, apiToken }, silent, true),
};

it.each(CHANGED_KINDS)("every argument of a %s has a life", (kind) => {
  const { fields }: Resource = resources[kind];
  const lives = LIVES.filter((each) => each.kind === kind).map(({ field }) => field);
  // A change of an identity replaces the resource.
  const changeable = [...argumentFields(resources[kind])].filter(([, wire]) => !fields[wire]?.identity);
  expect(lives.toSorted()).toEqual(changeable.map(([name]) => name).sort());
});

/** The service as the reference server has it, as the records show it, and with an official description's name of scripts. */
const COMBINATIONS = [
  { door: "classes", open: doors.classes, service: undefined },
  { door: "plugin", open: doors.plugin, service: "name" },
  { door: "classes", open: doors.classes, service: "display_name" },
] as const;

describe.each(COMBINATIONS)("through the $door, service $service", ({ door, open, service }) => {
  let server: Server;

  beforeEach(async () => {
    server = await serveWith({ recordedWith: service }, LINE, "+12025550100");
  });

  /** Returns a body of a change by hand, under the names of this service. */
  const byHand = (kind: Life["kind"], recorded: Recorded, body: Props): Props => {
    const resource: Resource = resources[kind];
    const { label, dialect, hosted } = resource;
    if (!hosted) return dialect?.isForm ? body : sentForm(resource, body);
    const { [label]: name = { ...recorded.inputs }[toCamel(label)], ...others } = body;
    return { ...others, [service ?? "name"]: name };
  };

  afterEach(() => server.close());

  const next = (): Promise<Provider> => open(server);
  const named = (kind: ResourceName) => {
    const type = door === "classes" ? dynamicType(kind) : pluginToken(kind);
    return { type, urn: `urn:pulumi:test::tested::${type}::${kind}` };
  };
  /** What the classes add to the arguments, so that the answer has marks. */
  const added = (kind: ResourceName) => (door === "classes" ? { __declaredAs: kind, __provider: "code" } : {});
  /** Returns the writes, without those that the service refused: it may take the name of a script under one key alone. */
  const writes = () => {
    const { entries } = server.journal;
    return requests(server).filter((each, at) => !each.startsWith("GET ") && (entries[at]?.status ?? 500) < 300);
  };

  async function checked(kind: ResourceName, args: Props, olds: Props = {}): Promise<Props> {
    const { inputs, failures } = await (await next()).check(named(kind), olds, { ...args, ...added(kind) });
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

  const pathOf = (kind: Life["kind"], id: string) => {
    const path = String(resources[kind].operations.update?.path);
    return path.replace("{id}", id);
  };

  const isScript = ({ kind }: Life) => (resources[kind] as Resource).hosted !== undefined;
  const isOfThisDoor = (at: number) => (at % 2 === 0) === (door === "classes");
  const lives = LIVES.filter((each, at) => isScript(each) || (service !== "display_name" && isOfThisDoor(at)));

  it.each(lives)("$kind keeps its word about $field", async ({ kind, field, required, others, ...values }) => {
    // A number rings only an endpoint that is there.
    const rings = field === "callSipEndpointId" ? [await addEndpoint(server, "a"), await addEndpoint(server, "b")] : [];
    const { said, made } = rings.length > 0 ? { said: rings[0], made: rings[1] } : values;
    const args = { ...required, ...others, [field]: said };
    const first = await up(kind, args);
    await expectSettled(kind, first);

    // An argument is never null. A person may unset the field.
    if (made !== null) {
      server.journal.clear();
      const second = await change(kind, first, { ...args, [field]: made });
      expect(writes()).toEqual([`${resources[kind].operations.update?.method} ${pathOf(kind, first.id)}`]);
      await expectSettled(kind, second);
      await change(kind, second, args);
    }

    const wire = String(argumentFields(resources[kind]).get(field));
    const { fields, operations }: Resource = resources[kind];
    const repeated = requiredFields(resources[kind], "update").map((name) => {
      return [name, { ...first.inputs }[toCamel(name)]];
    });
    await ask(
      server,
      operations.update?.method ?? "",
      pathOf(kind, first.id),
      byHand(kind, first, { ...Object.fromEntries(repeated), [wire]: made }),
    );
    const found = await refreshed(kind, first);
    // The service never shows a field that can only be written.
    expect(changedNames(plain(first.inputs), plain(found.inputs))).toEqual(fields[wire]?.writeOnly ? [] : [field]);
    const back = await change(kind, found, args);
    await expectSettled(kind, back);
    let last = await change(kind, back, required);
    await expectSettled(kind, last);

    if (kind === "SipEndpoint") {
      // All settings of an endpoint are the program's, also those that it leaves to the service and the profile.
      await ask(server, "PUT", pathOf(kind, first.id), { [wire]: said });
      const set = await refreshed(kind, last);
      expect(changedNames(plain(last.inputs), plain(set.inputs))).toEqual([shownAs(field)]);
      last = await change(kind, set, required);
      await expectSettled(kind, last);
    }
    if (!operations.delete) return;
    await (await next()).delete({ ...named(kind), ...last });
    const left = await list(server, String(operations.list?.path));
    expect(left.map(({ id }) => id)).not.toContain(last.id);
  });
});
