// What a command that runs the engine gets besides the engine's own answers: the findings of a drift check, and values in clear.

import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { REPORT_READ_FAILURES, REPORT_VALUES } from "../../../provider/config/config.ts";
import { receiveReports } from "../../../sdk/reports.ts";
import { addEndpoint, ask, list, requests, type Server } from "../../engine/service.ts";
import type { Kind, Props } from "../host.ts";
import { marked } from "../marks.ts";
import { served } from "../served.ts";

const NUMBER = "+12025550101";
const GONE = "00000000-0000-4000-8000-000000000000";
const NOTHING = { drift: { dangling: [] } };

const on = served({ seed: { projects: [{ numbers: [NUMBER] }, {}] } });

afterEach(() => void vi.unstubAllEnvs());

it("a drift check records unnamed changes, and each reference to an object or a script that is gone, asked for once", async () => {
  const [cxml, swml] = [`${on.server.url}/laml-bins/${GONE}`, `${on.server.url}/relay-bins/${GONE}`];
  const endpoint = await addEndpoint(on.server, "gone");
  const url = "https://user:canary@example.com/";
  const main = [url, swml, swml].map((dest) => ({ transfer: { dest } }));
  const contents = JSON.stringify({ version: "1.0.0", sections: { main } });
  const DESK = { username: "desk", password: "canary-password" };
  // One is there, another one is of another project, and the last one is of another host.
  const [kept, theirs] = await Promise.all(
    on.server.projects.map(async (project) => {
      const of = { ...on.server, project } as Server;
      await ask(of, "POST", "/api/fabric/resources/swml_scripts", { name: "Kept", contents });
      const [script] = await list(of, "/api/fabric/resources/swml_scripts");
      return String(Object(script?.swml_script).request_url);
    }),
  );
  const others = [kept, theirs, `https://voice.example.com/relay-bins/${GONE}`].map((dest) => ({ transfer: { dest } }));
  const LINE = { number: NUMBER, callHandler: "laml_webhooks" };
  const unnamed = [
    { field: "message_request_url", actual: "https://[secret]@example.com/" },
    { field: "name", actual: "Theirs" },
  ];
  const ROWS: readonly [Kind, Props, object][] = [
    // A status callback is no script, and another server's script is not known.
    [
      "phoneNumber",
      { ...LINE, callRequestUrl: cxml, callFallbackUrl: url, callStatusCallbackUrl: cxml },
      {
        found: {},
        current: { message_request_url: marked(url), name: "Theirs" },
        drift: { dangling: ["call_request_url"], unnamed },
        written: ["call_fallback_url", "call_handler", "call_request_url", "call_status_callback_url"],
      },
    ],
    ["swmlScript", { displayName: "Flow", contents }, { drift: { dangling: ["contents"] } }],
    [
      "sipEndpoint",
      { ...DESK, callHandler: "relay_script", callRelayScriptUrl: swml },
      { drift: { dangling: ["call_relay_script_url"] } },
    ],
    ["sipEndpoint", { ...DESK, username: "other" }, NOTHING],
    ["swmlScript", { displayName: "Others", contents: JSON.stringify({ sections: { main: others } }) }, NOTHING],
  ];
  const made = await Promise.all(ROWS.map(([kind, args]) => on.host.create(kind, args)));
  const byHand = { name: "Theirs", message_handler: "laml_webhooks", message_request_url: url };
  await ask(on.server, "PUT", `/phone_numbers/${made[0]?.id}`, byHand);
  vi.stubEnv(REPORT_READ_FAILURES, "true");
  await on.host.newRun();
  on.server.journal.clear();
  const found: unknown[] = [];
  for (const [at, [kind]] of ROWS.entries()) {
    const { inputs, outputs } = await on.host.read(kind, made[at]?.id ?? "", made[at]?.outputs ?? {});
    const { project: _, schemaVersion: __, inherited: ___, ...records } = outputs.__state as Props;
    found.push([inputs, records]);
  }
  expect(found).toEqual(ROWS.map(([, args, records]) => [args, records]));
  expect(requests(on.server).filter((each) => each.includes("-bins/"))).toEqual([
    `GET /laml-bins/${GONE}`,
    `GET /relay-bins/${GONE}`,
    `GET ${new URL(String(theirs)).pathname}`,
  ]);
  expect(on.host.printed).not.toContain("is left as it is");
  // A target by its id, in a refresh of a program that names it.
  const rings = { number: NUMBER, callHandler: "relay_sip_endpoint", callSipEndpointId: endpoint };
  const outputs = await on.host.update("phoneNumber", made[0]?.id ?? "", made[0]?.outputs ?? {}, rings);
  await ask(on.server, "DELETE", `/endpoints/sip/${endpoint}`);
  await on.host.newRun();
  const read = await on.host.read("phoneNumber", made[0]?.id ?? "", outputs);
  expect(Object(read.outputs.__state).drift).toEqual({ dangling: ["call_sip_endpoint_id"], unnamed });
});

it("a command that asks for values gets those of a check by the resource's name, and those of a read by the id, in clear", async () => {
  const reports = receiveReports();
  onTestFinished(reports.close);
  const desk = { username: "desk", password: "canary-password" };
  const { id, outputs } = await on.host.create("sipEndpoint", desk);
  vi.stubEnv(REPORT_VALUES, await reports.path);
  await on.host.check("sipEndpoint", {}, { ...desk, callerId: null, __declaredAs: "front" });
  await on.host.check("sipEndpoint", {}, { username: "unnamed" });
  await on.host.check("phoneNumber", {}, { number: 5, __declaredAs: "line" });
  await on.host.read("sipEndpoint", id, outputs);
  expect([...reports.received]).toEqual([
    ["sipEndpoint front", desk],
    ["phoneNumber line", { number: 5 }],
    [`sipEndpoint ${id}`, expect.objectContaining({ ...desk, encryption: "optional" })],
  ]);
  expect((await list(on.server, "/endpoints/sip")).map(({ username }) => username)).toEqual(["desk"]);
});
