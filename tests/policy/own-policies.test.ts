// The example of a team's own rules, as users run it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { Analyzer } from "./analyzer.ts";

const example = fileURLToPath(new URL("../../examples/own-policies", import.meta.url));

it("is what the guide shows, file by file", async () => {
  const guide = await readFile(new URL("../../docs/own-policies.md", import.meta.url), "utf8");
  const blocks = [...guide.matchAll(/^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$/gms)];
  expect(blocks).toHaveLength(1);
  for (const [, file = "", text] of blocks) expect(text).toBe(await readFile(join(example, file), "utf8"));
});

it("serves its three rules as a pack", async () => {
  const pack = await Analyzer.start(example);
  try {
    const { policiesList } = await pack.info();
    const names = ["our-usernames", "our-handlers", "our-front-desk"];
    expect(policiesList.map((policy) => policy.name)).toEqual(names);
    await pack.configure(Object.fromEntries(names.map((name) => [name, { level: "mandatory" }])));
    const desk = { kind: "SipEndpoint", args: { username: "bob", callHandler: "dialogflow" } } as const;
    expect((await pack.analyze([desk])).map((each) => each.rule)).toEqual(names);
  } finally {
    await pack.stop();
  }
});
