// The pack in its own process, as the engine starts it: equal verdicts to the functions, at the configured level.

import { copyFile, cp, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { exemptSchema, longestSchema } from "../../policy/exemptions.ts";
import { type PresetName, policiesOf, type Rule, rules, startPack, unknown, yesNo } from "../../policy/index.ts";
import type { Options } from "../../policy/options.ts";
import { requireEncryption } from "../../policy/rules/media.ts";
import { answerCalls } from "../../policy/rules/phone-number.ts";
import { run } from "../../scripts/engine/process.ts";
import { marked } from "../provider/marks.ts";
import { Analyzer, type Config, configOf, configurationOf } from "./analyzer.ts";
import { bad } from "./corpus.ts";
import { finishedFrom, INHERITS } from "./trials.ts";

let pack: Analyzer;
let temporary: string;

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), "signalwire-policy-"));
  pack = await Analyzer.start({ TMPDIR: temporary, NODE_COMPILE_CACHE: "" });
});

afterAll(async () => {
  await pack?.stop();
  await rm(temporary, { recursive: true });
});

/** Starts a pack in this process. Returns what the SDK would serve, and its reading of a configuration. */
function started(of: readonly Rule[], preset?: PresetName) {
  const load = createRequire(createRequire(import.meta.url).resolve("@pulumi/policy"));
  const { configure } = load("@pulumi/pulumi/proto/analyzer_grpc_pb").AnalyzerService;
  const { requestDeserialize } = configure;
  const serve = vi.spyOn(load("./server"), "serve").mockReturnValue(undefined);
  startPack("ours", of, preset);
  return {
    served: serve.mock.lastCall,
    configure: (config: Config) =>
      configure.requestDeserialize(configurationOf(config).serializeBinary()).getPolicyconfigMap(),
    restore: () => {
      serve.mockRestore();
      configure.requestDeserialize = requestDeserialize;
    },
  };
}

/** The first bad program of each rule. */
const firsts = [...new Map(bad.toReversed().map((each) => [each.says[0]?.split(":", 1)[0], each])).values()];

it("describes every rule for the engine, with its severity, its remedy and the schema of its options", () => {
  const about = { validateStack: expect.any(Function) };
  const ofResource = { validateResource: expect.any(Function) };
  const expected = rules.map(({ name, demands, severity, levels, remedy, options, ...rule }) => {
    const schemas = Object.entries(options as Options).map(([option, { schema, doc, default: standard }]) => {
      return [option, { ...schema, description: doc, default: standard }] as const;
    });
    const properties = { ...Object.fromEntries(schemas), exempt: exemptSchema, longestExemption: longestSchema };
    return {
      ...{ name, severity, description: demands, enforcementLevel: levels.baseline, remediationSteps: remedy },
      ...{ ...about, ...(rule.covers !== "stack" && ofResource), configSchema: { properties } },
      ...("remediate" in rule && { remediateResource: expect.any(Function) }),
    };
  });
  expect(policiesOf(rules)).toEqual(expected);
});

it("changes what the engine holds in place, and nothing of a resource without a violation", () => {
  const [policy] = policiesOf([requireEncryption as Rule]) as [ResourceValidationPolicy];
  const remediated = (kind: string, props: object) => {
    const notApplicable = (reason: string) => {
      throw new Error(reason);
    };
    const args = { type: `signalwire:index:${kind}`, urn: "urn", props, getConfig: () => ({}), notApplicable };
    return policy.remediateResource?.(args as never);
  };
  const props = { encryption: "optional" };
  expect(remediated("SipEndpoint", props)).toBe(props);
  expect([props, remediated("SipEndpoint", { ...props })]).toEqual([{ encryption: "required" }, undefined]);
  const { stackTraceLimit } = Error;
  expect(() => remediated("PhoneNumber", {})).toThrow(
    "the rule is about SipEndpoint, SipProfile, DomainApplication that the stack manages",
  );
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});

