import { describe, expect, test } from "vitest";
import { details, ENDPOINTS, given, NUMBERS, PROFILE, refused } from "./support.ts";

const alice = { username: "alice", password: "correct-horse" };
const detailOf = ({ detail }: { detail: string }) => detail;

test("creating is refused with every problem at once, in the form of the service", async () => {
  const { post } = await given();
  await post(ENDPOINTS, alice);
  const requests = [
    {
      ...{ username: "alice smith", caller_id: 7, encryption: "sometimes", call_handler: "laml_application" },
      ...{ usrname: "alice", id: "3fa85f64-5717-4562-b3fc-2c963f66afa6" },
    },
    { ...alice, username: "bob", send_as: "+12025550199" },
    { username: "alice" },
  ];
  const replies = await Promise.all(requests.map((request) => post(ENDPOINTS, request)));
  expect(replies.map(details)).toStrictEqual([
    [
      "call_laml_application_id is required when call_handler is laml_application",
      "caller_id must be a string",
      "encryption must be one of default, required, optional",
      "id is set by the service and cannot be sent",
      "password is required",
      "username must not contain white space or the character @",
      "usrname is not a field of a SIP endpoint",
    ],
    ["send_as must be a number that the project has bought or verified"],
    ["password is required", "username is already taken by another SIP endpoint of the project"],
  ]);
  for (const { status, body } of replies)
    expect([status, body]).toStrictEqual([422, refused(...body.errors.map(detailOf))]);
});

describe("updating", () => {
  test("changes what the body names and leaves the rest, or everything when it is refused", async () => {
    const { post, put, get } = await given();
    const { body } = await post(ENDPOINTS, { ...alice, caller_id: "before", codecs: ["PCMU"] });
    const path = `${ENDPOINTS}/${body.id}`;
    expect((await put(path, { caller_id: "new", encryption: "never" })).status).toBe(422);
    expect((await get(path)).body).toStrictEqual(body);
    const reply = await put(path, { caller_id: "after" });
    expect(reply.status).toBe(200);
    expect(reply.body).toStrictEqual({ ...body, caller_id: "after" });
  });

  test("validates the stored and the sent values together", async () => {
    const { post, put } = await given();
    const { body } = await post(ENDPOINTS, { ...alice, call_relay_script_url: "https://example.com/a" });
    expect((await put(`${ENDPOINTS}/${body.id}`, { call_handler: "relay_script" })).status).toBe(200);
    expect((await put(`${ENDPOINTS}/${body.id}`, { call_relay_script_url: null })).body).toStrictEqual(
      refused("call_relay_script_url is required when call_handler is relay_script"),
    );
  });
});

test("deleting is refused for the handler of a number where that is protected, naming the numbers", async () => {
  const { get, post, put, delete: remove } = await given({ protectHandlers: true });
  const { id } = (await post(ENDPOINTS, alice)).body;
  const numbers = (await get(NUMBERS)).body.data.slice(1);
  const rings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id };
  for (const number of numbers) await put(`${NUMBERS}/${number.id}`, rings);
  const reply = await remove(`${ENDPOINTS}/${id}`);
  const detail = "id is assigned as the handler of +12025550101, +12025550102 and cannot be deleted";
  expect([reply.status, reply.body]).toStrictEqual([
    400,
    { errors: [{ detail, status: "400", title: "Invalid Attribute", code: "resource_assigned_as_handler" }] },
  ]);
  expect((await get(`${ENDPOINTS}/${id}`)).status).toBe(200);

  await put(`${NUMBERS}/${numbers[0].id}`, { call_handler: null });
  await put(`${NUMBERS}/${numbers[1].id}`, { call_sip_endpoint_id: null });
  expect((await remove(`${ENDPOINTS}/${id}`)).status).toBe(204);
  expect((await remove(`${ENDPOINTS}/${id}`)).status).toBe(404);
});

describe("the two names of the Relay context", () => {
  test.each([
    ["call_relay_application wins", { call_relay_context: "loser", call_relay_application: "winner" }, {}, "winner"],
    ["the alias counts where the other is null", { call_relay_context: "a", call_relay_application: null }, {}, "a"],
    ["an update names only the alias", { call_relay_application: "before" }, { call_relay_context: "after" }, "after"],
  ])("read back as one value: %s", async (_, created, changed, value) => {
    const { post, put } = await given();
    const { body } = await post(ENDPOINTS, { ...alice, call_handler: "relay_context", ...created });
    const reply = await put(`${ENDPOINTS}/${body.id}`, changed);
    expect(reply.body).toMatchObject({ call_relay_context: value, call_relay_application: value });
    expect((await put(`${ENDPOINTS}/${body.id}`, { call_relay_context: null })).status).toBe(422);
  });
});

test("what an endpoint inherits follows the SIP profile as it changes, where the endpoint set nothing itself", async () => {
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
