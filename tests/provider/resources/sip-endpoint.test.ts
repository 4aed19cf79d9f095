// A SIP endpoint through Pulumi's provider process: the requests of each operation, and the stored outputs.

import { describe, expect, it } from "vitest";
import { ask, environmentOf, list, requests } from "../../engine/service.ts";
import { COLLECTION, DESK, desk, EVERYTHING, GONE, host, ON_THE_WIRE, puts, server, useDesks } from "../desks.ts";
import { DirectHost } from "../direct-host.ts";
import { Host, type Props } from "../host.ts";
import { change, type Managed, messageOf, shown, up } from "../managed.ts";

useDesks();

describe("creating", () => {
  it("sends one request with the arguments under the API's names and nothing else", async () => {
    await up(host, "sipEndpoint", EVERYTHING);
    expect(requests(server)).toEqual([`POST ${COLLECTION}`]);
    expect(server.journal.entries[0]?.requestBody).toEqual({ ...ON_THE_WIRE, password: "[hidden]" });
  });

  it("sends only a user name and a password when that is all there is", async () => {
    await up(host, "sipEndpoint", { ...DESK, callerId: null });
    expect(server.journal.entries[0]?.requestBody).toEqual({ username: "front-desk", password: "[hidden]" });
  });

  it("stores the service's identifier and the arguments as they were given", async () => {
    const made = await up(host, "sipEndpoint", EVERYTHING);
    const [endpoint] = await list(server, "/endpoints/sip");
    expect(made.id).toBe(endpoint?.id);
    expect(shown(made.outputs)).toEqual(EVERYTHING);
    expect(made.inputs).toEqual(EVERYTHING);
  });

  it("stores nothing of what the project's SIP profile supplies", async () => {
    expect(shown((await up(host, "sipEndpoint", DESK)).outputs)).toEqual(DESK);
  });

  it("sends the empty list, which means the project's default", async () => {
    await up(host, "sipEndpoint", { ...DESK, codecs: [] });
    expect(server.journal.entries[0]?.requestBody).toMatchObject({ codecs: [] });
  });

  it("fails when the user name is taken, and changes nothing of the endpoint that has it", async () => {
    await desk({ callerId: "Somebody" });
    expect(await messageOf(host.create("sipEndpoint", DESK))).toMatch(
      /^Could not create the SIP endpoint "front-desk": .* taken/,
    );
    const writes = server.journal.entries.filter(({ method }) => method !== "GET");
    expect(writes.map(({ method, status }) => `${method} ${status}`)).toEqual(["POST 422"]);
    expect(await list(server, "/endpoints/sip")).toHaveLength(1);
  });

  it("finds its configuration also when the first calls of a process come together", async () => {
    const fresh = await Host.start({ env: environmentOf(server) });
    try {
      const names = ["a", "b", "c", "d", "e", "f"];
      const made = await Promise.all(names.map((username) => fresh.create("sipEndpoint", { ...DESK, username })));
      expect(new Set(made.map(({ id }) => id)).size).toBe(names.length);
    } finally {
      await fresh.stop();
    }
  });
});

describe("reading", () => {
  it("sends one GET and finds no drift after a create with every argument", async () => {
    const made = await desk(EVERYTHING);
    const found = await host.read("sipEndpoint", made.id, made.outputs);
    expect(requests(server)).toEqual([`GET ${COLLECTION}/${made.id}`]);
    expect(found).toEqual({ id: made.id, outputs: made.outputs, inputs: made.inputs });
  });

  it("shows the live value of an argument that was changed elsewhere, and keeps the password", async () => {
    const made = await desk({ callerId: "Front desk", codecs: ["OPUS"] });
    await ask(server, "PUT", `/endpoints/sip/${made.id}`, { caller_id: "Somebody", codecs: ["VP8"] });
    const found = await host.read("sipEndpoint", made.id, made.outputs);
    const expected = { ...DESK, callerId: "Somebody", codecs: ["VP8"] };
    expect(found.inputs).toEqual(expected);
    expect(shown(found.outputs)).toEqual(expected);
  });

  it("leaves out an argument that was taken away elsewhere", async () => {
    const made = await desk({ callerId: "Front desk" });
    await ask(server, "PUT", `/endpoints/sip/${made.id}`, { caller_id: null });
    expect((await host.read("sipEndpoint", made.id, made.outputs)).inputs).toEqual(DESK);
  });

  it("shows a field that is not in the program and was set outside", async () => {
    const made = await desk();
    await ask(server, "PUT", `/endpoints/sip/${made.id}`, { call_relay_script_url: "https://example.com/x" });
    expect((await host.read("sipEndpoint", made.id, made.outputs)).inputs).toEqual({
      ...DESK,
      callRelayScriptUrl: "https://example.com/x",
    });
  });

  it("keeps the program's order of a list", async () => {
    const made = await desk({ codecs: ["VP8", "OPUS", "PCMU"] });
    await ask(server, "PUT", `/endpoints/sip/${made.id}`, { codecs: ["OPUS", "PCMU", "VP8"] });
    const found = await host.read("sipEndpoint", made.id, made.outputs);
    expect(found.inputs?.codecs).toEqual(["VP8", "OPUS", "PCMU"]);
  });

  it("answers with an empty identifier when the endpoint is gone", async () => {
    const made = await desk();
    await ask(server, "DELETE", `/endpoints/sip/${made.id}`);
    expect(await host.read("sipEndpoint", made.id, made.outputs)).toEqual({ id: "", outputs: {} });
  });
});

