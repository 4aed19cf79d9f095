// The published declarations, checked by a user's compiler.

import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resourceNames } from "../../contract/index.ts";
import { exampleOf } from "../../scripts/generate/examples.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const RIGHT = `
import { validateResourceOfType } from "@pulumi/policy";
import * as pulumi from "@pulumi/pulumi";
import { ClientToken, type Expectation, PhoneNumber, type PhoneNumberArgs, SipEndpoint, type SipEndpointArgs, type SipEndpointCalls, type SipEndpointDefaults, SipProfile, type SipProfileArgs } from "pulumi-signalwire";
import { sipEndpoint } from "pulumi-signalwire/provider";
import { startServer } from "pulumi-signalwire/server";

const config = new pulumi.Config();
const secret = pulumi.secret("x");
const args: SipEndpointArgs = { username: "a", password: secret, codecs: ["OPUS", pulumi.output("PCMU" as const)] };
const desk = new SipEndpoint("desk", args, { protect: true });
const line: PhoneNumberArgs = { number: "+12025550101", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id };
const phone = new PhoneNumber("line", line);
const wanted: Expectation[] = [{ keys: "1", rings: "a" }, { message: "STOP", reaches: "nobody" }];
new PhoneNumber("expected", { number: "x", expects: [{ at: "Sat", rings: desk.username }, { handedTo: "x" }, ...wanted] });
const token = new ClientToken("token");
const defaults: SipProfileArgs = { defaultCodecs: ["OPUS"], defaultSendAs: "random", onDestroy: "restore" };
export const provider: pulumi.dynamic.ResourceProvider = sipEndpoint;
// A policy's arguments come from the constructor.
export const typed = [
  validateResourceOfType(SipEndpoint, ({ username }) => { export_(username.length); }),
  validateResourceOfType(ClientToken, ({ expiresIn }) => { export_(expiresIn ?? 15); }),
];
function export_(_: number): void {}
export const url: Promise<string> = startServer({ port: 0 }).then((server) => server.url);

