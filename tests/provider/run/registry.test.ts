// The registry that a run's provider processes share, and the refusals after its serving process has ended.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Registry } from "../../../provider/run/registry.ts";
import { socketPath } from "../../../provider/run/registry-socket.ts";

const OBJECT = { account: "here project", keys: ["sipEndpoint username desk"], object: "sipEndpoint id 1" };
const DESK = { ...OBJECT, label: 'SipEndpoint "desk"' };

/** The answer about it to another process. */
const HELD = { label: DESK.label, isHolder: true };

const run = () => `127.0.0.1:${Math.floor(Math.random() * 1e9)}`;

it("an object that one process claims is held for the others, in the same account and run only", async () => {
  const engine = run();
  const [first, second] = [new Registry(engine), new Registry(engine)];
  expect(await first.put({ ...DESK, kind: "claim" })).toBeUndefined();
  expect(await first.put({ ...OBJECT, kind: "ask" })).toBeUndefined();
  const others = [
    ...[second.put({ ...OBJECT, kind: "ask" }), second.put({ ...DESK, label: "another", kind: "claim" })],
    second.put({ ...OBJECT, account: "there project", kind: "ask" }),
    new Registry(run()).put({ ...OBJECT, kind: "ask" }),
  ];
  expect(await Promise.all(others)).toEqual([HELD, HELD, undefined, undefined]);
});

it("a declaration prevents another one, and a deletion until it has an object of its own", async () => {
  const engine = run();
  const [first, second] = [new Registry(engine), new Registry(engine)];
  const { object: _, ...declaration } = DESK;
  await first.put({ ...declaration, kind: "intend" });
  expect(await second.put({ ...declaration, kind: "intend" })).toEqual({ label: DESK.label, isHolder: false });
  expect(await second.put({ ...OBJECT, kind: "ask" })).toEqual({ label: DESK.label, isHolder: false });
  await first.put({ ...DESK, object: "sipEndpoint id 2", kind: "claim" });
  expect(await second.put({ ...OBJECT, kind: "ask" })).toBeUndefined();
  // A name stays with the first resource that declares it.
  await second.put({ ...DESK, object: "sipEndpoint id 3", label: "other", kind: "claim" });
  expect(await first.put({ ...declaration, kind: "intend" })).toBeUndefined();
  expect(await second.put({ ...OBJECT, kind: "ask" })).toBeUndefined();
});

