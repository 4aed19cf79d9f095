// From an account to a stack, like a user: the export command that the drift check prints exports the unmanaged objects. An `up`
// adopts them, and sends no write. tests/cli/export/in-ci compiles such programs.

import { readFile, writeFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { SECRETS, wholeAccount } from "../../cli/export/accounts.ts";
import { describeStack, stack } from "../described.ts";
import { startFrom, succeeds } from "../lives/helpers.ts";
import { itemsIn } from "../reports.ts";
import { environmentOf, list, requests, type Server } from "../service.ts";

describeStack("the export of what no stack manages", { asUser: true, once: true }, () => {
  let account: Server;

  beforeAll(async () => {
    account = await wholeAccount(50);
    for (const [name, value] of Object.entries(environmentOf(account))) stack.export(name, value);
    return () => account.close();
  });

  /** Returns the drift check's report and the export command in it, if any. */
  async function drift(): Promise<{ readonly report: string; readonly advised: string | undefined }> {
    const flags = ["--stack", "test", "--unmanaged", "--report", `json=${stack.path("drift.json")}`];
    const { out } = await stack.command("drift", ...flags);
    const advised = /npx --no -- pulumi-signalwire (export .*?)(?: {2,}.*)?$/m.exec(out)?.[1];
    return { report: await readFile(stack.path("drift.json"), "utf8"), advised };
  }

  /** Returns the title of a preview, and the expectations that it reports. */
  async function previewed(): Promise<{ readonly title: string; readonly unmet: readonly unknown[] }> {
    await stack.command("preview", "--stack", "test", "--report", `json=${stack.path("preview.json")}`);
    const json = await readFile(stack.path("preview.json"), "utf8");
    return { title: JSON.parse(json).title, unmet: itemsIn(json, "expected") };
  }

  it("is the command that the drift check prints; it is taken over without a write, with and without adopt", async () => {
    const line = (await list(account, "/phone_numbers")).find((each) => each.call_handler !== "relay_sip_endpoint");
    // Handwritten resources with names that the export would have chosen.
    const byHand = `new SipEndpoint("new", { username: "reception", password: "canary-password" });
new PhoneNumber("by-hand", { number: "${line?.number}" });`;
    await startFrom(stack, byHand);
    account.journal.clear();

    const { advised = "" } = await drift();
    expect(advised).toBe("export --unmanaged --stack test");
    const exported = await stack.command(...advised.split(" "), "--expects");
    expect(exported.err).toBe("");
    expect(exported.out).toMatch(/^Expectations cover \d+ of \d+ paths without a failure\./m);
    expect(exported.out).toContain("pulumi up --stack test");
    const program = await readFile(stack.path("signalwire.ts"), "utf8");
    for (const secret of SECRETS) expect(program + exported.out).not.toContain(secret);

    const keys = [...exported.out.matchAll(/--secret (\S+) --stack test \|/g)].map(([, key]) => key ?? "");
    expect(keys.length).toBeGreaterThan(0);
    const secrets: string[] = [];
    for (const key of keys) {
      const { out } = await stack.command("export", "--secret", key);
      secrets.push("--secret", `${key}=${out}`);
    }
    await succeeds(stack.run("config", "set-all", ...secrets));
    await stack.write(`import "./signalwire.ts";\n${byHand}`);
    expect(program).toContain("expects: [");
    await succeeds(stack.upInline());
    const after = await drift();
    const found = itemsIn(after.report).filter(({ section }) => section !== "in-sync");
    // The export reports objects that ring a missing endpoint, too.
    const dangling = exported.out.match(/which the project does not have/g)?.length ?? 0;
    expect(dangling).toBeGreaterThan(0);
    expect(found).toEqual(Array(dangling).fill(expect.objectContaining({ section: "dangling" })));
    expect(after.advised).toBeUndefined();

    await writeFile(stack.path("signalwire.ts"), program.replaceAll(/^ *adopt: true,\n/gm, ""));
    expect(await previewed()).toEqual({ title: expect.stringMatching(/\bno changes, \d+ unchanged$/), unmet: [] });
    expect(requests(account).filter((request) => !request.startsWith("GET"))).toEqual([]);
  });
});
