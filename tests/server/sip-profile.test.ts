import { expect, test } from "vitest";
import { details, given, PROFILE, refused } from "./support.ts";

const INITIAL = {
  domain: expect.stringMatching(/\.sip\.example\.com$/),
  domain_identifier: expect.any(String),
  default_codecs: ["OPUS", "G722", "PCMU", "PCMA", "VP8", "H264"],
  default_ciphers: [
    "AEAD_AES_256_GCM_8",
    "AES_256_CM_HMAC_SHA1_80",
    "AES_CM_128_HMAC_SHA1_80",
    "AES_256_CM_HMAC_SHA1_32",
    "AES_CM_128_HMAC_SHA1_32",
  ],
  default_encryption: "optional",
  default_send_as: null,
};

test("a new project allows everything", async () => {
  const { get } = await given();
  const reply = await get(PROFILE);
  expect(reply.status).toBe(200);
  expect(reply.body).toStrictEqual(INITIAL);
});

test("a change answers 201 and leaves what it does not name", async () => {
  const { put, get } = await given();
  const reply = await put(PROFILE, { default_codecs: ["OPUS"], domain_identifier: "office" });
  expect(reply.status).toBe(201);
  expect(reply.body).toStrictEqual({
    ...INITIAL,
    domain: "reference-office.sip.example.com",
    domain_identifier: "office",
    default_codecs: ["OPUS"],
  });
  expect((await get(PROFILE)).body).toStrictEqual(reply.body);
});

test("null and the empty list restore the first values", async () => {
  const { put } = await given();
  await put(PROFILE, {
    default_codecs: ["OPUS"],
    default_ciphers: ["AEAD_AES_256_GCM_8"],
    default_encryption: "required",
    default_send_as: "+12025550101",
  });
  const reply = await put(PROFILE, {
    default_codecs: [],
    default_ciphers: null,
    default_encryption: null,
    default_send_as: null,
  });
  expect(reply.body).toStrictEqual(INITIAL);
});

test("it refuses values of its fields that mean nothing, all at once", async () => {
  const { put } = await given();
  const reply = await put(PROFILE, { default_encryption: "default", domain: "x", id: "y" });
  expect(details(reply)).toStrictEqual([
    "default_encryption must be required or optional",
    "domain is set by the service and cannot be sent",
    "id is not a field of a SIP profile",
  ]);
});

test("it refuses a number that is not the project's", async () => {
  const { put } = await given();
  expect((await put(PROFILE, { default_send_as: "+12025550199" })).body).toStrictEqual(
    refused("default_send_as must be a number that the project has bought or verified"),
  );
});

test("it can be neither created nor deleted", async () => {
  const client = await given();
  const reply = await client.delete(PROFILE);
  expect([reply.status, reply.headers.get("allow")]).toStrictEqual([405, "GET, PUT"]);
});
