// The subscriber token through both doors: its end is sent, and a renewal exchanges the refresh token where that grants its lifetime.

import { describe, expect, it } from "vitest";
import { requests } from "../../engine/service.ts";
import { DOORS } from "../doors.ts";
import type { Props } from "../host.ts";
import { marked, plain } from "../marks.ts";
import { served } from "../served.ts";
import { World } from "../world.ts";

const PATH = "/api/fabric/subscribers/tokens";
const ISSUE = `POST ${PATH}`;
const EXCHANGE = `POST ${PATH}/refresh`;
/** Due at once. */
const ALICE = { reference: "alice", rotation: "always" };
/** `{"alg":"dir"}` is the readable part. */
const TOKEN = "eyJhbGciOiJkaXIifQ.x.x";
const OF_ANOTHER = { token: TOKEN, refresh_token: TOKEN, subscriber_id: "another" };

const on = served();

describe.each(DOORS)("a subscriber token through the %s", (door) => {
  const world = () => new World("SubscriberToken", door, on.server);

  /** Issues a token, then runs an `up` that renews it. Returns both outputs, and the requests of the second. */
  async function renewed(args: Props) {
    const token = world();
    const before = await token.up(args);
    on.server.journal.clear();
    const after = await token.up(args);
    return { before: plain(before.outputs), after: plain(after.outputs), asked: requests(on.server) };
  }

  it("asks for the end that its lifetime means, and keeps the subscriber's id", async () => {
    const { id, outputs } = await world().up({ ...ALICE, expiresIn: 60 });
    const { issuedAt, expiresAt, subscriberId } = plain(outputs) as { readonly [name: string]: string };
    expect(id).toBe("alice");
    const seconds = Date.parse(String(expiresAt)) / 1_000;
    expect(seconds - Date.parse(String(issuedAt)) / 1_000).toBe(3_600);
    const [{ requestBody } = {}] = on.server.journal.entries;
    expect(requestBody).toEqual({ reference: "alice", expire_at: seconds });
    expect((await world().up(ALICE)).outputs).toMatchObject({ subscriberId });
  });

  it("has no secret reference as its id, which the engine does not encrypt", async () => {
    const { id, outputs } = await world().up({ ...ALICE, reference: marked("alice") });
    expect([id.length, plain(outputs).reference]).toEqual([36, "alice"]);
  });

  it("is exchanged when it is due, for the same subscriber", async () => {
    const { before, after, asked } = await renewed(ALICE);
    expect(asked).toEqual([EXCHANGE]);
    expect(after).toMatchObject({ reference: "alice", subscriberId: before.subscriberId });
    expect(after.token).not.toBe(before.token);
    expect(after.refreshToken).not.toBe(before.refreshToken);
  });

  it.each([60, 180])("is issued anew where an exchange would grant another lifetime: %i minutes", async (expiresIn) => {
    expect((await renewed({ ...ALICE, expiresIn })).asked).toEqual([ISSUE]);
  });

  it.each([
    ["is refused", { effect: "status", status: 422 }],
    ["loses its answer", { effect: "lose-answer" }],
    ["is answered with no token", { effect: "status", status: 200, body: { token: TOKEN, refresh_token: "x" } }],
    ["is answered for another one", { effect: "status", status: 200, body: OF_ANOTHER }],
  ] as const)("is issued anew, for the same subscriber, when the exchange %s", async (_, effect) => {
    on.server.faults.add({ method: "POST", path: `${PATH}/refresh`, ...effect });
    const { before, after, asked } = await renewed(ALICE);
    expect(asked).toEqual([EXCHANGE, ISSUE]);
    expect(after).toMatchObject({ subscriberId: before.subscriberId });
  });

  it("is not issued twice when the answer to its issue is lost", async () => {
    on.server.faults.add({ method: "POST", path: PATH, effect: "lose-answer" });
    await expect(world().up(ALICE)).rejects.toThrow("subscriber token");
    expect(requests(on.server)).toEqual([ISSUE]);
  });
});
