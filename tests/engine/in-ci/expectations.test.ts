// Expectations beside a number, while two words of its menu change: in a preview, its policies and a drift check.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Report } from "../../../cli/report/model.ts";
import { describeStack, server, stack } from "../described.ts";
import { upOf } from "../lives/helpers.ts";
import { itemsIn } from "../reports.ts";
import { ask, list } from "../service.ts";

const PACK = fileURLToPath(new URL("../../../policy", import.meta.url));
const SWML = "/api/fabric/resources/swml_scripts";
const LINE = "+12025550101";

const EXPECTS = [
  { keys: "1", rings: "sales" },
  { keys: "2", at: "Tue 10:00", rings: "front-desk" },
  { keys: "3", answeredBy: "Menu" },
  { answeredBy: "Menu" },
];

/** Expectation → verdict, where it is not held. */
const VERDICTS = { [`${LINE} expects[0]`]: "untried", [`${LINE} expects[1]`]: "broken" };

function menu(one: object, two: string): object {
  const keys = { "1": [one], "2": [{ connect: { to: `sip:${two}` } }, { record: {} }] };
  const choose = { switch: { variable: "prompt_value", case: keys, default: [{ play: "say:Goodbye" }, "hangup"] } };
  return { version: "1.0.0", sections: { main: [{ prompt: { play: "say:1 or 2", max_digits: 1 } }, choose] } };
}

/** Each expectation is on its own line. */
function programOf(contents: object): string {
  const desks = ["sales", "front-desk"].map((username) => {
    const args = { username, password: "vivid-otter-lunar-canyon-brisk-maple", encryption: "required" };
    return `new SipEndpoint("${username}", ${JSON.stringify(args)} as never);`;
  });
  return `${desks.join("\n")}
const menu = new SwmlScript("menu", { displayName: "Menu", contents: ${JSON.stringify(contents)} } as never);
new PhoneNumber("line", { number: "${LINE}", callHandler: "relay_script", callRelayScriptUrl: menu.requestUrl, expects: [
${EXPECTS.map((each) => `${JSON.stringify(each)},`).join("\n")}
] });`;
}

const itemsOf = ({ groups }: Report) =>
  groups.flatMap(({ items }) => items).filter(({ section }) => section === "expected" || section === "untried");

const inReport = (report: Report) =>
  Object.fromEntries(
    itemsOf(report).map(({ section, subject }) => [
      subject.replace(/ \{.*/, ""),
      section === "expected" ? "broken" : section,
    ]),
  );

const inViolations = (messages: readonly string[]) =>
  Object.fromEntries(
    messages.flatMap((message) => {
      const [, name = "", rest = ""] = /(\+\d+ expects\[\d+\]) (.*)/.exec(message) ?? [];
      return name === "" ? [] : [[name, rest.includes("→ not tried: ") ? "untried" : "broken"]];
    }),
  );

describeStack("expectations", { numbers: [LINE], asUser: true }, () => {
  it("have the same verdicts in preview, policy and drift, at their lines of the program", async () => {
    await upOf(stack, programOf(menu({ connect: { to: "sip:sales" } }, "front-desk")));
    const changed = menu({ transfer: { dest: "https://web.example.com/menu" } }, "front-dsk");
    await stack.write(programOf(changed));
    const strict = stack.path("strict.json");
    await writeFile(strict, JSON.stringify({ "every-caller-is-reached": "advisory" }));
    const formats = ["json", "markdown", "junit", "sarif", "github"];
    const reports = formats.flatMap((format) => ["--report", `${format}=${stack.path(format)}`]);
    const policies = ["--policy-pack", PACK, "--policy-pack-config", strict];
    const previewed = await stack.command("preview", "--stack", "test", ...policies, ...reports);
    const json = await readFile(stack.path("json"), "utf8");
    const report: Report = JSON.parse(json);
    // A changed script keeps its address, so nothing else changes.
    const title = expect.stringMatching("; 1 to update, 3 unchanged$");
    expect([previewed.code, report.title], previewed.err).toEqual([7, title]);
    const lines = (await readFile(stack.path("index.ts"), "utf8")).split("\n");
    const shown = itemsOf(report).map(({ source }) => lines[(source?.line ?? 0) - 1]);
    expect(shown.sort()).toEqual(EXPECTS.slice(0, 2).map((each) => `${JSON.stringify(each)},`));
    for (const format of formats) expect(await readFile(stack.path(format), "utf8")).toMatch(/expects\[\d+\]/);
    const [script] = await list(server, SWML);
    await ask(server, "PUT", `${SWML}/${script?.id}`, { name: "Menu", contents: JSON.stringify(changed) });
    const drift = await stack.command("drift", "--stack", "test", "--report", "json");
    expect({
      preview: inReport(report),
      policy: inViolations(itemsIn(json, "advisory").flatMap((item) => item.lines)),
      drift: inReport(JSON.parse(drift.out)),
    }).toEqual({ preview: VERDICTS, policy: VERDICTS, drift: VERDICTS });
  });
});
