import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SIP_PROFILE } from "../contract/specified.ts";
import { askControl, details, ENDPOINTS, frozen, given, PROFILE, refused } from "./support.ts";

const INITIAL = {
  domain: expect.stringMatching(/\.sip\.example\.com$/),
  domain_identifier: expect.any(String),
  default_codecs: SIP_PROFILE.default_codecs?.allowed,
  default_ciphers: SIP_PROFILE.default_ciphers?.allowed,
  default_encryption: "optional",
  default_send_as: null,
  // Only the live service has it.
  default_outbound_policy: "passthrough",
};

test("a new project allows everything, and a change answers 201 and leaves what it does not name", async () => {
  const { put, get } = await given();
  const fresh = await get(PROFILE);
  expect([fresh.status, fresh.body]).toStrictEqual([200, INITIAL]);
  const changes = { default_codecs: ["OPUS"], domain_identifier: "office" };
  const changed = { ...INITIAL, ...changes, domain: "reference-office.sip.example.com" };
  const reply = await put(PROFILE, changes);
  expect([reply.status, reply.body, (await get(PROFILE)).body]).toStrictEqual([201, changed, changed]);
});

test("it takes and keeps the policy of outgoing calls, which has two values", async () => {
  const { put } = await given();
  const change = (default_outbound_policy: string | null) => put(PROFILE, { default_outbound_policy });
  expect((await change("block-pstn")).body.default_outbound_policy).toBe("block-pstn");
  expect((await put(PROFILE, { default_encryption: "required" })).body.default_outbound_policy).toBe("block-pstn");
  expect(details(await change("no"))).toStrictEqual(["default_outbound_policy must be passthrough or block-pstn"]);
  expect((await change(null)).body).toStrictEqual({ ...INITIAL, default_encryption: "required" });
  expect((await put(PROFILE, { default_send_as: "random" })).body.default_send_as).toBeNull();
});

test("a verified number may be sent as, and is listed", async () => {
  const seed = { projects: [{ verifiedNumbers: ["+12025550177"], sipProfile: { default_send_as: "+12025550177" } }] };
  const client = await given({ seed, control: true, clock: frozen("2026-05-05T19:08:41Z") });
  const { get, post } = client;
  expect((await get(PROFILE)).body.default_send_as).toBe("+12025550177");
  const listed = async (query: string) => (await get(`/api/relay/rest/verified_caller_ids?${query}`)).body.data;
  const verified = {
    ...{ type: "verified_caller_id", id: expect.any(String), number: "+12025550177", name: "+12025550177" },
    ...{ extension: null, verified: true, verified_at: "2026-05-05T19:08:41Z", status: "Verified" },
  };
  for (const query of ["", "filter_number=5550177", "filter_name=0177"])
    expect(await listed(query)).toStrictEqual([verified]);
  for (const query of ["filter_number=5550178", "filter_name=office"]) expect(await listed(query)).toStrictEqual([]);
  const alice = { username: "alice", password: "x", send_as: "+12025550178" };
  expect((await post(ENDPOINTS, alice)).status).toBe(422);
  const verify = (number: string) =>
    askControl(client, "PUT", "objects", {
      objects: [{ kind: "verifiedCallerId", id: randomUUID(), fields: { number } }],
    });
  expect((await verify("12")).status).toBe(422);
  expect((await verify("+12025550178")).status).toBe(204);
  expect((await post(ENDPOINTS, alice)).body.send_as).toBe("+12025550178");
});

test("a domain identifier belongs to one project, and one that is made up cannot be taken either", async () => {
  const id = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";
  const client = await given({ seed: { projects: [{}, { id }, { sipProfile: { domain_identifier: "office" } }] } });
  for (const domain_identifier of ["office", "4f1c8b1e6f0a"]) {
    expect((await client.put(PROFILE, { domain_identifier })).body).toStrictEqual(
      refused("domain_identifier is already taken by another project"),
    );
  }
  expect((await client.put(PROFILE, { domain_identifier: "shop" })).status).toBe(201);
});
