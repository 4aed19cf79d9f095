// `onDestroy: "restore"` after random lives of an adopted object: what the provider wrote returns to the value from before the
// first write, and every other change since the adoption is named. Each step takes one of the two doors.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ResourceName, toCamel } from "../../../contract/index.ts";
import { ask, list, type Server, serveWith } from "../../engine/service.ts";
import { tries } from "../../tries.ts";
import { addedBy, type Door, namedAt, openDoor } from "../doors.ts";
import type { Props } from "../host.ts";
import { inSnakeCase } from "../managed.ts";

const { SEED = "20261126" } = process.env;
const NUMBER = "+12025550101";

type Body = { readonly [field: string]: unknown };

interface Step {
  /** `lost`: the answer is of no use. `unsent`: no write is carried out, with the same answer. `killed`: the state records nothing. */
  readonly does: "up" | "lost" | "unsent" | "killed" | "refresh" | "rename" | "by hand";
  readonly ours: Props;
  readonly theirs: Props;
  readonly isExclusive: boolean;
  readonly door: Door;
}

type Fields = { readonly [argument: string]: fc.Arbitrary<unknown> };

const text = fc.constantFrom("one", "two", "three");
const address = (host: string) => fc.constantFrom(`https://${host}.example.com/1`, `https://${host}.example.com/2`);
const theirText = fc.constantFrom("their one", "their two");
const [NUMBER_FIELDS, PROFILE_FIELDS]: [Fields, Fields] = [
  {
    name: text,
    callReceiveMode: fc.constantFrom("voice", "fax"),
    callRelayApplication: text,
    callStatusCallbackUrl: address("ours"),
    messageHandler: fc.constantFrom("relay_application", "laml_webhooks"),
    messageRelayApplication: text,
    extra: fc.record({ call_relay_topic: text }),
  },
  {
    defaultEncryption: fc.constantFrom("required", "optional"),
    defaultCodecs: fc.subarray(["OPUS", "PCMU", "VP8"], { minLength: 1 }),
    defaultCiphers: fc.subarray(["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80"], { minLength: 1 }),
    defaultSendAs: fc.constantFrom("random", NUMBER),
  },
];
// Other values than the program's: the same value may be that of a killed `up`.
const [THEIR_NUMBER_FIELDS, THEIR_PROFILE_FIELDS]: [Fields, Fields] = [
  {
    name: theirText,
    callRelayApplication: theirText,
    callStatusCallbackUrl: address("theirs"),
    messageHandler: fc.constant("laml_application"),
    messageRelayApplication: theirText,
    extra: fc.record({ call_relay_topic: theirText }),
  },
  {
    defaultCodecs: fc.subarray(["G722", "PCMA"], { minLength: 1 }),
    defaultCiphers: fc.constant(["AES_CM_128_HMAC_SHA1_80"]),
  },
];

function someOf(fields: Fields): fc.Arbitrary<Props> {
  return fc.record(fields, { requiredKeys: [] });
}

function steps(ours: Fields, theirs: Fields): fc.Arbitrary<readonly Step[]> {
  const ups = ["up", "up", "up", "lost", "unsent", "killed"] as const;
  const does = fc.constantFrom<Step["does"]>(...ups, "refresh", "rename", "by hand");
  const door = fc.constantFrom<Door>("classes", "plugin");
  const step = fc.record({ does, ours: someOf(ours), theirs: someOf(theirs), isExclusive: fc.boolean(), door });
  return fc.array(step, { minLength: 2, maxLength: 9 });
}

