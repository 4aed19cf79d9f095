// The rules of provider/lifecycle/README.md, each for the kinds that it concerns and through both doors. tests/conformance has the
// rule "written", undo.test.ts random lives for the rule "undone".

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { RECORDS, type Resource, type ResourceName, resources } from "../../../contract/index.ts";
import { ask, list } from "../../engine/service.ts";
import { addedBy, DOORS, type Door, type Known, namedAt, openDoor, type Print, type Provider } from "../doors.ts";
import { type Gateway, json, openGateway } from "../gateway.ts";
import type { Props } from "../host.ts";
import { puts, writes } from "../managed.ts";
import { served } from "../served.ts";
import { World } from "../world.ts";

const LINES = ["+12025550101", "+12025550102"] as const;

/** A field with two values, and what the service shows when it is not set. */
interface Tried {
  readonly argument: string;
  readonly wire: string;
  readonly values: readonly [unknown, unknown];
  /** A third value, which another person sets. */
  readonly byHand?: unknown;
  readonly unset: unknown;
}

type Sort = "created" | "adopted";

interface Kind {
  readonly required: Props;
  readonly sort: Sort;
  /** A field that the program names, and one that it does not. */
  readonly named: Tried;
  /** The queue has no second field that may be unset. */
  readonly other?: Tried;
}

const EVERY_CIPHER = expect.toSatisfy((ciphers: readonly string[]) => ciphers.length === 5);
const CALLBACK: Tried = {
  argument: "callStatusCallbackUrl",
  wire: "call_status_callback_url",
  values: ["https://a.example/", "https://b.example/"],
  unset: null,
};
const KINDS = {
  SipEndpoint: {
    required: { username: "desk", password: "canary-password" },
    sort: "created",
    named: { argument: "callerId", wire: "caller_id", values: ["one", "two"], byHand: "three", unset: null },
    other: CALLBACK,
  },
  PhoneNumber: {
    required: { number: LINES[0] },
    sort: "adopted",
    named: { argument: "name", wire: "name", values: ["one", "two"], byHand: "three", unset: null },
    other: CALLBACK,
  },
  SipProfile: {
    required: {},
    sort: "adopted",
    named: { argument: "defaultSendAs", wire: "default_send_as", values: LINES, byHand: "random", unset: null },
    other: {
      argument: "defaultCiphers",
      wire: "default_ciphers",
      values: [["AEAD_AES_256_GCM_8"], ["AES_CM_128_HMAC_SHA1_80"]],
      unset: EVERY_CIPHER,
    },
  },
  SipAddress: {
    required: { name: "support", callingHandlerResourceId: randomUUID(), password: "canary-password" },
    sort: "created",
    named: { argument: "user", wire: "user", values: ["one", "two"], byHand: "three", unset: "*" },
    other: { argument: "encryption", wire: "encryption", values: ["required", "forbidden"], unset: "optional" },
  },
  Queue: {
    required: { friendlyName: "support" },
    sort: "created",
    named: { argument: "maxSize", wire: "max_size", values: [10, 20], byHand: 30, unset: null },
  },
} satisfies { readonly [name in ResourceName]?: Kind };

const on = served({}, ...LINES);
let gateway: Gateway;

beforeEach(async () => {
  gateway = await openGateway(on.server);
  onTestFinished(() => gateway.close());
});

class RuledWorld extends World {
  readonly required: Props;
  readonly sort: Sort;

  constructor(kind: keyof typeof KINDS, door: Door) {
    super(kind, door, { ...on.server, url: gateway.url });
    [this.required, this.sort] = [KINDS[kind].required, KINDS[kind].sort];
  }

  override up(args: Props = {}): Promise<Known> {
    return super.up({ ...this.required, ...args });
  }

  /** Runs a refresh, and returns the argument as the state has it now. */
  async refreshed({ argument }: Pick<Tried, "argument">): Promise<unknown> {
    return (await this.refresh()).inputs[argument];
  }

  get operations() {
    return (resources[this.kind] as Resource).operations;
  }

