// Expectations beside numbers, while a word of each menu changes: in a preview, its policies and a drift check.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Report } from "../../../cli/report/model.ts";
import { differences, inReport, inViolations } from "../../cli/calls/careful-reader.ts";
import { EXPECTED, OFFICE, oneWordChanges, SCRIPTS } from "../../cli/calls/menus.ts";
import { tries } from "../../tries.ts";
import { describeStack, server, stack } from "../described.ts";
import { upOf } from "../lives/helpers.ts";
import { itemsIn } from "../reports.ts";
import { ask, list } from "../service.ts";

const PACK = fileURLToPath(new URL("../../../policy", import.meta.url));
const SWML = "/api/fabric/resources/swml_scripts";
const CHANGES = oneWordChanges(tries(10));

const numberIn = (office: number, number: string) => number.replace("+12025550", `+12025${500 + office}`);
const nameIn = (office: number, name: string) =>
  Object.keys(SCRIPTS).some((each) => each.toLowerCase() === name.toLowerCase()) ? `${name}-${office}` : name;

/** Returns the program of the offices, each with scripts, numbers and expectations of its own; each expectation on its own line. */
function programOf(offices: readonly (typeof SCRIPTS)[]): string {
  const desks = Object.entries(OFFICE.desks).map(([username, name]) => {
    const args = { username, password: "vivid-otter-lunar-canyon-brisk-maple", encryption: "required" };
    return `new SipEndpoint(${JSON.stringify(name)}, ${JSON.stringify(args)} as never);`;
  });
  const each = offices.flatMap((scripts, office) => {
    const variable = (name: string) => `${name.toLowerCase()}${office}`;
    const withOutputs = (value: unknown) =>
      Object.entries(OFFICE.addresses).reduce(
        (text, [name, address]) => text.replaceAll(`"${address}"`, `${variable(name)}.requestUrl`),
        JSON.stringify(value),
      );
    // Each script transfers to earlier ones alone.
    const menus = ["Voicemail", "Support", "Office", "Evening"].map((name) => {
      const contents = `{ version: "1.0.0", sections: ${withOutputs(scripts[name])} }`;
      const args = `{ displayName: "${nameIn(office, name)}", contents: ${contents} }`;
      return `const ${variable(name)} = new SwmlScript("${nameIn(office, name.toLowerCase())}", ${args} as never);`;
    });
    const lines = Object.entries(EXPECTED).map(([number, { script, expects }]) => {
      const entries = expects.map((entry) => {
        const { answeredBy } = entry;
        const own = answeredBy === undefined ? entry : { ...entry, answeredBy: nameIn(office, answeredBy) };
        return `${JSON.stringify(own)},`;
      });
      const own = numberIn(office, number);
      const handler = `callHandler: "relay_script", callRelayScriptUrl: ${variable(script)}.requestUrl`;
      return `new PhoneNumber("${own}", { number: "${own}", ${handler}, expects: [\n${entries.join("\n")}\n] });`;
    });
    return [...menus, ...lines];
  });
  return [...desks, ...each].join("\n");
}

/** Returns what is reported otherwise than a careful reader of each office says. */
function wrongIn(reported: ReadonlyMap<string, string>): string[] {
  return CHANGES.flatMap(({ said, scripts }, office) => {
    const own = Object.keys(EXPECTED).map((number) => [numberIn(office, number), number] as const);
    const found = [...reported].flatMap(([name, verdict]) =>
      own.flatMap(([here, number]) => (name.startsWith(here) ? [[name.replace(here, number), verdict] as const] : [])),
    );
    return differences(scripts, new Map(found)).map((each) => `${said}: ${each}`);
  });
}

const numbers = CHANGES.flatMap((_, office) => Object.keys(EXPECTED).map((number) => numberIn(office, number)));

describeStack("the expectations of ten offices", { numbers, asUser: true }, () => {
  it("are judged by preview, policy and drift as a careful reader judges a changed word of each office", async () => {
    await upOf(stack, programOf(CHANGES.map(() => SCRIPTS)));
    await stack.write(programOf(CHANGES.map(({ scripts }) => scripts)));
    const strict = stack.path("strict.json");
    await writeFile(strict, JSON.stringify({ "every-caller-is-reached": "advisory" }));
    const formats = ["json", "markdown", "junit", "sarif", "github"];
    const reports = formats.flatMap((format) => ["--report", `${format}=${stack.path(format)}`]);
    const policies = ["--policy-pack", PACK, "--policy-pack-config", strict];
    const previewed = await stack.command("preview", "--stack", "test", ...policies, ...reports);
    const json = await readFile(stack.path("json"), "utf8");
    const report: Report = JSON.parse(json);
    // A changed script keeps its address, so nothing else changes.
    expect([previewed.code, report.title], previewed.err).toEqual([
      7,
      expect.stringMatching(`; ${CHANGES.length} to update, ${6 * CHANGES.length + 6} unchanged$`),
    ]);
    const lines = (await readFile(stack.path("index.ts"), "utf8")).split("\n");
    const items = report.groups.flatMap((group) => group.items);
    for (const { section, subject, source } of items)
      if (section === "expected" || section === "untried") {
        const entry = subject.slice(subject.indexOf("{")).replaceAll(/(\w+): /g, '"$1": ');
        expect(JSON.parse(lines[(source?.line ?? 0) - 1]?.replace(/,$/, "") ?? "")).toEqual(JSON.parse(entry));
      }
    for (const format of formats) expect(await readFile(stack.path(format), "utf8")).toMatch(/expects\[\d+\]/);
    const kept = await list(server, SWML);
    for (const [office, { name, scripts }] of CHANGES.entries()) {
      const urls = Object.entries(OFFICE.addresses).map(([script, address]) => {
        const own = kept.find((each) => each.display_name === nameIn(office, script));
        return [address, own?.id, Object(own?.swml_script).request_url, script] as const;
      });
      const contents = urls.reduce(
        (text, [address, , url]) => text.replaceAll(`"${address}"`, JSON.stringify(url)),
        JSON.stringify({ version: "1.0.0", sections: scripts[name] }),
      );
      const [, id] = urls.find(([, , , script]) => script === name) ?? [];
      await ask(server, "PUT", `${SWML}/${id}`, { name: nameIn(office, name), contents });
    }
    const drift = await stack.command("drift", "--stack", "test", "--report", "json");
    expect({
      preview: wrongIn(inReport(report)),
      policy: wrongIn(inViolations(itemsIn(json, "advisory").flatMap((item) => item.lines))),
      drift: wrongIn(inReport(JSON.parse(drift.out))),
    }).toEqual({ preview: [], policy: [], drift: [] });
  }, 400_000);
});
