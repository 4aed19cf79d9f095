import { stripVTControlCharacters, styleText } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import type { Report } from "../../../cli/report/model.ts";
import { terminal } from "../../../cli/report/terminal.ts";
import { shown } from "../../../cli/report/text.ts";
import { hasColour, writeReports } from "../../../cli/report/write.ts";
import { everyVerdict, hostile, report, resource } from "../drift/reports.ts";
import { previews } from "../preview/reports.ts";

const ALWAYS = { validateStream: false };

afterEach(() => vi.unstubAllEnvs());

test.each<[isTTY: boolean | undefined, NO_COLOR: string | undefined, FORCE_COLOR: string | undefined, has: boolean]>([
  [undefined, undefined, undefined, false],
  [true, undefined, undefined, true],
  [undefined, undefined, "1", true],
  [undefined, undefined, "", true],
  [undefined, undefined, "0", false],
  [true, "1", "1", false],
  [true, "", undefined, true],
])("a terminal (%s) with NO_COLOR %j and FORCE_COLOR %j has colour: %s", (isTTY, NO_COLOR, FORCE_COLOR, has) => {
  vi.stubEnv("NO_COLOR", NO_COLOR);
  vi.stubEnv("FORCE_COLOR", FORCE_COLOR);
  expect(hasColour({ isTTY } as NodeJS.WriteStream)).toBe(has);
});

test("each text is in its pipe before the next one is begun", async () => {
  for (const name of ["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"]) vi.stubEnv(name, undefined);
  const order: string[] = [];
  const written = (["stderr", "stdout"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((_, ended) => {
      order.push(`${name} begins`);
      setTimeout(() => order.push(`${name} has it`) && (ended as unknown as () => void)());
      return true;
    }),
  );
  const inSync = report([{ stack: "prod", resources: [resource("desk", "in-sync")] }]);
  await writeReports(inSync, [{ format: "json" }, { format: "junit" }], "Pulumi.yaml");
  for (const each of written) each.mockRestore();
  expect(order.join()).toBe("stderr begins,stderr has it,stdout begins,stdout has it,stdout begins,stdout has it");
});

test("colour changes nothing but the colour", () => {
  for (const of of [...Object.values(previews), everyVerdict, hostile])
    expect(stripVTControlCharacters(terminal(shown(of), true))).toBe(terminal(shown(of), false));
});

test("in colour, what the program says is green: the first value of a drift, the second of a planned change", () => {
  const drifted = terminal(shown(everyVerdict), true);
  for (const value of [styleText("green", '"Front desk"', ALWAYS), styleText("red", '"Nobody"', ALWAYS)])
    expect(drifted).toContain(value);
  const [red, green] = ["red", "green"].map((style) => styleText(style as "red", "|", ALWAYS).split("|")[0]);
  const planned = terminal(shown(previews.refused as Report), true);
  expect(planned).toContain(`${red}"https://a.example/`);
  expect(planned).toContain(`${green}"https://[secret]@a.example/"`);
});
