// The service's own SDK for Python, as published: its REST examples and a back end that is written with it. Nothing of it is changed.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { obtainPython, whyNoPython } from "../engine/python/venv.ts";
import { ENDPOINTS, given, NUMBERS } from "../server/support.ts";

const WEBHOOK = "https://example.com/swml-handler";
const without =
  (await whyNoPython()) ??
  (await obtainPython("sdk").then(
    () => undefined,
    (error: Error) => error.message.split("\n", 1)[0],
  ));

if (without) it.skip(`the SDK for Python (skipped: ${without})`);
else
  describe("the SDK for Python", () => {
    let python: string;
    let examples: string;

    beforeAll(async () => {
      python = await obtainPython("sdk");
      const where = "import signalwire, os; print(os.path.dirname(signalwire.__file__))";
      examples = join((await run(["-c", where])).out.trim(), "_docs/rest/examples");
    }, 300_000);

    async function run(args: readonly string[], env: { readonly [name: string]: string } = {}) {
      const child = spawn(python, args, { env: { PATH: process.env.PATH, ...env } });
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      return { out, err, code: code as number };
    }

    /** Runs an example of the SDK as its head says. */
    async function example(name: string) {
      const client = await given();
      const { url, project } = client.server;
      const [number] = (await client.get(NUMBERS)).body.data;
      const result = await run([join(examples, name)], {
        SIGNALWIRE_PROJECT_ID: project.id,
        SIGNALWIRE_API_TOKEN: project.apiToken,
        SIGNALWIRE_SPACE: new URL(url).host,
        PHONE_NUMBER_SID: number.id,
        SWML_WEBHOOK_URL: WEBHOOK,
      });
      return { ...result, client, number };
    }

    it("binds a phone number to an SWML webhook", async () => {
      const { code, out, err, client, number } = await example("rest_bind_phone_to_swml_webhook.py");
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toContain(`call_relay_script_url = '${WEBHOOK}'`);
      expect((await client.get(`${NUMBERS}/${number.id}`)).body).toMatchObject({
        call_handler: "relay_script",
        call_relay_script_url: WEBHOOK,
      });
    });

    it("lists numbers, reads and sets the SIP profile, and is told what cannot be bought", async () => {
      const { code, out, client } = await example("rest_phone_number_management.py");
      expect([code, out]).toEqual([0, expect.stringContaining("Updated SIP codecs")]);
      for (const { number } of (await client.get(NUMBERS)).body.data) expect(out).toContain(number);
      expect(out).toContain("Purchase failed (expected in demo): 501");
      expect((await client.get("/api/relay/rest/sip_profile")).body.default_codecs).toEqual(["PCMU", "PCMA"]);
    });

    it("never takes a route that is not simulated for a missing object", async () => {
      const inScope = ["rest_bind_phone_to_swml_webhook.py", "rest_phone_number_management.py"];
      // This one makes a script, and then reads the list of scripts as an array of pages (gap `script-lists`).
      const ofScripts = "rest_fabric_swml_and_callflows.py";
      expect((await example(ofScripts)).out).toContain("Created SWML script");
      const isOther = (name: string) => name.endsWith(".py") && ![...inScope, ofScripts].includes(name);
      const others = readdirSync(examples).filter(isOther);
      expect(others.length).toBeGreaterThan(5);
      for (const name of others) {
        const { out, err } = await example(name);
        expect(out + err, name).toContain("501");
        expect(out + err, name).not.toMatch(/\b40[0-9]\b|\b50[0234]\b/);
      }
    }, 300_000);

    it.each([
      ["the project's key", "PSK_right", "answered"],
      ["another key", "PSK_wrong", "failed"],
    ])("answers a call as a back end that validates signatures by %s", async (_, key, outcome) => {
      const port = await freePort();
      const agent = spawn(python, [fileURLToPath(new URL("../server/agent.py", import.meta.url)), String(port), key]);
      onTestFinished(() => void agent.kill());
      await answering(agent, port);
      const seed = { projects: [{ signingKey: "PSK_right" }] };
      const client = await given({ seed });
      const script = {
        call_handler: "relay_script",
        call_relay_script_url: `http://user:pass@127.0.0.1:${port}/agent`,
      };
      await client.post(ENDPOINTS, { username: "desk", password: "x", ...script });
      const trace = await client.server.call({ to: "desk", from: "+12025550177" });
      expect(trace.outcome, trace.text).toBe(outcome);
    });
  });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function answering(agent: ChildProcess, port: number): Promise<void> {
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/agent`).then(
      ({ status }) => status,
      () => agent.exitCode,
    );
  await expect.poll(answers, { timeout: 60_000, interval: 200 }).toBe(401);
}
