// The drift check as a user runs it: every verdict, every report, and no changes.

import { mkdir, readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { Report } from "../../../cli/report/model.ts";
import { describeStack, server, stack } from "../described.ts";
import { endpoint, endpoints, number, startFrom } from "../lives/helpers.ts";
import { itemsIn, reportOf, sectionsIn } from "../reports.ts";
import { ask, list, type Server } from "../service.ts";

const CANARY = "canary-Pa55word";
const PROGRAM = `const common = { password: "${CANARY}", callerId: "said" };
new SipEndpoint("fine", { username: "fine", ...common });
new SipEndpoint("drifted", { username: "drifted", ...common });
new SipEndpoint("missing", { username: "missing", ...common });
new SipEndpoint("ignored", { username: "ignored", ...common }, { ignoreChanges: ["callerId"] });
new PhoneNumber("unreadable", { number: "+12025550100", name: "Desk" });
new SipEndpoint("extra", { username: "extra", password: common.password, extra: { floor: "said", wing: "said" } }, { ignoreChanges: ["extra.wing"] });
new ClientToken("due", { resource: "alice", expiresIn: 5, renewBefore: 1 });
new ClientToken("fresh", { resource: "bob" });
`;

async function idOf(server: Server, username: string): Promise<string> {
  const found = (await list(server, "/endpoints/sip")).find((each) => each.username === username);
  return String(found?.id);
}

const fromHere = (path: string) => readFile(new URL(path, import.meta.url), "utf8");

// One of them stays as it was sold.
const numbers = ["+12025550100", "+12025550101", "+12025550102"];
const whole = { numbers, service: { extraFields: true }, asUser: true, once: true } as const;

describeStack("the drift check", whole, () => {
  beforeAll(async () => {
    await startFrom(stack, PROGRAM);
  });

  it("reports every verdict in every form, and changes nothing", async () => {
    // The token is due by the server's clock alone.
    server.clock.advance({ minutes: 4.5 });
    await ask(server, "PUT", `/endpoints/sip/${await idOf(server, "drifted")}`, { caller_id: "made" });
    await ask(server, "PUT", `/endpoints/sip/${await idOf(server, "ignored")}`, { caller_id: "made" });
    await ask(server, "PUT", `/endpoints/sip/${await idOf(server, "extra")}`, { floor: "made", wing: "made" });
    await ask(server, "DELETE", `/endpoints/sip/${await idOf(server, "missing")}`);
    await ask(server, "POST", "/endpoints/sip", { username: "stray", password: CANARY });
    const numbers = await list(server, "/phone_numbers");
    const line = (number: string) => numbers.find((each) => each.number === number)?.id;
    await ask(server, "PUT", `/phone_numbers/${line("+12025550101")}`, { call_handler: "dialogflow" });
    const fault = server.faults.add({
      method: "GET",
      path: `/api/relay/rest/phone_numbers/${line("+12025550100")}`,
      times: "always",
      effect: "status",
      status: 500,
    });
    const [summary, json, junit, markdown] = ["summary.md", "r/a.json", "r/b.xml", "r/c.md"].map((name) =>
      stack.path(name),
    );
    await mkdir(stack.path(".git"));
    const variables = {
      ...{ SIGNALWIRE_CLOCK: "server", GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary },
      // The user's own options of a refresh, with which this one would fail.
      ...{ PULUMI_OPTION_EXPECT_NO_CHANGES: "true", PULUMI_OPTION_SKIP_PREVIEW: "true" },
    };
    for (const [name, value] of Object.entries(variables)) stack.export(name, value);
    const before = await stack.stateText();

    const { code, out, err } = await stack.command(
      ...["drift", "--unmanaged", "--report", `json=${json}`, "--report", `junit=${junit}`],
      ...["--report", `markdown=${markdown}`],
    );

    for (const name of Object.keys(variables)) stack.export(name, undefined);
    server.faults.remove(fault.id);
    expect(code, err).toBe(1);
    expect(await stack.stateText()).toBe(before);

    const found = await readFile(json ?? "", "utf8");
    expect(sectionsIn(found)).toEqual({
      ...{ due: "renewal-due", fresh: "unreadable", unreadable: "error", drifted: "drifted", fine: "in-sync" },
      ...{ ignored: "ignored", missing: "missing", stray: "unmanaged", "+12025550101": "unmanaged" },
      extra: "ignored",
    });
    const difference = { property: "callerId", expected: "said", actual: "made" };
    const changed = (section: string, name: string) => itemsIn(found, section).find((item) => item.name === name);
    const drifted = changed("drifted", "drifted");
    expect(drifted?.changes).toEqual([difference]);
    expect(drifted?.source).toEqual({ file: "index.ts", line: 5 });
    expect(changed("ignored", "ignored")?.changes).toEqual([difference]);
    const extra = (field: string) => ({ ...difference, property: `extra.${field}` });
    expect(changed("ignored", "extra")?.changes).toEqual([extra("wing")]);
    expect(changed("drifted", "extra")?.changes).toEqual([extra("floor")]);
    expect(itemsIn(found, "error")[0]?.lines[0]).toContain("500");

    const isValid = new Ajv2020().compile(JSON.parse(await fromHere("../../../docs/report.schema.json")));
    isValid(JSON.parse(found));
    expect(isValid.errors).toBeNull();
    const xml = await readFile(junit ?? "", "utf8");
    const { errors } = await validateXML({ xml, schema: await fromHere("../../cli/report/junit.xsd") });
    expect(errors).toEqual([]);

    const forms = [out, xml, await readFile(markdown ?? "", "utf8")];
    for (const form of forms) {
      for (const name of ["drifted", "missing", "unreadable", "due", "stray", "+12025550101"])
        expect(form).toContain(name);
      expect(form).toMatch(/callerId/);
    }
    expect(await readFile(summary ?? "", "utf8")).toBe(forms[2]);
    expect(out).toMatch(/^::error file=index\.ts,line=5,.*drifted/m);
    expect([...forms, err, found].join()).not.toContain(CANARY);
  });
});

describeStack("names that the engine's patterns do not match", { asUser: true, once: true }, () => {
  const NAMES = ["plain", "a\nb", "\r\n", "a\u2028b", "x::y", "*", "it's"];

  it("are checked, counted, and named in commands that work", async () => {
    await startFrom(
      stack,
      `${JSON.stringify(NAMES)}.forEach((name, at) => new SipEndpoint(name, { username: "desk-" + at, password: "${CANARY}", callerId: "said" }));
      new SipEndpoint("child", { username: "child", password: "${CANARY}" }, { parent: new pulumi.ComponentResource("my:a\\nb:Office", "office") });`,
    );
    for (const at of [1, 6])
      await ask(server, "PUT", `/endpoints/sip/${await idOf(server, `desk-${at}`)}`, { caller_id: "made" });
    const { code, out, err } = await reportOf("drift", "--unmanaged");
    expect(code, err).toBe(7);
    const fine = [...NAMES, "child"].map((name) => [name, "in-sync"]);
    const drifted = [NAMES[1], NAMES[6]].map((name) => [name, "drifted"]);
    expect(sectionsIn(out)).toEqual(Object.fromEntries([...fine, ...drifted]));
    const { remedies }: Report = JSON.parse(out);
    const line = remedies[0]?.commands[1]?.line ?? "";
    expect(line).toContain("--target $'");
    const up = await stack.execute("bash", "-c", `${line} --yes --skip-preview`);
    expect(up.code, up.err).toBe(0);
    const callers = (await list(server, "/endpoints/sip")).map(({ caller_id }) => caller_id);
    expect(callers.filter((caller) => caller === "made")).toEqual([]);
  });
});

const DESK = endpoint("desk", { username: "desk", callerId: "Ours" });
const RUNG = `const rung = ${endpoint("rung", { username: "rung" })}
new PhoneNumber("line", { number: "+12025550101", callHandler: "relay_sip_endpoint", callSipEndpointId: rung.id });
`;

describeStack("the commands that drift prints", { numbers: ["+12025550101"], asUser: true, once: true }, () => {
  it("put back what differs, make anew what is missing with its number, and leave what the program changed since", async () => {
    const other = (callerId: string) => endpoint("other", { username: "other", callerId });
    await startFrom(stack, DESK + RUNG + other("A"));
    const { desk, rung: gone } = await endpoints(server);
    await ask(server, "PUT", `/endpoints/sip/${desk}`, { caller_id: "Theirs" });
    await ask(server, "DELETE", `/endpoints/sip/${gone}`);
    await stack.write(DESK + RUNG + other("B"));
    const { out } = await stack.command("drift", "--stack", "test");
    const [, line = ""] = /^ {2}(pulumi up --refresh --stack test.*)# only what differs$/m.exec(out) ?? [];
    // What its preview shows is not used.
    const { code, out: shown, err } = await stack.execute("bash", "-c", `${line} --yes --skip-preview`);
    expect(code, out + shown + err).toBe(0);
    const callers = (await list(server, "/endpoints/sip")).map(({ username, caller_id }) => [username, caller_id]);
    expect(Object.fromEntries(callers)).toEqual({ desk: "Ours", other: "A", rung: null });
    const { rung: made } = await endpoints(server);
    expect(made).not.toBe(gone);
    expect(await number(server, "+12025550101")).toMatchObject({ call_sip_endpoint_id: made });
  });
});
