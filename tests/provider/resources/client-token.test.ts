// A client token: issued, renewed when due, and issued again when a renewal is impossible.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { clientTokenLifecycle, tokenOutputs } from "../../../provider/resources/client-token.ts";
import { requests } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";
import type { Props } from "../host.ts";
import { change, type Managed, messageOf, shown, up } from "../managed.ts";
import { served } from "../served.ts";

const JWT = "/api/relay/rest/jwt";
const PAST = "2020-01-01T00:00:00Z";
const FUTURE = "2999-01-01T00:00:00Z";

const on = served({ refreshTokens: "single-use", maximumTokenLifetime: 100_000 });

beforeEach(() => {
  on.server.clock.freeze("2026-05-08T19:08:41Z");
  on.server.journal.clear();
});

async function issued(args: Props = {}): Promise<Managed> {
  const made = await up(on.host, "clientToken", { resource: "alice", ...args });
  on.server.journal.clear();
  return made;
}

/** Returns the same token as recorded by an `up`, after its due time. */
function due(token: Managed): Managed {
  return { ...token, inputs: { ...token.inputs, rotateAt: PAST }, outputs: { ...token.outputs, rotateAt: PAST } };
}

function bodies(): unknown[] {
  return on.server.journal.entries.map(({ requestBody }) => requestBody);
}

it("sends one request with the arguments under the API's names, and stores both tokens, the name and the times", async () => {
  const { id, outputs } = await up(on.host, "clientToken", { resource: "alice", expiresIn: 60, renewBefore: 10 });
  const sent = { resource: "alice", expires_in: 60 };
  expect([requests(on.server), bodies(), id]).toEqual([[`POST ${JWT}`], [sent], "alice"]);
  expect(shown(outputs)).toEqual({
    resource: "alice",
    expiresIn: 60,
    renewBefore: 10,
    jwtToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refreshToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    issuedAt: "2026-05-08T19:08:41Z",
    expiresAt: "2026-05-08T20:08:41Z",
    // By the service's clock, which is months from this machine's.
    rotateAt: "2026-05-08T19:58:41.000Z",
  });
});

const AT_ONCE = "renewBefore must be less than expiresIn (15 minutes), or the token would be due at once";

it.each([
  [{ expiresIn: 15, renewBefore: 15 }, AT_ONCE],
  [{ renewBefore: 20 }, AT_ONCE],
  [{ renewBefore: 0 }, "renewBefore must be a number of minutes above 0"],
  [{ expiresIn: 0.5 }, "expiresIn must be a whole number of minutes from 1 to 52560000"],
])("a check refuses %j", async (args, reason) => {
  expect((await on.host.check("clientToken", {}, args)).failures).toEqual([{ property: "", reason }]);
});

it.each<readonly [number, string?]>([
  [3_600, "which is 2.5 days. If you mean 3600 seconds, write 60."],
  [9_000, "which is 6.3 days. If you mean 9000 seconds, write 150."],
  [86_400, "which is 60 days. If you mean 86400 seconds, write 1440."],
  [7_200, "which is 5 days. If you mean 7200 seconds, write 120."],
  ...[8_640, 14_400, 0, 60, 1_440, 43_200].map((minutes) => [minutes] as const),
])("a lifetime of %j minutes is questioned if it looks like seconds: %s", (expiresIn, question) => {
  const expected = question === undefined ? [] : [`expiresIn is ${expiresIn} minutes, ${question}`];
  expect(clientTokenLifecycle.warnings?.({ expiresIn })).toEqual(expected);
});

const jwtOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;
const alice = (claims: object) => ({ jwt_token: jwtOf({ resource: "alice", ...claims }), refresh_token: "canary" });
const NO_CLAIMS = "a jwt_token without resource or exp";
const NO_TEXT = "no text as jwt_token or refresh_token";

