// The statements on the page about the server are true.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { given } from "./support.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const page = readFileSync(join(here, "../../docs/reference-server.md"), "utf8");

test("it explains every option of startServer", () => {
  const source = readFileSync(join(here, "../../server/reference-server.ts"), "utf8");
  const [, members = ""] = /export interface ServerOptions \{\n([\s\S]*?)\n\}/.exec(source) ?? [];
  const options = [...members.matchAll(/^ {2}readonly (\w+)\?/gm)].map(([, name]) => name);
  const rows = page.matchAll(/^\|(?: `--[^|]*)? \| (`\w+`(?:, `\w+`)*) \|/gm);
  const explained = [...rows].flatMap(([, names]) => names?.match(/\w+/g) ?? []);
  expect(options.length).toBeGreaterThan(10);
  expect(explained.sort()).toStrictEqual(options.sort());
});

test.each([
  ["start-server.ts", /maximumTokenLifetime \?\? ([\d_]+)/, "The largest `expires_in`. Default: #"],
  ["start-server.ts", /headers = ([\d_]+)/, "Milliseconds for the headers (#)"],
  ["start-server.ts", /request = ([\d_]+)/, "and the whole request (#)"],
  ["conditions/journal.ts", /limit = ([\d_]+)/, "keeps. Default: #"],
  ["conditions/journal.ts", /limit = ([\d_]+)/, "It keeps the newest # entries"],
  ["conditions/journal.ts", /BYTES = ([\d_]+) \* 1024 \* 1024/, "at most # MiB"],
  ["conditions/journal.ts", /CHARACTERS = ([\d_]+)/, "# characters of a body"],
  ["calls/route-call.ts", /MOST_DIALLED = ([\d_]+)/, "A call dials at most # times"],
  ["calls/playback.ts", /MOST_DOCUMENTS = ([\d_]+)/, "At most # documents and sections"],
  ["calls/play-swml.ts", /MOST_JUMPS = ([\d_]+)/, "# jumps of a `goto`"],
  ["reach/try-paths.ts", /MOST_PATHS = ([\d_]+)/, "At most # paths of a caller"],
])("it states the limit of %s by %s", (file, pattern, sentence) => {
  const source = readFileSync(join(here, "../../server", file), "utf8");
  const value = Number(pattern.exec(source)?.[1]?.replaceAll("_", ""));
  expect(value).toBeGreaterThan(0);
  expect(page).toContain(sentence.replace("#", value.toLocaleString("en")));
});

test("a server starts with the seed that it shows", async () => {
  const [, seed] = /```json\n(\{\n {2}"projects"[\s\S]*?\n\})\n```/.exec(page) ?? [];
  const { server } = await given({ seed: JSON.parse(seed ?? "") });
  const { verdict } = await server.call({ to: "+12025550112", from: "+12025550199" });
  expect(verdict).toBe("✓ Rings the devices of the SIP endpoint desk");
});

test("it lists exactly the existing faults", async () => {
  const { server } = await given();
  const [, section = ""] = /\n## Faults\n([\s\S]*?)\n## /.exec(page) ?? [];
  const listed = [...section.matchAll(/^\| `([a-z][a-z-]+)`(?: with (.*?))? \|/gm)]
    .map(([, effect]) => effect)
    .filter((effect) => effect !== "effect");
  expect(listed).toHaveLength(9);
  for (const effect of listed) {
    const options = { effect, milliseconds: 1, status: 500 };
    const problems = () => server.faults.add(options as never);
    // The error names the invalid values; the effect itself is valid.
    expect(problems).not.toThrow(/effect:/);
  }
});
