import { describe, expect, test } from "vitest";
import { addEndpoint, connected, FROM, lamlFields, numberWith, TO } from "./called.ts";
import { ok, receiver } from "./receiver.ts";
import { given } from "./support.ts";

describe("a call to a SIP endpoint", () => {
  test("says where the live service differs, and an option plays its direction", async () => {
    const { url, received } = await receiver({ "/call": ok() });
    const live =
      "At the live service this handler takes the calls that the device places; a call to it rings the device.";
    const asSpecified = await given();
    await addEndpoint(asSpecified, "alice", { ...lamlFields(`${url}/call`, `${url}/fallback`, `${url}/status`) });
    const specified = await asSpecified.server.call({ to: "alice", from: FROM });
    expect(specified.text.split(live)).toHaveLength(2);
    expect(specified.outcome).toBe("answered");

    const client = await given({ outboundHandlers: true, extraFields: true });
    for (const [name, fields] of Object.entries({
      alice: lamlFields(`${url}/call`, `${url}/fallback`, `${url}/status`),
      ...{ bob: {}, carol: { call_handler: "passthrough" }, dave: { call_handler: "block-pstn" } },
    }))
      await addEndpoint(client, name, fields);
    received.length = 0;
    for (const to of ["alice", "bob", "dave"]) {
      const rung = await client.server.call({ to, from: FROM });
      expect(rung.verdict).toContain(`Rings the devices of the SIP endpoint ${to}`);
    }
    expect(received).toEqual([]);
    const placed = await client.server.call({ to: TO, from: "alice" });
    expect(placed).toMatchObject({ handler: "laml_webhooks", outcome: "answered" });
    expect(placed.text).not.toContain(live);
    expect(received.find(({ path }) => path === "/call")?.form).toMatchObject({ To: TO });
    const outcomes = async (to: string) => {
      const traces = [];
      for (const from of ["bob", "carol", "dave"]) traces.push((await client.server.call({ to, from })).outcome);
      return traces;
    };
    expect(await outcomes("alice")).toEqual(["handed-over", "handed-over", "handed-over"]);
    expect(await outcomes("+12025550199")).toEqual(["handed-over", "handed-over", "failed"]);
    const { verdict } = await client.server.call({ to: "+12025550199", from: "dave" });
    expect(verdict).toContain("may not call numbers such as +12025550199 (block-pstn)");
  });
});

describe("a call to a client", () => {
  test("through a number with relay_verto_endpoint rings while it is connected", async () => {
    const client = await numberWith({ call_handler: "relay_verto_endpoint", call_verto_resource: "alice" });
    const before = await client.server.call({ to: TO, from: FROM });
    expect(before.steps.at(-1)).toMatchObject({
      text: "No client is connected as alice.",
      field: "call_verto_resource",
    });
    await connected(client, "alice");
    const after = await client.server.call({ to: TO, from: FROM });
    expect(after.outcome).toBe("ringing");
    expect(after.steps.at(-1)?.next).toEqual({ what: "client", name: "alice" });
  });
});
