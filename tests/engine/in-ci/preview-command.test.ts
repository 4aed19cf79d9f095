// The command preview: several packs, arguments for Pulumi, saved plans, and the size of the output.

import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { shellWord } from "../../../cli/report/text.ts";
import { describeStack, server, stack } from "../described.ts";
import { startFrom } from "../lives/helpers.ts";
import { itemsIn } from "../reports.ts";
import { ask, list, requests } from "../service.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const PACK = join(root, "policy");
const PASSWORD = "vivid-otter-lunar-canyon-brisk-maple";

/** A pack with one mandatory rule that every endpoint violates. */
const OWN_PACK = `
import { PolicyPack } from "@pulumi/policy";
new PolicyPack("own", { policies: [{ name: "own-rule", description: "No.", enforcementLevel: "mandatory",
  validateResource: ({ type }, report) => type.endsWith("SipEndpoint") && report("own says no") }] });
`;

describeStack("the command preview", { numbers: ["+12025550101"], once: true }, () => {
  beforeAll(async () => {
    await mkdir(stack.path("own"));
    await symlink(`${root}/node_modules/@pulumi/policy`, stack.path("node_modules/@pulumi/policy"), "junction");
    await writeFile(stack.path("own/PulumiPolicy.yaml"), "runtime: nodejs\n");
    await writeFile(
      stack.path("own/package.json"),
      '{ "name": "own", "version": "1.0.0", "type": "module", "main": "index.mjs" }\n',
    );
    await writeFile(stack.path("own/index.mjs"), OWN_PACK);
  });

  const desk = (name: string, more: object = {}) =>
    `new SipEndpoint("${name}", ${JSON.stringify({ username: name, password: PASSWORD, encryption: "required", ...more })} as never);\n`;

  async function previewed(...args: string[]) {
    const flags = ["--stack", "test", "--report", `json=${stack.path("report.json")}`];
    const { code, out, err } = await stack.command("preview", ...flags, ...args);
    return { code, output: out + err, json: await readFile(stack.path("report.json"), "utf8") };
  }

  const changed = ({ json }: { readonly json: string }) =>
    ["delete", "replace", "create", "adopt", "update"].flatMap((section) =>
      itemsIn(json, section).map(({ subject }) => `${section} ${subject}`),
    );

  it("runs under every pack that is named", async () => {
    await stack.write(desk("a", { password: "password1" }));
    const { code, output, json } = await previewed("--policy-pack", PACK, "--policy-pack", "own");
    expect(code).toBe(1);
    expect(output).toContain("own says no");
    expect(itemsIn(json, "mandatory").map(({ rule }) => rule?.name)).toEqual(
      expect.arrayContaining(["sip-endpoint-password-strength", "own-rule"]),
    );
    expect(requests(server).filter((each) => each.startsWith("POST"))).toEqual([]);
  });

  it("passes --target, --refresh and --config-file on to Pulumi", async () => {
    const program = `${desk("a")}${desk("b")}const more = new pulumi.Config().get("more");
if (more) new PhoneNumber(more, { number: "+12025550101" });`;
    await stack.write(program);
    const config = await readFile(stack.path("Pulumi.test.yaml"), "utf8");
    await writeFile(
      stack.path("other.yaml"),
      `${config.replace(/^config:[\s\S]*/m, "")}\nconfig:\n  tested:more: line\n`,
    );
    const targeted = await previewed("--", "--target", "**PhoneNumber::*", "--config-file", "other.yaml");
    expect(targeted.code, targeted.output).toBe(0);
    expect(changed(targeted)).toEqual(["adopt PhoneNumber line"]);
    await startFrom(stack, program);
    const [first] = await list(server, "/endpoints/sip");
    await ask(server, "PUT", `/endpoints/sip/${first?.id}`, { caller_id: "By hand" });
    expect(changed(await previewed("--", "--refresh"))).toEqual([`update SipEndpoint ${first?.username}`]);
  });

  // tests/sdk/temporary.test.ts has the other signals.
  it("leaves no event log, no plan, no socket and no engine when it is interrupted", async () => {
    await stack.write(desk("a"));
    const { out, err } = await stack.execute(
      "bash",
      "-c",
      `export TMPDIR="$PWD/temporary"; mkdir -p "$TMPDIR"
      echo 'await new Promise((done) => setTimeout(done, 5_000));' >> index.ts
      node ${shellWord(`${root}/dist/cli/main.js`)} preview --stack test >&2 & pid=$!
      until grep -qs SipEndpoint "$TMPDIR"/signalwire-events-*/events.json; do sleep 0.1; done
      kill -INT $pid; wait $pid
      pgrep -f "event-log $TMPDIR"; find "$TMPDIR" -path '*signalwire-[epr]*'`,
    );
    expect(out, err).toBe("");
  });
});
