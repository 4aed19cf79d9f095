// cXML applications in the LaML API: web forms, flat failures, and lists of its own.

import { expect, test } from "vitest";
import { CXML_APPLICATION } from "../contract/described.ts";
import { type Client, clientOf, given, NUMBERS, type Reply, unset } from "./support.ts";

const MORE_INFO = "https://signalwire.com/docs/compatibility-api/reference/errors";
const UNKNOWN = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";

function pathOf({ server }: Client): string {
  return `/api/laml/2010-04-01/Accounts/${server.project.id}/Applications`;
}

/** Posts a web form. */
function post({ send }: Client, path: string, form: { readonly [name: string]: string }): Promise<Reply> {
  return send("POST", path, { body: new URLSearchParams(form) });
}

test("an application is made from a web form, and shows every key in snake_case", async () => {
  const client = await given();
  client.server.clock.set("2026-05-05T19:08:41Z");
  const path = pathOf(client);
  const made = await post(client, path, { FriendlyName: "Office & more", VoiceUrl: "https://example.com/voice?a=b" });
  expect(made.status).toBe(201);
  const { sid } = made.body;
  const { id: _, ...fields } = unset(CXML_APPLICATION);
  expect(made.body).toStrictEqual({
    ...fields,
    sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    account_sid: client.server.project.id,
    api_version: "2010-04-01",
    date_created: "Tue, 05 May 2026 19:08:41 +0000",
    date_updated: "Tue, 05 May 2026 19:08:41 +0000",
    friendly_name: "Office & more",
    uri: `${path}/${sid}.json`,
    voice_url: "https://example.com/voice?a=b",
    voice_caller_id_lookup: null,
    message_status_callback: null,
  });
  expect((await client.get(`${path}/${sid}`)).body).toStrictEqual(made.body);
  const { id } = client.server.project;
  expect((await client.get(`${path.replace(id, id.toUpperCase())}/${sid}`)).body).toStrictEqual(made.body);
});

test("an update is a POST that keeps what it leaves out, and an empty value unsets a field", async () => {
  const client = await given();
  const path = pathOf(client);
  const office = { FriendlyName: "Office", VoiceUrl: "https://example.com/voice", SmsUrl: "https://example.com/sms" };
  const { sid } = (await post(client, path, office)).body;
  const made = (await client.get(`${path}/${sid}`)).body;
  const changed = await post(client, `${path}/${sid}`, { FriendlyName: "Front desk", SmsUrl: "" });
  const { date_updated } = changed.body;
  expect([changed.status, changed.body]).toStrictEqual([
    200,
    { ...made, friendly_name: "Front desk", sms_url: null, date_updated },
  ]);
  const unnamed = await post(client, `${path}/${sid}`, { SmsUrl: "" });
  expect([unnamed.status, unnamed.body.message]).toStrictEqual([422, "FriendlyName is required"]);
  expect((await client.delete(`${path}/${sid}`)).status).toBe(204);
  expect((await client.get(`${path}/${sid}`)).status).toBe(404);
});

test("every failure is flat, with one message for all problems", async () => {
  const client = await given();
  const path = pathOf(client);
  const flat = (status: number, code: number, message: string) => ({ code, message, more_info: MORE_INFO, status });
  const replies = [
    await post(client, path, { VoiceUrl: "nowhere", VoiceMethod: "PUT", SmsMethod: "" }),
    await client.get(`${path}/${UNKNOWN}`),
    await clientOf(client.server, client.server.project.id, "nothing").get(path),
    await client.post(path, { FriendlyName: "Office" }),
    await client.get(path.replace(client.server.project.id, UNKNOWN)),
  ];
  const url =
    "VoiceUrl must be an absolute http:// or https:// URL without white space, for example https://example.com/voice";
  expect(replies.map(({ body }) => body)).toStrictEqual([
    flat(422, 20_422, `FriendlyName is required; ${url}; VoiceMethod must be POST or GET`),
    flat(404, 20_404, "Not Found"),
    flat(401, 20_003, "Unauthorized"),
    flat(415, 20_415, "Unsupported Media Type"),
    flat(404, 20_404, "Not Found"),
  ]);
  // Also where the failures of other objects are words.
  const plain = await given({ plainFailures: true });
  expect((await plain.get(`${NUMBERS}/${UNKNOWN}`)).text).toBe("Not Found");
  expect((await plain.get(`${path}/${UNKNOWN}`)).body).toStrictEqual(flat(404, 20_404, "Not Found"));
});

test("lists have pages with links of their own, and find by a part of the name", async () => {
  const client = await given();
  const path = pathOf(client);
  for (const name of ["A", "AB", "B"]) await post(client, path, { FriendlyName: name });
  const first = (await client.get(`${path}?PageSize=2`)).body;
  expect(first).toStrictEqual({
    uri: `${path}?Page=0&PageSize=2`,
    first_page_uri: `${path}?Page=0&PageSize=2`,
    next_page_uri: expect.stringMatching(/\?Page=1&PageSize=2&PageToken=PA[0-9a-f-]{36}$/),
    previous_page_uri: null,
    page: 0,
    page_size: 2,
    applications: [expect.objectContaining({ friendly_name: "B" }), expect.objectContaining({ friendly_name: "AB" })],
  });
  const second = (await client.get(first.next_page_uri)).body;
  expect(second.applications.map(({ friendly_name }: { friendly_name: string }) => friendly_name)).toStrictEqual(["A"]);
  expect([second.page, second.next_page_uri]).toStrictEqual([1, null]);
  expect((await client.get(`${path}?FriendlyName=B`)).body.applications).toHaveLength(2);
  expect((await client.get(`${path}?Page=1`)).body.message).toBe(
    "PageToken is required when Page is above 0; follow the links of the page before",
  );
});
