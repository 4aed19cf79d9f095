// The published declarations, as a consumer's compiler reads them.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resourceNames, resources } from "../../contract/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

const RIGHT = `
import { validateResourceOfType } from "@pulumi/policy";
import * as pulumi from "@pulumi/pulumi";
import { ClientToken, type ClientTokenArgs, PhoneNumber, type PhoneNumberArgs, SipEndpoint, type SipEndpointArgs, SipProfile, type SipProfileArgs } from "pulumi-signalwire";
import { sipEndpoint } from "pulumi-signalwire/provider";
import { startServer } from "pulumi-signalwire/server";

const secret = pulumi.secret("x");
const args: SipEndpointArgs = { username: "a", password: secret, codecs: ["OPUS", pulumi.output("PCMU" as const)] };
const desk = new SipEndpoint("desk", args, { protect: true });
const line: PhoneNumberArgs = { number: "+12025550101", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id };
const phone = new PhoneNumber("line", line);
const empty: ClientTokenArgs = {};
const token = new ClientToken("token", empty);
new ClientToken("other");
const defaults: SipProfileArgs = { defaultCodecs: ["OPUS"], defaultSendAs: "random", onDestroy: "restore" };
export const domain: pulumi.Output<string> = new SipProfile("profile", defaults).domain;
new SipProfile("other");
export const jwt: pulumi.Output<string> = token.jwtToken;
export const capabilities: pulumi.Output<string[]> = phone.capabilities;
export const handler: pulumi.Output<string | undefined> = desk.callHandler;
export const type: "pulumi-nodejs:dynamic/signalwire:SipEndpoint" = SipEndpoint.__pulumiType;
export const provider: pulumi.dynamic.ResourceProvider = sipEndpoint;
// A policy's arguments come from the constructor.
export const typed = [
  validateResourceOfType(SipEndpoint, ({ username }) => { export_(username.length); }),
  validateResourceOfType(PhoneNumber, ({ name }) => { export_(name?.length ?? 0); }),
  validateResourceOfType(ClientToken, ({ expiresIn }) => { export_(expiresIn ?? 15); }),
];
function export_(_: number): void {}
export const url: Promise<string> = startServer({ port: 0 }).then((server) => server.url);
`;

// Each marked line must be an error: where it is none, the mark itself is one.
const WRONG = `
import { ClientToken, PhoneNumber, SipEndpoint, SipProfile } from "pulumi-signalwire";

// @ts-expect-error a user name is required
new SipEndpoint("a", { password: "x" });
// @ts-expect-error arguments are required
new SipEndpoint("b");
// @ts-expect-error no such codec
new SipEndpoint("c", { username: "a", password: "x", codecs: ["MP3"] });
// @ts-expect-error no such handler
new SipEndpoint("d", { username: "a", password: "x", callHandler: "relay_sip_endpoint" });
// @ts-expect-error misspelt
new SipEndpoint("e", { username: "a", password: "x", caller_id: "x" });
// @ts-expect-error the service sets it
new PhoneNumber("f", { number: "+12025550101", capabilities: ["voice"] });
// @ts-expect-error a method is GET or POST
new PhoneNumber("g", { number: "+12025550101", callRequestMethod: "PUT" });
// @ts-expect-error minutes are a number
new ClientToken("h", { expiresIn: "15" });
// @ts-expect-error the API's own name is not the argument's
new ClientToken("i", { resource: "alice" });
// @ts-expect-error the settings can only stay or go back
new SipProfile("k", { onDestroy: "clear" });
// @ts-expect-error no such value of a default
new SipProfile("l", { defaultEncryption: "default" });
const token = new ClientToken("j");
// @ts-expect-error outputs cannot be set
token.jwtToken = token.refreshToken;
// @ts-expect-error an output is no plain value
export const plain: string = token.jwtToken;
`;

describe("a program that uses the package by its name", () => {
  let folder: string;
  let said: string;

  // One run of the compiler over both programs. A declaration that it could not read would make the wrong one right.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signalwire-types-"));
    await mkdir(join(folder, "node_modules/@pulumi"), { recursive: true });
    await symlink(root, join(folder, "node_modules/pulumi-signalwire"));
    await symlink(join(root, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi"));
    await symlink(join(root, "node_modules/@pulumi/policy"), join(folder, "node_modules/@pulumi/policy"));
    await symlink(join(root, "node_modules/@types"), join(folder, "node_modules/@types"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "right.ts"), RIGHT);
    await writeFile(join(folder, "wrong.ts"), WRONG);
    const examples = resourceNames.map((name) => `example-${name}.ts`);
    for (const name of resourceNames)
      await writeFile(join(folder, `example-${name}.ts`), resources[name].usage.example);
    const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
    const modern = ["--target", "ES2022", "--module", "NodeNext", "--types", "node", "--skipLibCheck"];
    said = await promisify(execFile)(
      process.execPath,
      [tsc, ...strict, ...modern, "right.ts", "wrong.ts", ...examples],
      {
        cwd: folder,
      },
    ).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("compiles, strictly", () => {
    expect(said.split("\n").filter((line) => line.startsWith("right.ts"))).toEqual([]);
  });

  it("compiles when it is the example of a class", () => {
    expect(said.split("\n").filter((line) => line.startsWith("example-"))).toEqual([]);
  });

  it("does not compile where it is wrong", () => {
    expect(said.split("\n").filter((line) => line.startsWith("wrong.ts"))).toEqual([]);
  });
});