describe.each<[ResourceName, string, Fields, Fields]>([
  ["PhoneNumber", "/phone_numbers", NUMBER_FIELDS, THEIR_NUMBER_FIELDS],
  ["SipProfile", "/sip_profile", PROFILE_FIELDS, THEIR_PROFILE_FIELDS],
])("a %s", (kind, collection, ours, theirs) => {
  let server: Server;
  let path: string;

  beforeAll(async () => {
    server = await serveWith({ extraFields: true }, NUMBER);
    const found = kind === "PhoneNumber" ? await list(server, collection) : [];
    path = found.length > 0 ? `${collection}/${found[0]?.id}` : collection;
  });

  afterAll(() => server?.close());

  const shown = async (): Promise<Body> => {
    const { updated_at: _, ...settings } = await ask(server, "GET", path);
    return settings;
  };
  const changed = (before: Body, after: Body) =>
    Object.keys({ ...before, ...after }).filter(
      (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    );
  /** Returns the fields that an update sent, also those that showed their value already. Updates of the profile send every field. */
  const sentFields = () => {
    const puts = server.journal.entries.filter(({ method }) => method === "PUT" && kind === "PhoneNumber");
    const fields = puts.flatMap(({ requestBody }) => Object.keys(Object(requestBody)));
    return fields.flatMap((field) => [field, field.replace(/application$/, "context")]);
  };
  const byHand = ({ extra, ...fields }: Props) =>
    ask(server, "PUT", path, { ...inSnakeCase(fields), ...(extra as Body | undefined) });

  it(
    "goes back to what it was before the first write to each field, whatever came between",
    async () => {
      const lives = fc.sample(fc.tuple(someOf({ ...ours, ...theirs }), steps(ours, theirs)), {
        seed: Number(SEED),
        numRuns: tries(20),
      });
      const snapshot = server.snapshot();
      for (const [first, life] of lives) {
        server.restore(snapshot);
        await byHand(first);
        await live(life).catch((error) => {
          throw new Error(`after ${JSON.stringify([first, ...life])}`, { cause: error });
        });
      }
    },
    30_000 + tries(20) * 1_000,
  );

  async function live(life: readonly Step[]): Promise<void> {
    const printed: string[] = [];
    /** Field → value from before the first write. */
    const before = new Map<string, unknown>();
    let adoption: Body = {};
    let stored: { id: string; inputs: Props; outputs: Props } | undefined;
    let name = "one";

    /** Opens a new run. Only the classes find the record of a renamed resource. */
    async function open(step: Pick<Step, "door" | "does">) {
      const door = step.does === "rename" ? "classes" : step.door;
      const named = () => namedAt(door, kind, name);
      const provider = await openDoor(door, server, (_, text) => printed.push(text));
      /** Returns the properties as this door stores them. Those of the classes hold the reference to their code. */
      const ofDoor = ({ __provider: _, ...others }: Props) => ({
        ...others,
        ...(door === "classes" && { __provider: "code" }),
      });
      const known = ({ id, inputs, outputs }: NonNullable<typeof stored>) => {
        return { ...named(), id, inputs: ofDoor(inputs), outputs: ofDoor(outputs) };
      };
      return { door, provider, named, known };
    }

    async function up(step: Step, current: typeof stored): Promise<typeof stored> {
      const { door, provider, named, known } = await open(step);
      const identity = kind === "PhoneNumber" ? { number: NUMBER } : {};
      const args = { ...identity, ...step.ours, onDestroy: "restore", exclusive: step.isExclusive };
      const old = current && known(current);
      if (current && step.does === "rename") name = name === "one" ? "two" : "one";
      const olds = step.does === "rename" ? {} : (current?.inputs ?? {});
      const news = {
        ...args,
        ...addedBy(door, name),
        ...(door === "classes" && current && { __recorded: current.outputs }),
      };
      const { inputs, failures } = await provider.check(named(), olds, news);
      expect(failures).toEqual([]);
      try {
        if (!current || step.does === "rename") {
          const made = { inputs, ...(await provider.create(named(), inputs, false)) };
          // The engine removes the old resource at the end of the same run: the new one holds its object.
          if (old) await provider.delete(old);
          return made;
        }
        return { ...current, inputs, outputs: await provider.update(known(current), inputs, false) };
      } catch (error) {
        const { id, properties } = error as { id?: string; properties?: Props };
        if (step.does !== "lost" && step.does !== "unsent") throw error;
        // The engine stores the new inputs with the outputs of the failure, if there are any.
        return id === undefined || properties === undefined ? current : { id, inputs, outputs: properties };
      }
    }

    for (const step of life) {
      if (step.does === "by hand") {
        await byHand(step.theirs);
        continue;
      }
      if (step.does === "refresh") {
        if (stored) {
          const { provider, known } = await open(step);
          const read = await provider.read(known(stored));
          stored = { id: stored.id, inputs: read.inputs ?? {}, outputs: read.outputs };
        }
        continue;
      }
      const start = await shown();
      server.journal.clear();
      if (!stored) adoption = start;
      const kept = server.snapshot();
      const isUseless = step.does === "lost" || step.does === "unsent";
      const api = `/api/relay/rest${path}`;
      if (isUseless) server.faults.add({ method: "PUT", path: api, effect: "not-json", times: 1 });
      // Nothing is known of an adoption that was killed.
      if (step.does === "killed" && !stored) continue;
      const next = await up(step, stored);
      server.faults.clear();
      for (const field of [...changed(start, await shown()), ...sentFields()]) {
        // After a killed `up`, only the values from the adoption are known.
        if (!before.has(field)) before.set(field, (step.does === "killed" ? adoption : start)[field]);
      }
      if (step.does === "unsent") server.restore(kept);
      if (step.does !== "killed") {
        stored = next;
        continue;
      }
      // The user runs the same command again.
      stored = await up({ ...step, does: "up" }, stored);
    }
    if (!stored) return;
    const { provider, known } = await open(life.at(-1) ?? { door: "classes", does: "up" });
    const last = await shown();
    printed.length = 0;
    await provider.delete(known(stored));
    const end = await shown();
    const warned = printed.join("\n");
    for (const field of Object.keys(end)) {
      if (before.has(field)) expect([field, end[field]]).toEqual([field, before.get(field)]);
      else {
        expect([field, end[field]]).toEqual([field, last[field]]);
        // The service shows one value under both names of a Relay application.
        const argument = field === "call_relay_topic" ? field : toCamel(field.replace(/context$/, "application"));
        if (changed(adoption, end).includes(field)) expect(warned).toContain(argument);
      }
    }
  }
});
