// `onDestroy: "restore"` after random lives of an adopted object: what the provider wrote returns to the value from before the
// first write, and every other change since the adoption is named.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toCamel } from "../../../contract/index.ts";
import { ask, list, type Server, serveWith } from "../../engine/service.ts";
import { tries } from "../../tries.ts";
import { DOORS, type Door } from "../doors.ts";
import type { Props } from "../host.ts";
import { inSnakeCase } from "../managed.ts";
import { World } from "../world.ts";

const { SEED = "20261126" } = process.env;
const NUMBER = "+12025550101";

type Body = { readonly [field: string]: unknown };

interface Step {
  /** `lost`: the answer is of no use. `unsent`: no write is carried out, with the same answer. `killed`: the state records nothing. */
  readonly does: "up" | "lost" | "unsent" | "killed" | "refresh" | "rename" | "by hand";
  readonly ours: Props;
  readonly theirs: Props;
  readonly isExclusive: boolean;
}

type Fields = { readonly [argument: string]: fc.Arbitrary<unknown> };

/** Two people set different values: the same value may be that of a killed `up`. */
function fieldsOf(whose: "our" | "their"): { readonly [kind in "PhoneNumber" | "SipProfile"]: Fields } {
  const text = fc.constantFrom(`${whose} one`, `${whose} two`);
  const isOurs = whose === "our";
  return {
    PhoneNumber: {
      name: text,
      callRelayApplication: text,
      callStatusCallbackUrl: fc.constantFrom(`https://${whose}.example.com/1`, `https://${whose}.example.com/2`),
      messageRelayApplication: text,
      extra: fc.record({ call_relay_topic: text }),
      messageHandler: fc.constantFrom(...(isOurs ? ["relay_application", "laml_webhooks"] : ["laml_application"])),
      ...(isOurs && { callReceiveMode: fc.constantFrom("voice", "fax") }),
    },
    SipProfile: {
      defaultCodecs: fc.subarray(isOurs ? ["OPUS", "PCMU", "VP8"] : ["G722", "PCMA"], { minLength: 1 }),
      defaultCiphers: fc.constantFrom(isOurs ? ["AEAD_AES_256_GCM_8"] : ["AES_CM_128_HMAC_SHA1_80"]),
      ...(isOurs && { defaultEncryption: fc.constantFrom("required", "optional") }),
      ...(isOurs && { defaultSendAs: fc.constantFrom("random", NUMBER) }),
    },
  };
}

function someOf(fields: Fields): fc.Arbitrary<Props> {
  return fc.record(fields, { requiredKeys: [] });
}

function steps(ours: Fields, theirs: Fields): fc.Arbitrary<readonly Step[]> {
  const ups = ["up", "up", "up", "lost", "unsent", "killed"] as const;
  const does = fc.constantFrom<Step["does"]>(...ups, "refresh", "rename", "by hand");
  const step = fc.record({ does, ours: someOf(ours), theirs: someOf(theirs), isExclusive: fc.boolean() });
  return fc.array(step, { minLength: 2, maxLength: 9 });
}

describe.each([
  ["PhoneNumber", "/phone_numbers"],
  ["SipProfile", "/sip_profile"],
] as const)("a %s", (kind, collection) => {
  const [ours, theirs] = [fieldsOf("our")[kind], fieldsOf("their")[kind]];
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
      const random = fc.tuple(someOf({ ...ours, ...theirs }), steps(ours, theirs), fc.constantFrom(...DOORS));
      const snapshot = server.snapshot();
      for (const [first, life, door] of fc.sample(random, { seed: Number(SEED), numRuns: tries(20) })) {
        server.restore(snapshot);
        await byHand(first);
        await live(life, door).catch((error) => {
          throw new Error(`after ${JSON.stringify([door, first, ...life])}`, { cause: error });
        });
      }
    },
    30_000 + tries(20) * 1_000,
  );

  async function live(life: readonly Step[], door: Door): Promise<void> {
    let world = new World(kind, door, server);
    /** Field → value from before the first write. */
    const before = new Map<string, unknown>();
    /** Undefined until the stack has the object. */
    let adoption: Body | undefined;

    async function up({ does, ours, isExclusive }: Step): Promise<void> {
      const identity = kind === "PhoneNumber" ? { number: NUMBER } : {};
      const args = { ...identity, ...ours, onDestroy: "restore", exclusive: isExclusive };
      if (does === "rename" && door === "classes" && adoption) return rename(args);
      const work = world.up(args);
      await (does === "lost" || does === "unsent" ? work.catch(() => undefined) : work);
    }

    /** The engine makes the new resource, and removes the old one at the end of the same run. */
    async function rename(args: Props): Promise<void> {
      const old = world.known;
      world = new World(kind, door, server, world.name === kind ? "renamed" : kind);
      const provider = await world.open();
      const inputs = await world.checked(provider, { ...args, __recorded: old.outputs });
      world.found({ ...world.named, inputs, ...(await provider.create(world.named, inputs, false)) });
      await provider.delete(old);
    }

    for (const step of life) {
      const { does } = step;
      if (does === "by hand") await byHand(step.theirs);
      // Nothing is known of an adoption that was killed.
      if (does === "by hand" || (!adoption && ["refresh", "killed", "rename"].includes(does))) continue;
      if (does === "refresh") {
        await world.refresh();
        continue;
      }
      const start = await shown();
      const [stored, kept] = [adoption && world.known, server.snapshot()];
      server.journal.clear();
      if (does === "lost" || does === "unsent")
        server.faults.add({ method: "PUT", path: `/api/relay/rest${path}`, effect: "not-json", times: 1 });
      await up(step);
      adoption ??= start;
      server.faults.clear();
      for (const field of [...changed(start, await shown()), ...sentFields()]) {
        // After a killed `up`, only the values from the adoption are known.
        if (!before.has(field)) before.set(field, (does === "killed" ? adoption : start)[field]);
      }
      if (does === "unsent") server.restore(kept);
      if (does !== "killed" || !stored) continue;
      world.found(stored);
      // The user runs the same command again.
      await up(step);
    }
    if (!adoption) return;
    const last = await shown();
    await world.destroy();
    const end = await shown();
    for (const field of Object.keys(end)) {
      expect([field, end[field]]).toEqual([field, (before.has(field) ? Object.fromEntries(before) : last)[field]]);
      // The service shows one value under both names of a Relay application.
      const argument = field === "call_relay_topic" ? field : toCamel(field.replace(/context$/, "application"));
      if (!before.has(field) && changed(adoption, end).includes(field)) expect(world.printed).toContain(argument);
    }
  }
});
