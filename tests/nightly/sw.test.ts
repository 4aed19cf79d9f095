// The published command line `sw` (PyPI: swsh), a client of another project, unchanged. It speaks TLS only, so a front stands before the
// server, as docs/reference-server.md describes it for other machines.

import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { run } from "../../scripts/engine/process.ts";
import { temporaryFolder } from "../scripts/machine.ts";
import { type Client, ENDPOINTS, given, NUMBERS, PROFILE } from "../server/support.ts";
import { describeFetched, fromPyPI } from "./fetched.ts";

const VERSION = "3.0.2";
const DOMAINS = "/api/relay/rest/domain_applications";
const CXML = "/api/fabric/resources/cxml_scripts";
const NUMBER = "+12025550101";
const SCRIPT = { call_handler: "relay_script", call_relay_script_url: "https://example.com/script.json" };

describeFetched(`sw ${VERSION}`, await fromPyPI("swsh", VERSION), (folder) => {
  /** Starts a server behind a TLS front, and returns a function that runs `sw` with the project's credentials. */
  async function started() {
    const client = await given();
    const home = temporaryFolder();
    const [key, cert] = [join(home, "key.pem"), join(home, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"];
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, "-keyout", key, "-out", cert];
    expect((await run("openssl", made, { env: { PATH: process.env.PATH } })).code).toBe(0);
    const port = await front(client, readFileSync(key), readFileSync(cert));
    const { id, apiToken } = client.server.project;
    const env = {
      ...{ PATH: process.env.PATH, HOME: home, SSL_CERT_FILE: cert, REQUESTS_CA_BUNDLE: cert },
      ...{ SIGNALWIRE_PROJECT_ID: id, SIGNALWIRE_API_TOKEN: apiToken, SIGNALWIRE_SPACE: `localhost:${port}` },
    };
    const sw = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(join(folder, "sw"), args, { cwd: home, env, timeoutMs: 60_000 });
      return { code, stdout, stderr };
    };
    const json = async (...args: string[]) => {
      const { code, stdout, stderr } = await sw(...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return JSON.parse(stdout);
    };
    return { client, sw, json };
  }

  it("lists numbers, finds one by its number or name, and gives it a script", { timeout: 120_000 }, async () => {
    const { client, json } = await started();
    const { data } = (await client.get(NUMBERS)).body;
    expect(await json("numbers", "list", "--json")).toEqual(data);
    const sets = Object.entries({ name: "Front", ...SCRIPT }).flatMap(([field, value]) => [
      "--set",
      `${field}=${value}`,
    ]);
    await json("numbers", "update", NUMBER, ...sets, "--json");
    const found = await json("numbers", "get", "Front", "--json");
    expect(found).toMatchObject({ number: NUMBER, name: "Front", ...SCRIPT });
    expect((await client.get(`${NUMBERS}/${found.id}`)).body).toEqual(found);
  });

  it("reads and sets the SIP profile", { timeout: 120_000 }, async () => {
    const { client, json } = await started();
    const { domain } = await json("sipprofile", "get", "--json");
    // Its `sipprofile update` looks for a list of profiles, which the service does not have.
    await json("api", PROFILE, "-X", "PUT", "--force", "-f", "default_encryption=required");
    expect((await client.get(PROFILE)).body).toMatchObject({ domain, default_encryption: "required" });
  });

  it("creates, lists and deletes a SIP endpoint, and prints what is refused", { timeout: 120_000 }, async () => {
    const { client, sw, json } = await started();
    const create = ["api", ENDPOINTS, "-X", "POST", "--force", "-f", "password=x", "-f", "username=desk"];
    const { id } = await json(...create);
    expect(await json("api", ENDPOINTS)).toMatchObject({ data: [{ id, username: "desk" }] });
    const taken = await sw(...create);
    expect([taken.code, taken.stdout + taken.stderr]).toEqual([
      1,
      expect.stringContaining("username is already taken"),
    ]);
    expect((await sw("api", `${ENDPOINTS}/${id}`, "-X", "DELETE", "--force")).code).toBe(0);
    expect((await client.get(ENDPOINTS)).body.data).toEqual([]);
  });

  it("creates a domain application, renames it by its name, and deletes it", { timeout: 120_000 }, async () => {
    const { client, sw, json } = await started();
    const { id } = await json("domains", "create", "--set", "name=Carrier", "--set", "identifier=support", "--json");
    await json("domains", "update", "Carrier", "--set", "name=Trunk", "--json");
    expect((await client.get(`${DOMAINS}/${id}`)).body).toMatchObject({ name: "Trunk", identifier: "support" });
    expect((await sw("domains", "delete", "Trunk", "--yes")).code).toBe(0);
    expect((await client.get(DOMAINS)).body.data).toEqual([]);
  });

  it("creates a script of each dialect", { timeout: 120_000 }, async () => {
    const { client, sw, json } = await started();
    const contents = "<Response><Say>Hello</Say></Response>";
    // Its `cxml create` sends a `name`, which the service's description of cXML scripts does not have.
    const fields = ["-f", "display_name=Menu", "-f", `contents=${contents}`];
    const made = await json("api", CXML, "-X", "POST", "--force", ...fields);
    const document = { version: "1.0.0", sections: { main: ["answer"] } };
    await json("swml", "create", "--body", JSON.stringify({ name: "Desk", contents: document }), "--json");
    expect(await json("cxml", "list", "--json")).toMatchObject([{ id: made.id, cxml_script: { contents } }]);
    expect(await json("swml", "list", "--json")).toMatchObject([{ swml_script: { contents: document } }]);
    expect((await client.get(`${CXML}/${made.id}`)).body.cxml_script).toMatchObject({ display_name: "Menu", contents });
    expect((await sw("cxml", "delete", made.id, "--yes")).code).toBe(0);
    expect((await client.get(CXML)).body.data).toEqual([]);
  });

  it("tells a route that is not simulated from a missing object", { timeout: 120_000 }, async () => {
    const { sw } = await started();
    const others = await sw("videorooms", "list", "--json");
    expect([others.code, others.stdout + others.stderr]).toEqual([1, expect.stringContaining("HTTP 501")]);
    const missing = await sw("numbers", "get", "3fa85f64-5717-4562-b3fc-2c963f66afa6", "--json");
    expect(missing.code).not.toBe(0);
    expect(missing.stdout + missing.stderr).not.toContain("501");
  });
});

async function front({ server }: Client, key: Buffer, cert: Buffer): Promise<number> {
  const tls = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    const onward = request(server.url + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => {
    tls.closeAllConnections();
    tls.close();
  });
  return (tls.address() as AddressInfo).port;
}
