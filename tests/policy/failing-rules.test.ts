// A failing rule is reported for that rule only; the other rules continue.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Analyzer } from "./analyzer.ts";

describe("a rule of a team that throws", () => {
  let folder: string;
  let pack: Analyzer;

  beforeAll(async () => {
    folder = await mkdtemp(fileURLToPath(new URL("../../node_modules/.failing-rule-", import.meta.url)));
    await writeFile(join(folder, "PulumiPolicy.yaml"), "description: Fails\nruntime: nodejs\n");
    await writeFile(
      join(folder, "package.json"),
      '{ "name": "f", "version": "0.1.0", "type": "module", "main": "index.mjs" }',
    );
    await writeFile(
      join(folder, "index.mjs"),
      `import { resourceRule, rules, stackRule, startPack } from ${JSON.stringify(new URL("../../dist/policy/index.js", import.meta.url).href)};
const failing = resourceRule({
  name: "our-failing", demands: "Works.", because: "It must.", remedy: "Mend it.", severity: "low",
  levels: { baseline: "mandatory", strict: "mandatory" }, options: {}, covers: ["SipEndpoint"],
  *validate(endpoint) {
    yield "found before";
    JSON.parse(endpoint.get("password"));
  },
});
const about = { ...failing, options: {} };
const leaking = resourceRule({ ...about, name: "our-leaking",
  *validate(endpoint) { yield \`\${endpoint.get("password")} \${endpoint.get("callRelayScriptUrl")} \${encodeURIComponent(endpoint.get("password"))}\`; },
});
const leakingStack = stackRule({ ...about, name: "our-leaking-stack", covers: "stack",
  *validate(stack) { for (const each of stack.all("SipEndpoint")) yield { message: each.get("password"), urn: each.urn }; },
});
const text = resourceRule({ ...about, name: "our-text", validate: (endpoint) => endpoint.get("password") });
startPack("failing", [failing, leaking, leakingStack, text, ...rules]);`,
    );
    pack = await Analyzer.start(folder);
  }, 60_000);

  afterAll(async () => {
    await pack?.stop();
    await rm(folder, { recursive: true });
  });

  it("is named with the place where it failed, without the values it failed on", async () => {
    // A rule that is not about a resource ends by an error without a place.
    await pack.analyzeResource({ kind: "PhoneNumber", args: { number: "+12025550101" } });
    const found = await pack.analyzeResource({
      kind: "SipEndpoint",
      args: { username: "desk", password: "canary-X9q2-Lw7z-Pq", encryption: "optional" },
    });
    const own = found.filter((each) => each.rule === "our-failing").map((each) => each.message);
    expect(own).toEqual([
      expect.stringContaining("found before. Mend it."),
      expect.stringMatching(/this rule was not evaluated: the rule failed with SyntaxError at index\.mjs:\d+:\d+/),
    ]);
    expect(found.map((each) => each.rule)).toContain("sip-endpoint-encryption");
    expect(JSON.stringify(found)).not.toContain("canary");
  });

  it("gets the resources' secrets masked in its messages, and reports an invalid result", async () => {
    const found = await pack.analyze([
      {
        kind: "SipEndpoint",
        args: {
          username: "desk",
          password: "canary/X9q2 Lw7z",
          callHandler: "relay_script",
          callRelayScriptUrl: "https://me:canary%2FX@a.example/x?line=1&api_key=canary-key",
        },
      },
    ]);
    const said = (rule: string) => found.filter((each) => each.rule === rule).map(({ message }) => message);
    expect(said("our-leaking")).toEqual([
      expect.stringContaining("[secret] https://[secret]@a.example/x?line=1&api_key=[secret] [secret]. Mend it."),
    ]);
    expect(said("our-leaking-stack")).toEqual([expect.stringContaining("[secret]. Mend it.")]);
    expect(said("our-text")).toEqual([expect.stringContaining("validate returned a text; make it a generator")]);
    expect(JSON.stringify(found)).not.toContain("canary");
  });

  it("leaves messages of our own rules unmasked, because a missing word would reveal a password", async () => {
    const found = await pack.analyzeResource({ kind: "SipEndpoint", args: { username: "desk", password: "password" } });
    const said = found.find((each) => each.rule === "sip-endpoint-password-strength");
    expect(said?.message).toContain(
      "password has fewer than 12 characters (option minimumLength). Generate a longer random password",
    );
  });

  it("takes its level from `all`, which is the name of no rule", async () => {
    const level = { level: "advisory" } as const;
    await pack.configure({ all: level });
    await expect(pack.configure({ all: level, al: level })).rejects.toThrow("pack is wrong: there is no rule al,");
  });
});