it("when the serving process has died, another one serves what was known, also to a process that starts later", async () => {
  const engine = run();
  const script =
    "const { Registry } = await import('./dist/provider/run/registry.js');" +
    "const registry = new Registry(process.argv[1]);" +
    "await registry.put({ ...JSON.parse(process.argv[2]), kind: 'claim' }); console.log('serves'); setInterval(() => {}, 1000);";
  const server = spawn(process.execPath, ["--input-type=module", "-e", script, engine, JSON.stringify(DESK)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(server.stdout, "data");
  const [client, another] = [new Registry(engine), new Registry(engine)];
  const line = { account: DESK.account, keys: ["phoneNumber number 1"], object: "phoneNumber id 1" };
  expect(await client.put({ ...line, label: "line", kind: "claim" })).toBeUndefined();
  expect(await another.put({ ...OBJECT, kind: "ask" })).toEqual(HELD);
  server.kill("SIGKILL");
  await once(server, "exit");
  for (const asking of [client, another, new Registry(engine)])
    expect(await asking.put({ ...OBJECT, kind: "ask" })).toEqual(HELD);
  for (const asking of [another, new Registry(engine)])
    expect(await asking.put({ ...line, kind: "ask" })).toEqual({ label: "line", isHolder: true });
  expect(await client.put({ ...line, kind: "ask" })).toBeUndefined();
});

it("a serving process whose socket file was removed becomes a client of the one that replaces it", async () => {
  const engine = run();
  const first = new Registry(engine);
  await first.put({ ...DESK, kind: "claim" });
  rmSync(socketPath(engine));
  const second = new Registry(engine);
  expect(await second.put({ ...OBJECT, object: "sipEndpoint id 2", keys: [], kind: "ask" })).toBeUndefined();
  expect(await first.put({ ...OBJECT, kind: "ask" })).toBeUndefined();
  expect(await second.put({ ...OBJECT, kind: "ask" })).toEqual(HELD);
});

/** Wrong for the serving process and for its clients. */
const UNREADABLE = [
  ["no JSON", "hello\n"],
  ["bytes", Buffer.from([0, 255, 254, 10, 0, 10])],
  ["null", "null\n"],
  ["a question without keys", '{"number":1,"kind":"ask","account":"a","owner":"o"}\n'],
  ["a question of an unknown kind", '{"number":1,"kind":"steal","account":"a","keys":[],"owner":"o"}\n'],
  ["an entry without an owner", '{"key":"k","entry":{"label":"l"}}\n'],
  ["an answer whose isHolder is a text", '{"number":1,"other":{"label":"l","isHolder":"true"}}\n'],
  ["a line without an end", "x".repeat(3 * 1024 ** 2)],
] as const;

/** Returns a server that answers every question with this line. It ends with the test. */
function answering(line: string | Uint8Array): Server {
  const server = createServer((socket) => socket.on("error", () => undefined).on("data", () => socket.write(line)));
  onTestFinished(() => void server.close());
  return server;
}

describe("a message that cannot be read", () => {
  it("closes its connection, and the serving process answers the others", async () => {
    const engine = run();
    const [first, second] = [new Registry(engine), new Registry(engine)];
    await first.put({ ...DESK, kind: "claim" });
    expect(await second.put({ ...OBJECT, kind: "ask" })).toEqual(HELD);
    for (const [what, line] of UNREADABLE) {
      const socket = connect(socketPath(engine))
        .on("error", () => undefined)
        .resume();
      socket.write(line);
      await vi.waitFor(() => expect(socket.destroyed, what).toBe(true), 5_000);
      expect(await second.put({ ...OBJECT, kind: "ask" })).toEqual(HELD);
    }
    const named = connect(socketPath(engine)).resume();
    const entry = { ...DESK, account: "", label: "Büro", kind: "claim", owner: "o" };
    const claim = Buffer.from(`${JSON.stringify(entry)}\n`);
    // The first packet ends within a letter.
    named.write(claim.subarray(0, claim.indexOf("ü") + 1));
    await new Promise((over) => setTimeout(over, 20));
    named.end(claim.subarray(claim.indexOf("ü") + 1));
    await once(named, "close");
    expect(await first.put({ ...OBJECT, account: "", kind: "ask" })).toEqual({ label: "Büro", isHolder: true });
    const half = connect(socketPath(engine)).resume();
    half.end(JSON.stringify({ number: 1, kind: "claim", owner: "o", ...OBJECT }).slice(0, -5));
    await once(half, "close");
    expect(await first.put({ ...OBJECT, kind: "ask" })).toBeUndefined();
  });

  it.each(UNREADABLE)("as an answer is none: %s", async (_, line) => {
    const engine = run();
    const server = answering(line);
    await new Promise<void>((resolve) => server.listen(socketPath(engine), resolve));
    await expect(new Registry(engine).put({ ...OBJECT, kind: "ask" })).rejects.toThrow(
      "the other provider processes of this run could not be asked whether they hold it (the process that knew has ended), so nothing was changed. Run the same command again.",
    );
  });
});

describe.skipIf(process.platform === "win32")("the folder of the socket (on Windows skipped: it has pipes)", () => {
  /** Sets the folder for temporary files, and returns the path of the folder in it. */
  function folderIn(base: string): string {
    const folder = mkdtempSync(join(base, "signalwire-registry-"));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    vi.stubEnv("TMPDIR", folder);
    return join(folder, `signalwire-${process.getuid?.()}`);
  }

  it("can be opened by this user only", async () => {
    const folder = folderIn(tmpdir());
    const engine = run();
    const registry = new Registry(engine);
    await registry.put({ ...DESK, kind: "claim" });
    expect([dirname(socketPath(engine)), statSync(folder).mode & 0o777]).toEqual([folder, 0o700]);
    utimesSync(socketPath(engine), 0, 0);
    await new Registry(run()).put({ ...DESK, kind: "claim" });
    expect(existsSync(socketPath(engine))).toBe(false);
    await registry.put({ ...DESK, kind: "ask" });
    expect(statSync(socketPath(engine)).isSocket()).toBe(true);
  });

  const own = process.getuid?.() ?? 0;
  it.each([
    ["others may open", false, 0o755, own],
    ["is a link", true, 0o700, own],
    ["the user's group can open", false, 0o750, own],
    ...(own === 0 ? ([["belongs to another user", false, 0o700, 65534]] as const) : []),
  ] as const)("that %s is not used, and what is served there is no answer", async (_, isLink, mode, owner) => {
    const folder = folderIn(tmpdir());
    const engine = run();
    const name = basename(socketPath(engine));
    rmSync(folder, { recursive: true });
    const real = isLink ? `${folder}-real` : folder;
    mkdirSync(real, { mode });
    if (isLink) symlinkSync(real, folder);
    chownSync(folder, owner, owner);
    const server = answering('{"number":1,"other":{"label":"l","isHolder":true}}\n');
    await new Promise<void>((resolve) => server.listen(join(folder, name), resolve));
    const [asked] = [new Registry(engine), new Registry(engine)];
    await expect(asked.put({ ...OBJECT, kind: "ask" })).rejects.toThrow(
      `${folder} is not a folder that only this user can open: remove it, or set TMPDIR`,
    );
  });

  it("lies elsewhere when the path would be too long for a socket", async () => {
    const folder = folderIn(tmpdir());
    // One byte too long.
    const length = 103 - join(folder, "0".repeat(24)).length;
    vi.stubEnv("TMPDIR", join(dirname(folder), `ä${"a".repeat(length - 2)}`));
    const engine = run();
    const [first, second] = [new Registry(engine), new Registry(engine)];
    await first.put({ ...DESK, kind: "claim" });
    expect(await second.put({ ...OBJECT, kind: "ask" })).toEqual(HELD);
    expect(dirname(socketPath(engine))).toBe(`/tmp/signalwire-${own}`);
  });

  const mayUnshare = spawnSync("unshare", ["--net", "true"]).status === 0;
  const without = mayUnshare ? "" : " (skipped: this user may not unshare a network)";
  it.skipIf(!mayUnshare)(`has another socket for the same address in another container${without}`, () => {
    const script = "console.log((await import('./provider/run/registry-socket.ts')).socketPath('127.0.0.1:1'))";
    const path = execFileSync("unshare", ["--net", process.execPath, "--input-type=module", "-e", script], {
      encoding: "utf8",
    }).trim();
    expect(dirname(path)).toBe(dirname(socketPath("127.0.0.1:1")));
    expect(path).not.toBe(socketPath("127.0.0.1:1"));
  });
});
