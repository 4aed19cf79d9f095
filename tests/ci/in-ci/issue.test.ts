// The life of the one issue, night after night. tests/engine/in-ci/github.test.ts has a clean night and a bad one with the real engine.

import { expect, it } from "vitest";
import { json as jsonOf } from "../../../cli/report/json.ts";
import { report, resource } from "../../cli/drift/reports.ts";
import { hub, run, standInReport, TITLE, useRunner, writeHub } from "../runner.ts";

useRunner();

const change = { property: "encryption", expected: "required", actual: "optional" };
/** A night on which these resources differ. */
const drifted = (...names: string[]) => {
  const resources = names.map((name) => resource(name, "drifted", { changes: [change] }));
  const json = jsonOf(report([{ stack: "prod", resources }]));
  return () => standInReport(json, { code: 7, markdown: `Differs: ${names.join(", ")}.\n` });
};
const clean = () => standInReport(jsonOf(report([])), { markdown: "Nothing differs.\n" });
const blind = () => {
  const stacks = [{ stack: "prod", resources: [], error: "The passphrase is wrong." }];
  const json = jsonOf(report(stacks));
  standInReport(json, { code: 1, markdown: "The passphrase is wrong.\n" });
};

let runId = 0;
async function night(prepare: () => void, github: object = {}, more: object = {}) {
  prepare();
  runId += 1;
  return run({}, { run_id: runId, ...github }, more);
}

it("follows the findings: opened, kept up to date, commented when they change, kept while unseen, closed, opened anew", async () => {
  const issue = () => hub().issues[0];
  expect((await night(drifted("desk"))).conclusion).toBe("failure");
  expect(hub().labels).toEqual(["signalwire-drift"]);
  expect(hub().issues).toEqual([
    expect.objectContaining({ number: 1, title: TITLE, state: "open", labels: [{ name: "signalwire-drift" }] }),
  ]);
  expect(issue()?.body).toContain("Differs: desk.");

  // The same findings, on a server of one's own.
  const server = { server_url: "https://github.example.com", event: { repository: { private: false } } };
  const public_ = await night(drifted("desk"), server, { GH_SERVER: "github.example.com" });
  expect(public_.log).toContain("::warning title=SignalWire drift::This repository is public");
  expect(issue()).toMatchObject({ state: "open", comments: [] });
  expect(issue()?.body).toContain("https://github.example.com/acme/phones/actions/runs/2");

  await night(drifted("desk", "line"));
  expect(issue()?.body).toContain("Differs: desk, line.");
  expect(issue()?.comments).toEqual([expect.stringContaining("/actions/runs/3")]);

  expect((await night(blind)).conclusion).toBe("failure");
  expect(issue()?.state).toBe("open");
  expect(issue()?.body).toMatch(/passphrase.*Last seen in full:.*Differs: desk, line\./s);
  await night(drifted("desk", "line"));
  expect(issue()?.body).not.toContain("passphrase");
  expect(issue()?.comments, "the findings are those of before").toHaveLength(1);

  expect((await night(clean)).conclusion).toBe("success");
  expect(issue()?.state).toBe("closed");
  expect(issue()?.comments.at(-1)).toContain("Nothing differs any more");

  // Others have the label or the title.
  const before = hub();
  const common = { labels: [{ name: "signalwire-drift" }], comments: [], body: "Theirs", state: "open" as const };
  before.issues.push({ ...common, number: 2, title: "A note of a person" });
  before.issues.push({ ...common, number: 3, title: TITLE, pull_request: {} });
  writeHub(before);
  await night(drifted("desk"));
  expect(hub().issues.map(({ number, state }) => [number, state])).toEqual([
    [1, "closed"],
    [2, "open"],
    [3, "open"],
    [4, "open"],
  ]);
  expect(hub().issues.map(({ body }) => body === "Theirs")).toEqual([false, true, true, false]);
});