it("blocks the violations of a program at the level of the preset, in any language, with the remedy of the rule", async () => {
  for (const [at, { says, stack, stackName, options }] of firsts.entries()) {
    await pack.configure(configOf("strict", options));
    const sent = stack.map((each) => ({ ...each, ...(at % 2 && { isOfPlugin: true as const }) }));
    const [name = ""] = says.map((each) => each.split(":", 1)[0]);
    const found = (await pack.analyze(sent, stackName)).filter(({ rule }) => rule === name);
    const { remedy, levels } = rules.find((each) => each.name === name) as Rule;
    const messages = says.map((each) => `${each.slice(name.length + 2).replace(/ @.*/, "")}. ${remedy}`);
    expect(found).toEqual(
      messages.map((message) => ({ rule: name, level: levels.strict, message: expect.stringContaining(message) })),
    );
  }
});

it("notes what cannot be evaluated yet and which exemption ends, and blocks neither", async () => {
  const until = new Date().toISOString().slice(0, 10);
  const options = { exempt: [{ resource: "door", reason: "no SRTP", until }] };
  await pack.configure({ "sip-endpoint-encryption": { level: "mandatory", options } });
  const trials = [
    { kind: "SipEndpoint", name: "door", args: { encryption: "optional" } },
    { kind: "SipEndpoint", name: "desk", args: { encryption: unknown } },
    { kind: "SipEndpoint", name: "hall", args: { extra: { encryption: unknown } } },
  ] as const;
  const found = await pack.analyze(trials);
  expect(found.filter(({ rule }) => rule === "sip-endpoint-encryption")).toEqual(
    [
      "the exemption of door ends on",
      "cannot be evaluated yet, because desk.encryption and hall.encryption are known only",
    ].map((part) => {
      return { rule: "sip-endpoint-encryption", level: "advisory", message: expect.stringContaining(part) };
    }),
  );
  const [policy] = policiesOf([requireEncryption as Rule]) as [ResourceValidationPolicy & StackValidationPolicy];
  const resources = finishedFrom([...trials, { kind: "SipEndpoint", name: "bare", args: { username: "bare" } }]);
  const [getConfig, report] = [() => ({ ...options, explicit: true }), vi.fn()];
  const validate = policy.validateResource as (args: object, report: unknown) => unknown;
  for (const each of resources) validate({ ...each, getConfig }, report);
  await expect(policy.validateStack({ resources, getConfig } as never, report)).rejects.toThrow("cannot be evaluated");
  const message = expect.stringMatching(/^sip-endpoint-encryption: the exemption of door ends on /);
  expect(report.mock.calls).toEqual([
    [{ message, enforcementLevel: "advisory" }],
    [expect.stringContaining(INHERITS("encryption")), resources[3]?.urn],
  ]);
});

it("corrects the arguments and keeps secrets and the provider reference", async () => {
  const all = rules.map((rule): [string, Config[string]] => [rule.name, { level: "remediate" }]);
  await pack.configure(Object.fromEntries(all));
  const given = { username: "desk", password: "kV7-canary-qX2pLw9z", encryption: "optional" };
  const ciphers = ["AEAD_AES_256_GCM_8", "AES_CM_128_HMAC_SHA1_32"];
  expect(await pack.remediate({ kind: "SipEndpoint", args: { ...given, ciphers } })).toEqual({
    __provider: expect.stringContaining("sipEndpoint"),
    username: "desk",
    password: marked("kV7-canary-qX2pLw9z"),
    encryption: "required",
    ciphers: ["AEAD_AES_256_GCM_8"],
  });
});

