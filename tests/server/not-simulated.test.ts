// Routes that the live service documents and this server does not simulate: never taken for an object that is not there.

import { expect, test } from "vitest";
import { clientOf, given, NUMBERS } from "./support.ts";

const ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

test.each([
  ["POST", "/api/relay/rest/phone_numbers"],
  ["DELETE", `/api/relay/rest/phone_numbers/${ID}`],
  ["GET", `/api/relay/rest/queues/${ID}/members?x=y`],
  ["GET", "/api/relay/rest/registry/beta/brands"],
  ["PUT", `/api/relay/rest/verified_caller_ids/${ID}/verification`],
  ["GET", "/api/relay/rest/short_codes"],
  ["POST", "/api/fabric/resources/relay_applications"],
  ["PATCH", `/api/fabric/resources/ai_agents/${ID}`],
  ["POST", "/api/calling/calls"],
  ["POST", "/api/relay/rest/verified_caller_ids"],
  ["GET", `/api/relay/rest/verified_caller_ids/${ID}`],
  ["POST", "/api/projects"],
  ["GET", `/api/laml/2010-04-01/Accounts/${ID}/Calls`],
])("%s %s answers 501 in JSON, and 401 without credentials", async (method, path) => {
  const client = await given();
  const reply = await client.send(method, path);
  expect([reply.status, reply.body]).toStrictEqual([501, { error: "Not Implemented" }]);
  expect((await clientOf(client.server, "x", "y").send(method, path)).status).toBe(401);
});

test.each([
  ["GET", `${NUMBERS}/${ID}`, 404],
  ["GET", "/api/relay/rest/nonsense", 404],
  ["GET", "/api/fabrics", 404],
  ["PATCH", NUMBERS, 405],
  ["PATCH", `/api/relay/rest/domain_applications/${ID}`, 405],
  ["DELETE", "/api/relay/rest/domain_applications", 405],
  ["PATCH", `/api/fabric/resources/cxml_scripts/${ID}`, 405],
  ["POST", "/api/relay/rest/sip_profile", 405],
])("%s %s answers %s as ever", async (method, path, status) => {
  expect((await (await given()).send(method, path)).status).toBe(status);
});