it.each<[object, Props, string]>([
  [alice({ iat: 0, exp: 3_660 }), { expiresIn: 60 }, "1970-01-01T00:00:00Z to 1970-01-01T01:01:00Z"],
  [alice({ iat: 0, exp: 3_540 }), { expiresIn: 60 }, "1970-01-01T00:00:00Z to 1970-01-01T00:59:00Z"],
  [alice({ iat: 0, exp: 3_661 }), { expiresIn: 60 }, "a client token for 61 minutes instead of 60"],
  [alice({ iat: 0, exp: 3_539 }), { expiresIn: 60 }, "a client token for 59 minutes instead of 60"],
  [alice({ iat: 0, exp: 3_600 }), { expiresIn: null }, "1970-01-01T00:00:00Z to 1970-01-01T01:00:00Z"],
  [alice({ exp: 3_600 }), { expiresIn: 50 }, "1970-01-01T00:10:00Z to 1970-01-01T01:00:00Z"],
  [alice({ exp: 3_600 }), {}, "1970-01-01T00:45:00Z to 1970-01-01T01:00:00Z"],
  [alice({ exp: 3_600 }), { resource: "bob" }, "a client token for another `resource` than the requested one"],
  [{ jwt_token: jwtOf({}), refresh_token: "canary" }, {}, NO_CLAIMS],
  [alice({ resource: 1, iat: "a", exp: 1 }), {}, NO_CLAIMS],
  [alice({ exp: "b" }), {}, NO_CLAIMS],
  [{ jwt_token: "canary", refresh_token: "canary" }, {}, "a jwt_token that is no JWT"],
  [{ refresh_token: "canary" }, {}, NO_TEXT],
  [{ jwt_token: jwtOf({}) }, {}, NO_TEXT],
])("the token in %o, for one with %o, is %s", async (live, asked, expected) => {
  const token = tokenOutputs({ ...live }, asked);
  const said = await token
    .then(({ issuedAt, expiresAt }) => `${issuedAt} to ${expiresAt}`)
    .catch(({ message }) => message);
  expect(said.replace("the service answered with ", "")).toBe(expected);
});

const ARGS = { resource: "alice", expiresIn: 60 };

describe("a renewal that is due", () => {
  const diff = async ({ id, outputs }: Managed, args: Props) =>
    (await on.host.diff("clientToken", id, outputs, args)).changes;

  it("is a change of a preview or an up, and none of a refresh, which reads the token first", async () => {
    const made = due(await issued({ expiresIn: 60 }));
    expect(await diff(made, ARGS)).toBe(true);
    // The engine shows a changed argument.
    expect(await diff(made, { ...ARGS, expiresIn: 30 })).toBeUndefined();
    // Two tokens may have one name.
    for (const _ of [1, 2]) await on.host.read("clientToken", made.id, made.outputs);
    for (const _ of [1, 2]) expect(await diff(made, ARGS)).toBeUndefined();
    expect(await diff(made, ARGS)).toBe(true);
  });

  it("starts anew with another margin, and when a token that was never renewed becomes renewed", async () => {
    const made = await issued({ expiresIn: 60, rotation: "never" });
    const renewed = await change(on.host, "clientToken", made, ARGS);
    const fresh = { ...renewed, outputs: { ...renewed.outputs, rotateAt: FUTURE } };
    const same = await change(on.host, "clientToken", fresh, ARGS);
    expect(requests(on.server)).toEqual([`PUT ${JWT}`]);
    const later = await change(on.host, "clientToken", fresh, { ...ARGS, renewBefore: 1 });
    expect(requests(on.server)).toEqual([`PUT ${JWT}`, `PUT ${JWT}`]);
    expect([made, renewed, same, later].map(({ outputs }) => outputs.rotateAt)).toEqual([
      ...[undefined, "2026-05-08T19:48:41.000Z", FUTURE, "2026-05-08T20:07:41.000Z"],
    ]);
  });
});

