// The registry that a run's provider processes share, and the refusals after its serving process has ended.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { Registry } from "../../provider/registry.ts";

const OBJECT = { account: "here project", keys: ["sipEndpoint username desk"], object: "sipEndpoint id 1" };
const DESK = { ...OBJECT, label: 'SipEndpoint "desk"' };

const run = () => `127.0.0.1:${Math.floor(Math.random() * 1e9)}`;

it("an object that one process claims is held for the others, in the same account and run only", async () => {
  const engine = run();
  const [first, second] = [new Registry(engine), new Registry(engine)];
  expect(await first.put({ ...DESK, kind: "claim" })).toBeUndefined();
  expect(await first.put({ ...OBJECT, kind: "ask" })).toBeUndefined();
  expect(await second.put({ ...OBJECT, kind: "ask" })).toEqual({ label: DESK.label, isHolder: true });
  expect(await second.put({ ...DESK, label: "another", kind: "claim" })).toMatchObject({ isHolder: true });
  expect(await second.put({ ...OBJECT, account: "there project", kind: "ask" })).toBeUndefined();
  expect(await new Registry(run()).put({ ...OBJECT, kind: "ask" })).toBeUndefined();
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
});

it("when the serving process has died, another one serves what was known, also to a process that starts later", async () => {
  const engine = run();
  const script =
    "const { Registry } = await import('./dist/provider/registry.js');" +
    "const registry = new Registry(process.argv[1]);" +
    "await registry.put({ ...JSON.parse(process.argv[2]), kind: 'claim' }); console.log('serves'); setInterval(() => {}, 1000);";
  const server = spawn(process.execPath, ["--input-type=module", "-e", script, engine, JSON.stringify(DESK)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(server.stdout, "data");
  const [client, another] = [new Registry(engine), new Registry(engine)];
  const line = { account: DESK.account, keys: ["phoneNumber number 1"], object: "phoneNumber id 1" };
  expect(await client.put({ ...line, label: "line", kind: "claim" })).toBeUndefined();
  expect(await another.put({ ...OBJECT, kind: "ask" })).toMatchObject({ isHolder: true });
  server.kill("SIGKILL");
  await once(server, "exit");
  for (const asking of [client, another, new Registry(engine)])
    expect(await asking.put({ ...OBJECT, kind: "ask" })).toEqual({ label: DESK.label, isHolder: true });
  for (const asking of [another, new Registry(engine)])
    expect(await asking.put({ ...line, kind: "ask" })).toEqual({ label: "line", isHolder: true });
  expect(await client.put({ ...line, kind: "ask" })).toBeUndefined();
});