  async #path(): Promise<string> {
    const { list: all, read } = this.operations;
    const found = all && (await list(on.server, all.path)).find(({ number = LINES[0] }) => number === LINES[0]);
    return String(read?.path.replace("{id}", String(found?.id)));
  }

  /** Runs an `up` whose writes the service answers and does not carry out. Returns its failure. */
  async upWithoutEffect(args: Props): Promise<string> {
    gateway.answerWith(async ({ method, path }, forward) =>
      method === "GET" ? forward() : json(200, await ask(on.server, "GET", path)),
    );
    const failure = await this.up(args).then(String, ({ message }) => message);
    gateway.answerWith();
    return failure;
  }

  async byHand({ wire }: Tried, value: unknown): Promise<void> {
    await ask(on.server, String(this.operations.update?.method), await this.#path(), { [wire]: value });
  }

  async shows({ wire }: Tried): Promise<unknown> {
    return (await ask(on.server, "GET", await this.#path()))[wire];
  }
}

interface Life {
  readonly rule: string;
  readonly sort?: Sort;
  /** A kind without a second field lives without it. */
  readonly needsOther?: true;
  live(world: RuledWorld, named: Tried, other: Tried): Promise<void>;
}

const at = ({ argument, values }: Tried, index: 0 | 1 = 0): Props => ({ [argument]: values[index] });

const LIVES: readonly Life[] = [
  {
    rule: "named: an update sends what changed, and the unset form of what the program stopped naming",
    needsOther: true,
    async live(world, named, other) {
      await world.up(at(named));
      await world.byHand(other, other.values[0]);
      await world.up(at(named, 1));
      expect([await world.shows(named), await world.shows(other)]).toEqual([named.values[1], other.values[0]]);
      await world.up();
      expect([await world.shows(named), await world.shows(other)]).toEqual([named.unset, other.values[0]]);
    },
  },
  {
    rule: "named: with `exclusive`, the program owns every field, until it is taken away",
    sort: "adopted",
    async live(world, named, other) {
      await world.byHand(other, other.values[0]);
      await world.up(at(named));
      await world.up({ ...at(named), exclusive: true });
      expect([await world.shows(named), await world.shows(other)]).toEqual([named.values[0], other.unset]);
      await world.byHand(other, other.values[1]);
      expect(await world.refreshed(other)).toEqual(other.values[1]);
      await world.up({ ...at(named), exclusive: true });
      expect(await world.shows(other)).toEqual(other.unset);
      await world.up(at(named));
      await world.byHand(other, other.values[1]);
      expect(await world.refreshed(other)).toBeUndefined();
      await world.up({ ...at(named, 1) });
      expect(await world.shows(other)).toEqual(other.values[1]);
    },
  },
  {
    rule: "written: an update without effect fails, also for a field that was changed by hand since the last `up`",
    async live(world, named) {
      const [first, second] = [at(named), at(named, 1)];
      await world.up(first);
      await world.byHand(named, named.byHand);
      expect(await world.upWithoutEffect(second)).toContain(`not show what was sent: ${named.argument} differs`);
      await world.up(second);
      expect(await world.shows(named)).toEqual(named.values[1]);
    },
  },
  {
    rule: "drifted: a named field shows another value than the program's, and an update puts it back",
    async live(world, named) {
      await world.up(at(named));
      expect(await world.refreshed(named)).toEqual(named.values[0]);
      await world.byHand(named, named.values[1]);
      expect(await world.refreshed(named)).toEqual(named.values[1]);
      await world.up(at(named));
      expect(await world.shows(named)).toEqual(named.values[0]);
    },
  },
  {
    rule: "drifted: any setting of a created object is the program's",
    sort: "created",
    needsOther: true,
    async live(world, named, other) {
      await world.up(at(named));
      await world.byHand(other, other.values[0]);
      expect(await world.refreshed(other)).toEqual(other.values[0]);
      await world.up(at(named));
      expect(await world.shows(other)).toEqual(other.unset);
    },
  },
  {
    rule: "drifted: an unnamed field differs from the adoption until the program names it, and no refresh accepts it",
    sort: "adopted",
    async live(world, named, other) {
      await world.byHand(other, other.values[0]);
      await world.up(at(named));
      expect([await world.refreshed(other), world.printed]).toEqual([undefined, ""]);
      await world.byHand(other, other.values[1]);
      for (const call of [() => world.refresh(), () => world.refresh(), () => world.up(at(named, 1))]) {
        expect((await call()).inputs[other.argument]).toBeUndefined();
        expect(world.printed).toContain(`is left as it is: ${other.argument} `);
      }
      // Named with the new value, it is accepted; taken out again, it is unset, and that is the record from then on.
      await world.up({ ...at(named), ...at(other, 1) });
      await world.refresh();
      expect([world.printed, await world.shows(other)]).toEqual(["", other.values[1]]);
      await world.up(at(named));
      expect(await world.refreshed(other)).toBeUndefined();
      expect([world.printed, await world.shows(other)]).toEqual(["", other.unset]);
      await world.byHand(other, other.values[0]);
      await world.refresh();
      expect(world.printed).toContain(`is left as it is: ${other.argument} (not set) → `);
    },
  },
  {
    rule: "named: a change of `expects` is recorded without a write, and a refresh keeps it",
    sort: "adopted",
    async live(world, named) {
      // A profile takes no calls.
      if (world.kind === "SipProfile") return;
      await world.up(at(named));
      on.server.journal.clear();
      const expects = [{ keys: "1", rings: "desk" }, { reaches: "nobody" }];
      await world.up({ ...at(named), expects });
      expect(await world.refreshed({ argument: "expects" })).toEqual(expects);
      expect(world.known.outputs).toMatchObject({ expects });
      await world.up(at(named));
      expect(await world.refreshed({ argument: "expects" })).toBeUndefined();
      expect(writes(on.server)).toEqual([]);
    },
  },
  {
    rule: "undone: `restore` puts back each written field, and names every other change",
    sort: "adopted",
    async live(world, named, other) {
      await world.byHand(named, named.values[1]);
      await world.up({ ...at(named), onDestroy: "restore" });
      for (const args of [{ exclusive: true }, {}, at(named, 1)]) await world.up({ ...args, onDestroy: "restore" });
      await world.byHand(other, other.values[0]);
      await world.destroy();
      expect(world.printed).toContain(`They are left as they are: ${other.argument} (not set) → `);
      expect([await world.shows(named), await world.shows(other)]).toEqual([named.values[1], other.values[0]]);
    },
  },
  {
    rule: "undone: `clear` unsets every field, named, written or not",
    sort: "adopted",
    async live(world, named, other) {
      // A profile stays in use.
      if (world.kind === "SipProfile") return;
      await world.byHand(named, named.values[0]);
      await world.up({ ...at(named), onDestroy: "clear" });
      await world.byHand(other, other.values[0]);
      await world.destroy();
      const shown = [await world.shows(named), await world.shows(other)];
      expect([shown, world.printed]).toEqual([[named.unset, other.unset], ""]);
    },
  },
  {
    rule: "undone: without `onDestroy`, a removal sends nothing, and a created object is deleted",
    async live(world, named) {
      await world.up(at(named));
      on.server.journal.clear();
      await world.destroy();
      const deletion = `DELETE ${world.operations.delete?.path.replace("{id}", world.known.id)}`;
      expect(writes(on.server)).toEqual(world.sort === "created" ? [deletion] : []);
    },
  },
];

const rows = Object.entries<Kind>(KINDS).flatMap(([kind, { sort, named, other }]) =>
  DOORS.flatMap((door) =>
    LIVES.filter((life) => (life.sort ?? sort) === sort && (other || !life.needsOther)).map(({ rule, live }) => {
      return { rule, kind: kind as keyof typeof KINDS, door, named, other: other ?? named, live };
    }),
  ),
);

it.each(rows)("$rule: $kind through the $door", async ({ kind, door, named, other, live }) => {
  await live(new RuledWorld(kind, door), named, other);
});

it.each(DOORS)(
  "through the %s, what an endpoint inherits is an output and no argument, as shown after each call",
  async (door) => {
    const STRICT = { default_codecs: ["OPUS"], default_encryption: "required" };
    await ask(on.server, "PUT", "/sip_profile", STRICT);
    const desk = new RuledWorld("SipEndpoint", door);
    const shown = async (work: Promise<Known>) => {
      const { inputs, outputs } = await work;
      return [inputs.codecs, outputs.codecs, outputs.encryption];
    };
    expect([
      await shown(desk.up()),
      await shown(desk.up({ callerId: "x" })),
      await shown(desk.up({ codecs: ["PCMU"] })),
      await shown(desk.up()),
    ]).toEqual([
      [undefined, ["OPUS"], "required"],
      [undefined, ["OPUS"], "required"],
      [["PCMU"], ["PCMU"], "required"],
      [undefined, ["OPUS"], "required"],
    ]);
    expect(puts(on.server).at(-1)).toEqual({ codecs: [] });
    await ask(on.server, "PUT", "/sip_profile", { ...STRICT, default_codecs: ["G722"] });
    expect(await shown(desk.refresh())).toEqual([undefined, ["G722"], "required"]);
    expect(Object(desk.known.outputs[RECORDS]).inherited).toEqual(["sendAs", "ciphers", "codecs", "encryption"]);
  },
);

describe.each(DOORS)("through the %s, an object of an old and a new name", (door) => {
  const DESK = { username: "desk", password: "canary-password", adopt: true };
  const printed: string[] = [];
  const print: Print = (_, text) => void printed.push(text);
  /** Each name is declared in a process of its own. */
  const processes = async () => {
    const engine = randomUUID();
    return [await openDoor(door, on.server, print, engine), await openDoor(door, on.server, print, engine)] as const;
  };
  const checked = async (provider: Provider, name: string) => {
    const named = namedAt(door, "SipEndpoint", name);
    const { inputs, failures } = await provider.check(named, {}, { ...DESK, ...addedBy(door, name) });
    expect(failures).toEqual([]);
    return { ...named, inputs };
  };
  const made = async (provider: Provider, name: string) => {
    const known = await checked(provider, name);
    return { ...known, ...(await provider.create(known, known.inputs, false)) };
  };
  const left = async () => (await list(on.server, "/endpoints/sip")).map(({ id }) => id);

  it("stays when the old name is removed", async () => {
    const old = await made((await processes())[0], "old");
    const [first, second] = await processes();
    expect((await made(first, "new")).id).toBe(old.id);
    await second.delete(old);
    expect(await left()).toEqual([old.id]);
    expect(printed.join()).toContain("left alone");
  });

  it("stays, with an error, while a process that declares the new name does not hold it", async () => {
    const old = await made((await processes())[0], "old");
    const [first, second] = await processes();
    await checked(first, "new");
    await expect(second.delete(old)).rejects.toThrow(/^Could not delete .* declares the same SIP endpoint/);
    expect(await left()).toEqual([old.id]);
  });
});
