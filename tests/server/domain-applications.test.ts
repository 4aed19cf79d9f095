// Domain applications: their operations, and the calls that come in at their domains (gap `domain-applications`).

import { describe, expect, it } from "vitest";
import { FROM, numberWith, swml, TO } from "./called.ts";
import { receiver } from "./receiver.ts";
import { details, given, secondOf } from "./support.ts";

const APPLICATIONS = "/api/relay/rest/domain_applications";
const CARRIER = { name: "Carrier", identifier: "carrier" };
const AGENT = "fe4093d9-58c2-4931-b4b9-5679f82652c6";

describe("a domain application", () => {
  it("keeps a field that no answer shows, until it is cleared", async () => {
    const client = await given();
    const { body } = await client.post(APPLICATIONS, { ...CARRIER, call_handler: "ai_agent", call_ai_agent_id: AGENT });
    expect(body).not.toHaveProperty("call_ai_agent_id");
    const renamed = await client.put(`${APPLICATIONS}/${body.id}`, { name: "Other" });
    expect([renamed.status, renamed.body.name, renamed.body.call_handler]).toEqual([200, "Other", "ai_agent"]);
    const cleared = await client.put(`${APPLICATIONS}/${body.id}`, { call_ai_agent_id: null });
    expect(details(cleared)).toEqual(["call_ai_agent_id is required when call_handler is ai_agent"]);
  });

  it("shows a Relay topic under its other names", async () => {
    const client = await given();
    const relay = { call_handler: "relay_application", call_relay_application: "office", call_relay_context: null };
    const { body } = await client.post(APPLICATIONS, { ...CARRIER, ...relay });
    expect([body.call_relay_topic, body.call_relay_context]).toEqual(["office", "office"]);
    expect(body).not.toHaveProperty("call_relay_application");
  });

  it("moves its domain with the identifier, is listed by a part of it, and is deleted", async () => {
    const client = await given();
    const { body } = await client.post(APPLICATIONS, CARRIER);
    const moved = await client.put(`${APPLICATIONS}/${body.id}`, { identifier: "PBX" });
    expect(moved.body.domain).toBe("reference-pbx");
    const found = async (query: string) => (await client.get(`${APPLICATIONS}?${query}`)).body.data.length;
    expect(await found("filter_domain=reference-pb")).toBe(1);
    expect(await found("filter_domain=carrier")).toBe(0);
    expect(await found("filter_name=arr")).toBe(1);
    expect((await client.delete(`${APPLICATIONS}/${body.id}`)).status).toBe(204);
    expect(await found("")).toBe(0);
  });

  it("is refused with a taken identifier, in another project too", async () => {
    const client = await given({ seed: { projects: [{}, {}] } });
    await client.post(APPLICATIONS, CARRIER);
    expect(details(await client.post(APPLICATIONS, CARRIER))).toEqual([
      "identifier is already taken by another domain application of the project",
    ]);
    expect(details(await secondOf(client).post(APPLICATIONS, { ...CARRIER, identifier: "CARRIER" }))).toEqual([
      "identifier is already taken by another project of the space",
    ]);
    // Identifiers that differ in case alone have the same domain.
    const variant = await client.post(APPLICATIONS, { ...CARRIER, identifier: "Carrier" });
    expect(details(variant)).toEqual(["identifier is already taken by another domain application of the project"]);
    const { body } = await client.post(APPLICATIONS, { ...CARRIER, identifier: "pbx" });
    expect((await client.put(`${APPLICATIONS}/${body.id}`, { identifier: "PBX" })).status).toBe(200);
    expect(details(await client.put(`${APPLICATIONS}/${body.id}`, { identifier: "CARRIER" }))).toHaveLength(1);
  });
});

describe("a call to its domain", () => {
  const DOMAIN = "reference-carrier.dapp.example.com";

  it.each([
    [{}, "x", "answered", "address_unchecked"],
    [{ user: "helpdesk" }, "x", "unanswered", "user_unmatched"],
    [{ user: "helpdesk" }, "helpdesk", "answered", "address_unchecked"],
    // What the service's own address may do, only its list says.
    [{ ip_auth_enabled: true, ip_auth: ["203.0.113.5"] }, "x", "handed-over", "dials_outside"],
  ])("by a script of the project, with %j as %s: %s", async (fields, user, outcome, code) => {
    const dial = swml(["answer", { connect: { to: `sip:${user}@${DOMAIN}` } }]);
    const { url, received } = await receiver({ "/menu": swml([]), "/dial": dial });
    const scriptAt = (path: string) => ({ call_handler: "relay_script", call_relay_script_url: url + path });
    const client = await numberWith(scriptAt("/dial"));
    expect((await client.post(APPLICATIONS, { ...CARRIER, ...scriptAt("/menu"), ...fields })).status).toBe(201);
    const trace = await client.server.call({ to: TO, from: FROM });
    expect(trace.steps.map((step) => step.code)).toContain(code);
    const paths = outcome === "answered" ? ["/dial", "/menu"] : ["/dial"];
    expect([trace.outcome, received.map(({ path }) => path)], trace.text).toEqual([outcome, paths]);
  });
});