// A handler that is not known yet goes with any field.
new SipEndpoint("output", { username: "a", password: "x", callHandler: pulumi.output(config.require("handler")), callRelayScriptUrl: "x", callRequestUrl: secret });
// Each of several that a variable may hold has what it needs.
declare const kind: "relay_script" | "dialogflow";
new SipEndpoint("either", { username: "a", password: "x", callHandler: kind, callRelayScriptUrl: "x" });
// Each way to a password.
new SipEndpoint("reference", { username: "a", passwordFrom: { env: "X" }, passwordVersion: 2, adopt: config.getBoolean("x") });
new SipEndpoint("adopted", { username: pulumi.interpolate\`a\`, adopt: true });
new SipEndpoint("either-password", { username: "a", ...(config.getBoolean("x") ? { password: "x" } : { passwordFrom: { file: "x" } }) });
export const looked: pulumi.Output<string> = SipEndpoint.getByUsername("looked", pulumi.output("a"), { parent: desk }).id;
// Components, spreads, tables and transforms.
class Desk extends pulumi.ComponentResource {
  constructor(name: string, args: SipEndpointArgs & { number: pulumi.Input<string> }, opts?: pulumi.ComponentResourceOptions) {
    super("example:index:Desk", name, {}, opts);
    const { number, ...rest } = args;
    new SipEndpoint(name, rest, { parent: this });
    const { id } = new SipEndpoint(name, { ...rest, callerId: "x" }, { parent: this });
    new PhoneNumber(name, { number, callHandler: "relay_sip_endpoint", callSipEndpointId: id }, { parent: this });
  }
}
new Desk("desk", { username: "a", password: "x", number: "x", callHandler: "dialogflow" });
// A handler that a condition chooses, and arguments that several endpoints share.
const url_ = config.get("url");
const calls: SipEndpointCalls = url_ ? { callHandler: "relay_script", callRelayScriptUrl: url_ } : {};
new SipEndpoint("chosen", { username: "a", password: "x", ...calls });
const shared: SipEndpointDefaults = { encryption: "required", codecs: ["OPUS"], ...calls };
new SipEndpoint("shared", { username: "a", password: secret, ...shared });
const some = { encryption: "required", codecs: ["OPUS"] } satisfies Partial<SipEndpointArgs>;
const script = { callHandler: "relay_script", callRelayScriptUrl: "x" } as const;
new SipEndpoint("spread", { username: "a", password: "x", ...some, ...script });
const table: Record<string, SipEndpointArgs> = { a: { username: "x", password: "x", callHandler: "video_room", callVideoRoomId: "x" } };
for (const [name, each] of Object.entries(table)) new SipEndpoint(name, { ...each, sendAs: "random" });
pulumi.runtime.registerResourceTransform(({ props, opts }) => ({ props: { ...props, encryption: "required" }, opts }));
`;

// Each line ends with the field that its error must name.
const WRONG = `
import { ClientToken, PhoneNumber, SipEndpoint, type SipEndpointArgs, type SipEndpointCalls, type SipEndpointDefaults, SipProfile } from "pulumi-signalwire";
new SipEndpoint("a", { password: "x" }); // username
new SipEndpoint("f", { username: "a" }); // password
new SipEndpoint("f", { username: "a", password: "x", passwordFrom: { env: "X" } }); // passwordFrom
new SipEndpoint("f", { username: "a", passwordFrom: { url: "x" } }); // url
new SipEndpoint("g", { username: "a", password: "x", callHandler: "relay_script" }); // callRelayScriptUrl
new SipEndpoint("g", { username: "a", password: "x", callHandler: "relay_script", callRelayScriptUrl: "x", callRequestUrl: "x" }); // callRequestUrl
new SipEndpoint("g", { username: "a", password: "x", callRelayScriptUrl: "x" }); // callHandler
const mistyped: SipEndpointDefaults = { encryption: "none" }; // encryption
const half: SipEndpointDefaults = { callHandler: "relay_script" }; // callRelayScriptUrl
const desk: SipEndpointArgs = { username: "a", password: "x", callHandler: "ai_agent" }; // callAiAgentId
new PhoneNumber("h", { name: "x" }); // number
new PhoneNumber("h", { number: "x", expects: [{ keys: "1", reaches: "desk" }] }); // reaches
new PhoneNumber("h", { number: "+12025550101", phoneNumberId: "x" }); // phoneNumberId
new PhoneNumber("h", { number: "+12025550101", capabilities: ["voice"] }); // capabilities
new ClientToken("i", { expiresIn: "15" }); // expiresIn
new SipProfile("k", { onDestroy: "clear" }); // onDestroy
const token = new ClientToken("j"); // fine
token.jwtToken = token.refreshToken; // jwtToken
export const plain: string = token.jwtToken; // plain
void [desk, mistyped, half]; // fine
`;

const OPTIONS: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  types: ["node"],
  skipLibCheck: true,
};

describe("a program that uses the package by its name", () => {
  let folder: string;
  let program: ts.Program;
  let found: { readonly file: string; readonly line: number; readonly said: string }[];

  // One compilation of all programs. An unreadable declaration would leave the wrong programs without errors.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signalwire-types-"));
    await mkdir(join(folder, "node_modules/@pulumi"), { recursive: true });
    await symlink(root, join(folder, "node_modules/pulumi-signalwire"), "junction");
    for (const name of ["@pulumi/pulumi", "@pulumi/policy", "@types"])
      await symlink(join(root, "node_modules", name), join(folder, "node_modules", name), "junction");
    const files: { [name: string]: string } = {
      "package.json": '{ "type": "module" }',
      "right.ts": RIGHT,
      "wrong.ts": WRONG,
    };
    for (const name of resourceNames) files[`example-${name}.ts`] = exampleOf(name, "typescript");
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const sources = Object.keys(files).filter((name) => name.endsWith(".ts"));
    const host = { ...ts.createCompilerHost(OPTIONS), getCurrentDirectory: () => folder };
    program = ts.createProgram(
      sources.map((name) => join(folder, name)),
      OPTIONS,
      host,
    );
    found = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
      const name = file?.fileName.split("/").at(-1) ?? "";
      const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
      const place = /(\w+)(?:: \W*)?$/.exec(file?.text.slice(0, start) ?? "")?.[1];
      const subject = /^\w+/.exec(file?.text.slice(start) ?? "")?.[0];
      return { file: name, line, said: `${place} ${subject} ${ts.flattenDiagnosticMessageText(messageText, "\n")}` };
    });
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const problemsOf = (start: string) => found.filter(({ file }) => file.startsWith(start));

  it("compiles, strictly", () => {
    expect(problemsOf("right.ts")).toEqual([]);
  });

  it("compiles when it is the example of a class", () => {
    expect(problemsOf("example-")).toEqual([]);
  });

  it.each(resourceNames)("shows the documentation of every argument of %s, whatever else is chosen", (name) => {
    const checker = program.getTypeChecker();
    const example = program.getSourceFile(join(folder, `example-${name}.ts`));
    const created = example && creationOf(example, name);
    const signature = created && checker.getResolvedSignature(created);
    const parameter = signature?.getParameters()[1];
    if (!created || !parameter) throw new Error(`The example creates no ${name}`);
    const args = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, created));
    const properties = (args.isUnion() ? args.types : [args]).flatMap((way) => checker.getPropertiesOfType(way));
    const undocumented = properties.filter((each) => each.getDocumentationComment(checker).length === 0);
    expect(properties).not.toEqual([]);
    expect(undocumented.map((each) => each.name)).toEqual([]);
  });

  it("does not compile where it is wrong, and hears of the field", () => {
    const unnamed = WRONG.split("\n").flatMap((text, line) => {
      const [, field] = /\/\/ (\w+)$/.exec(text) ?? [];
      const said = problemsOf("wrong.ts")
        .filter((each) => each.line === line)
        .map((each) => each.said);
      const isAsMarked =
        field === undefined || field === "fine"
          ? said.length === 0
          : said.some((each) => new RegExp(`\\b${field}\\b`).test(each));
      return isAsMarked ? [] : [{ text, said }];
    });
    expect(unnamed).toEqual([]);
  });
});

function creationOf(node: ts.Node, name: string): ts.NewExpression | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === name) return node;
  return ts.forEachChild(node, (each) => creationOf(each, name));
}