it("refuses every mistake of a configuration before the first resource, and takes a level for all rules", async () => {
  const level = "advisory";
  await pack.configure({ all: { level } });
  const exempt = [{ resource: "door", reason: "", until: "2026-01-01" }];
  const wrong: Config = {
    all: { level },
    "webhok-host": { level },
    "webhook-hosts": { level, options: { host: ["a.example"], hosts: ["https://a.example"] } },
    "webhook-https": { level, options: { length: 5, longestExemptions: 5, exempt } },
  };
  const problems =
    "The configuration of the policy pack is wrong: there is no rule webhok-host, the nearest is webhook-hosts; " +
    "webhook-https has no option length; it has none; " +
    "webhook-https has no option longestExemptions; it has longestExemption; " +
    "webhook-https exempt: exemption of door has no reason; " +
    "webhook-hosts has no option host; it has hosts; webhook-hosts hosts must hold host names, without scheme, port and path.";
  await expect(pack.configure(wrong)).rejects.toThrow(problems);
  const { configure, restore } = started(rules);
  onTestFinished(restore);
  expect(configure({ all: { level } }).getLength()).toBe(1);
  expect(() => configure(wrong)).toThrow(problems);
  expect(() => configure({ "webhok-host": { level } })).toThrow("there is no rule webhok-host");
});

it("serves a team's own rules, at the levels and options of the preset", () => {
  const own = [
    { ...requireEncryption, name: "our-encryption", options: { explicit: yesNo(true, "Whether.", { strict: false }) } },
    { ...answerCalls, name: "our-handler" },
  ] as Rule[];
  const { served, restore } = started(own, "strict");
  onTestFinished(restore);
  const levels = {
    "our-encryption": { enforcementLevel: "mandatory", explicit: false },
    "our-handler": "mandatory",
  };
  const pack = { policies: [], description: "Rules for SignalWire telephony" };
  const policies = own.map(({ name }) => expect.objectContaining({ name }));
  expect(served).toEqual(["ours", "0.0.0", "advisory", { ...pack, policies }, levels]);
});

it("loads no serializer, and keeps what Node compiled for the next start, although the engine ends it by a signal", async () => {
  await pack.stop();
  const kept = await readdir(join(temporary, "node-compile-cache"), { recursive: true });
  // Pulumi's SDK with its dependencies, and the files of the pack. With the SDK's serializer of functions they are 850.
  expect(kept.length).toBeGreaterThan(300);
  expect(kept.length).toBeLessThan(600);
});

it("names the package to install where Pulumi's is missing", async () => {
  for (const file of ["index.mjs", "start.mjs"]) await copyFile(join("policy", file), join(temporary, file));
  const started = () => run(process.execPath, [join(temporary, "index.mjs")], { env: process.env });
  const { code, stderr } = await started();
  expect(code).toBe(1);
  expect(stderr).toContain("Install it: npm install --save-dev @pulumi/policy");
  await symlink(resolve("node_modules"), join(temporary, "node_modules"));
  expect((await started()).stderr).toContain("Cannot find module './bundle/policy/index.js'");
});

it("serves the presets as they are written from the packed folder, which has all that its rules load", async () => {
  const root = join(temporary, "packed");
  const [packed, dist] = [join(root, "policy"), join(root, "dist")];
  await cp("policy", packed, { recursive: true, filter: (path) => !/\.ts$|^policy.(?:bundle|rules)/.test(path) });
  await symlink(resolve("dist"), dist);
  await run(process.execPath, [join(packed, "prepack.mjs")], { env: process.env });
  await rm(dist);
  await symlink(resolve("node_modules"), join(root, "node_modules"));
  const load = createRequire(import.meta.url);
  const { files } = load("../../policy/package.json");
  expect((await readdir(packed)).sort()).toEqual([...files, "package.json", "prepack.mjs"].sort());
  const loaded = ["index.mjs", "strict/index.mjs", "bundle/cli/calls/declared.js"].map(
    (file) => `await import("./${file}");`,
  );
  const serve = `import sdk from "@pulumi/policy/server.js"; sdk.serve = (...given) => console.log(JSON.stringify(given[4]));`;
  const script = ["--input-type=module", "--eval", serve + loaded.join("")];
  const { code, stdout, stderr } = await run(process.execPath, script, { env: process.env, cwd: packed });
  const presets = ["baseline", "strict"].map((preset) => load(`../../policy/presets/${preset}.json`));
  const served = presets.map((preset) => `${JSON.stringify(preset)}\n`).join("");
  expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: "", stdout: served });
});