describe("renewing", () => {
  it("sends the refresh token alone and stores the new pair under the same name", async () => {
    const made = due(await issued({ expiresIn: 60 }));
    on.server.clock.advance({ minutes: 50 });
    const renewed = await change(on.host, "clientToken", made, { resource: "alice", expiresIn: 60 });
    expect([requests(on.server), bodies()]).toEqual([[`PUT ${JWT}`], [{ refresh_token: "[hidden]" }]]);
    const { jwtToken, refreshToken } = shown(made.outputs);
    expect(shown(renewed.outputs)).toEqual({
      resource: "alice",
      expiresIn: 60,
      jwtToken: expect.not.stringMatching(String(jwtToken)),
      refreshToken: expect.not.stringMatching(String(refreshToken)),
      issuedAt: "2026-05-08T19:58:41Z",
      expiresAt: "2026-05-08T20:58:41Z",
      rotateAt: "2026-05-08T20:38:41.000Z",
    });
  });

  it("issues a new token of the same name and lifetime when the refresh is refused, or answered with an earlier token", async () => {
    const older = await issued({ expiresIn: 60 });
    on.server.clock.advance({ minutes: 5 });
    const made = due(await issued({ expiresIn: 60 }));
    // This server accepts each refresh token once, and `made` still holds the used one.
    await change(on.host, "clientToken", made, ARGS);
    const answerWith = ({ outputs }: Managed) => {
      const { jwtToken, refreshToken } = shown(outputs);
      return { status: 200, body: { jwt_token: String(jwtToken), refresh_token: String(refreshToken) } };
    };
    const gone = { status: 404, body: { error: "Not Found" } };
    for (const fault of [undefined, { status: 401 }, gone, ...[older, made].map(answerWith)]) {
      if (fault) on.server.faults.add({ method: "PUT", path: JWT, effect: "status", ...fault, times: 1 });
      on.server.journal.clear();
      const renewed = await change(on.host, "clientToken", made, ARGS);
      expect(requests(on.server)).toEqual([`PUT ${JWT}`, `POST ${JWT}`]);
      expect(bodies()[1]).toEqual({ resource: "alice", expires_in: 60 });
      expect(shown(renewed.outputs).jwtToken).not.toBe(shown(made.outputs).jwtToken);
    }
  });

  it("keeps the name that the service made up, also when the refresh token is refused", async () => {
    const made = await up(on.host, "clientToken", {});
    expect([made.id, bodies()]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), [{}]]);
    for (const sent of [{ refresh_token: "[hidden]" }, { resource: made.id }]) {
      on.server.journal.clear();
      // This server accepts each refresh token once.
      const renewed = await change(on.host, "clientToken", due(made), {});
      expect(bodies().at(-1)).toEqual(sent);
      expect(renewed.outputs.resource).toBe(made.id);
    }
  });

  it("issues a token of the same name where the lifetime changes", async () => {
    const made = await issued({ expiresIn: 60 });
    const changed = await change(on.host, "clientToken", made, { expiresIn: 90 });
    expect([requests(on.server), bodies()]).toEqual([[`POST ${JWT}`], [{ resource: "alice", expires_in: 90 }]]);
    const token = { jwtToken: expect.any(String), refreshToken: expect.any(String) };
    expect(shown(changed.outputs)).toEqual({
      ...{ resource: "alice", expiresIn: 90, ...token, issuedAt: "2026-05-08T19:08:41Z" },
      ...{ expiresAt: "2026-05-08T20:38:41Z", rotateAt: "2026-05-08T20:08:41.000Z" },
    });
  });

  it("sends nothing when only the name is no longer given, at a refresh and at a removal", async () => {
    const made = await issued();
    const stored = { ...made, outputs: { ...made.outputs, rotateAt: FUTURE } };
    const changed = await change(on.host, "clientToken", stored, {});
    expect(shown(changed.outputs)).toEqual(shown(stored.outputs));
    expect((await on.host.read("clientToken", made.id, stored.outputs)).outputs).toEqual(stored.outputs);
    await on.host.delete("clientToken", made.id, stored.outputs);
    expect(requests(on.server)).toEqual([]);
  });
});

it("prints once that the clocks differ, which tokens are due, and no token", async () => {
  const programs = [{}, { rotation: "always" }, { rotation: "never" }].map((args) => ({ resource: "alice", ...args }));
  for (const args of programs) await change(on.host, "clientToken", due(await issued(args)), args);
  const line = (when: string) => `the client token "alice" is due for renewal ${when}: ~ rotateAt`;
  const printed = on.host.printed.trim().replace(/\d+ minutes/, "many minutes");
  expect(printed.split("\n")).toEqual([
    "Warning: the clock of this machine is many minutes ahead of the service's, so an `up` on this machine renews it too early. Correct the clock.",
    ...[line(`since ${PAST}`), line("with every `up`")],
  ]);
});

describe("under the server's clock", () => {
  beforeEach(() => {
    vi.stubEnv("SIGNALWIRE_CLOCK", "server");
    return () => vi.unstubAllEnvs();
  });

  it("is due when the server says so, and leaves no trace of the question", async () => {
    const { id, outputs } = await on.host.create("clientToken", { expiresIn: 60 });
    on.server.journal.clear();
    const isDue = async () => (await on.host.diff("clientToken", id, outputs, { expiresIn: 60 })).changes;
    on.server.clock.advance({ minutes: 39 });
    const before = await isDue();
    on.server.clock.advance({ minutes: 1 });
    expect([before, await isDue(), requests(on.server)]).toEqual([undefined, true, []]);
  });

  it("is refused in a sentence where no reference server answers", async () => {
    const lost = await DirectHost.start({ ...on.server, url: "http://127.0.0.1:9" });
    expect(await messageOf(lost.create("clientToken", { expiresIn: 60 }))).toContain(
      "SIGNALWIRE_CLOCK is server, and no reference server answers at http://127.0.0.1:9: start one there, or unset the variable.",
    );
  });
});
