import { describe, expect, test } from "vitest";
import { ENDPOINTS, given, PROFILE } from "./support.ts";

const alice = { username: "alice", password: "correct-horse" };

describe("the two names of the Relay context", () => {
  test("read back as one value, and call_relay_application wins", async () => {
    const { post } = await given();
    const reply = await post(ENDPOINTS, {
      ...alice,
      call_handler: "relay_context",
      call_relay_context: "loser",
      call_relay_application: "winner",
    });
    expect(reply.body).toMatchObject({ call_relay_context: "winner", call_relay_application: "winner" });
  });

  test("let the alias count where the other is null", async () => {
    const { post } = await given();
    const reply = await post(ENDPOINTS, {
      ...alice,
      call_relay_context: "support",
      call_relay_application: null,
    });
    expect(reply.body).toMatchObject({ call_relay_context: "support", call_relay_application: "support" });
  });

  test("are both changed by an update that names only the alias", async () => {
    const { post, put } = await given();
    const { body } = await post(ENDPOINTS, { ...alice, call_relay_application: "before" });
    const reply = await put(`${ENDPOINTS}/${body.id}`, { call_relay_context: "after" });
    expect(reply.body).toMatchObject({ call_relay_context: "after", call_relay_application: "after" });
  });

  test("cannot be cleared through the alias while the handler needs them", async () => {
    const { post, put } = await given();
    const { body } = await post(ENDPOINTS, {
      ...alice,
      call_handler: "relay_context",
      call_relay_application: "support",
    });
    expect((await put(`${ENDPOINTS}/${body.id}`, { call_relay_context: null })).status).toBe(422);
  });
});

describe("what an endpoint inherits", () => {
  test("follows the SIP profile as it changes, where the endpoint set nothing itself", async () => {
    const { post, put, get } = await given();
    const plain = (await post(ENDPOINTS, alice)).body.id;
    const own = (await post(ENDPOINTS, { ...alice, username: "bob", codecs: ["OPUS"] })).body.id;
    const profile = {
      default_codecs: ["PCMU", "PCMA"],
      default_ciphers: ["AEAD_AES_256_GCM_8"],
      default_encryption: "required",
      default_send_as: "+12025550102",
    };
    expect((await put(PROFILE, profile)).status).toBe(201);
    expect((await get(`${ENDPOINTS}/${plain}`)).body).toMatchObject({
      codecs: ["PCMU", "PCMA"],
      ciphers: ["AEAD_AES_256_GCM_8"],
      encryption: "required",
      send_as: "+12025550102",
    });
    expect((await get(`${ENDPOINTS}/${own}`)).body.codecs).toStrictEqual(["OPUS"]);
  });

  test("shows the encryption value default as it was sent", async () => {
    const { post } = await given();
    expect((await post(ENDPOINTS, { ...alice, encryption: "default" })).body.encryption).toBe("default");
  });
});