describe("reading inherited values", () => {
  const PROFILE = { default_codecs: ["PCMU"], default_encryption: "required", default_send_as: "+12025550101" };
  const RESET = { default_codecs: [], default_encryption: "optional", default_send_as: null };
  const LEAST = [DESK, { ...DESK, codecs: [], ciphers: [], encryption: "default" }];

  /** Reads in a new process, like an engine operation: a process reads the profile only once. */
  async function read(made: Managed): Promise<{ inputs?: Props | undefined; outputs: Props }> {
    const fresh = await DirectHost.start(server);
    server.journal.clear();
    try {
      return await fresh.read("sipEndpoint", made.id, made.outputs);
    } finally {
      await fresh.stop();
    }
  }

  it.each(LEAST)("finds no drift of %j, whatever the project's SIP profile is changed to", async (args) => {
    const made = await desk(args);
    await ask(server, "PUT", "/sip_profile", PROFILE);
    try {
      expect((await read(made)).inputs).toEqual(made.inputs);
      expect(requests(server)).toEqual([`GET ${COLLECTION}/${made.id}`, "GET /api/relay/rest/sip_profile"]);
    } finally {
      await ask(server, "PUT", "/sip_profile", RESET);
    }
  });

  it.each(LEAST)("shows what was set elsewhere on %j, and an update puts the unset form back", async (args) => {
    const made = await desk(args);
    const set = { codecs: ["VP8"], ciphers: ["AEAD_AES_256_GCM_8"], encryption: "required", send_as: "+12025550101" };
    await ask(server, "PUT", `/endpoints/sip/${made.id}`, set);
    const { outputs, inputs = {} } = await read(made);
    const { send_as: sendAs, ...same } = set;
    expect(shown(inputs)).toEqual({ ...made.inputs, ...same, sendAs });
    expect(shown(outputs)).toEqual(shown(inputs));
    server.journal.clear();
    const changed = await change(host, "sipEndpoint", { id: made.id, outputs, inputs }, args);
    expect(puts()).toEqual([{ codecs: [], ciphers: [], encryption: "default", send_as: null }]);
    expect(shown(changed.outputs)).toEqual(made.inputs);
    expect((await read(changed)).inputs).toEqual(made.inputs);
  });

  it("asks for no profile when the program sets every such field", async () => {
    const every = {
      ...DESK,
      codecs: ["OPUS"],
      ciphers: ["AEAD_AES_256_GCM_8"],
      encryption: "optional",
      sendAs: "random",
    };
    const made = await desk(every);
    expect((await read(made)).inputs).toEqual(every);
    expect(requests(server)).toEqual([`GET ${COLLECTION}/${made.id}`]);
  });

  it.each([401, 403, 404, 405])("finds no drift where the profile answers %i, rather than failing", async (status) => {
    const made = await desk();
    await ask(server, "PUT", `/endpoints/sip/${made.id}`, { codecs: ["VP8"] });
    server.faults.add({ path: "/api/relay/rest/sip_profile", effect: "status", status, body: { error: "x" } });
    expect((await read(made)).inputs).toEqual(DESK);
    server.faults.clear();
  });
});

describe("deleting", () => {
  it("sends one DELETE", async () => {
    const made = await desk();
    await host.newRun();
    await host.delete("sipEndpoint", made.id, made.outputs);
    expect(requests(server)).toEqual([`DELETE ${COLLECTION}/${made.id}`]);
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  });

  it("succeeds when the endpoint is gone already, which the list proves", async () => {
    await host.newRun();
    await host.delete("sipEndpoint", GONE, DESK);
    expect(server.journal.entries.map(({ method, status }) => `${method} ${status}`)).toEqual([
      "DELETE 404",
      "GET 200",
    ]);
  });
});

it("prints nothing but adoptions", () => {
  const lines = host.printed.split("\n").filter((line) => line !== "");
  expect(lines.filter((line) => !/^adopted the SIP endpoint "[^"]+": [0-9a-f-]{36}$/.test(line))).toEqual([]);
});
