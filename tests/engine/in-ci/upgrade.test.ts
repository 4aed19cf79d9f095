// A stack of an earlier release under this release: no change, no request, no loss.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { describeStack, type StackOptions, server, stack } from "../described.ts";
import { type EarlierStack, earlierStacks } from "../earlier-releases.ts";
import { expectSettled, fails, number, succeeds, upOf, writes } from "../lives/helpers.ts";
import { rehearse } from "../settled.ts";

const fixtures = new URL("../fixtures/", import.meta.url);

it("every stack of an earlier release is tested", async () => {
  const names = earlierStacks.map(({ release }) => `release-${release}.json`);
  expect((await readdir(fixtures)).filter((name) => name.startsWith("release-"))).toEqual(names);
});

for (const earlier of earlierStacks)
  describeStack(`a stack of release ${earlier.release}`, optionsOf(earlier), () => {
    beforeAll(async () => {
      const file = new URL(`release-${earlier.release}.json`, fixtures);
      // Addresses of hosted scripts have the port of their server.
      const text = (await readFile(file, "utf8")).replaceAll("http://127.0.0.1:0", server.url);
      const { deployment, snapshot } = JSON.parse(text);
      server.restore(snapshot);
      const [project] = snapshot.tables.projects;
      const [{ token }] = JSON.parse(project.tokens);
      stack.export("SIGNALWIRE_PROJECT_ID", project.id);
      stack.export("SIGNALWIRE_API_TOKEN", token);
      await stack.write(earlier.program);
      await writeFile(stack.path("before.json"), JSON.stringify({ version: 3, deployment }));
      await succeeds(stack.run("stack", "import", "--file", stack.path("before.json")));
      server.journal.clear();
    });

    it("previews no change but of settings that this release encrypts, and of a renamed argument, and no drift", async () => {
      const { output } = await succeeds(stack.preview());
      expect(output).toMatch(earlier.previewed);
      const check = ["refresh", "--preview-only", "--expect-no-changes"];
      await succeeds(stack.isInProcess ? stack.run(...check) : rehearse(stack, ...check));
    });

    it("comes up without a write, and has nothing left to do", async () => {
      await succeeds(stack.up());
      expect(writes(server)).toEqual([]);
      await expectSettled(stack);
    });

    it("has encrypted the secrets that were found on its numbers", async () => {
      const text = await stack.stateText();
      expect([...text.matchAll(/canary-found[\w-]*/g)].map(([secret]) => secret)).toEqual([]);
    });

    it("goes back as the page on upgrading says: the older release refuses, and the state from before is imported", async () => {
      server.journal.clear();
      const after = JSON.parse((await succeeds(stack.run("stack", "export"))).output);
      // For the older release, this release is the newer one. It stands in for the older one here.
      const newer = JSON.parse(JSON.stringify(after).replaceAll(/"schemaVersion":\d+/g, '"schemaVersion":99'));
      await writeFile(stack.path("newer.json"), JSON.stringify(newer));
      await succeeds(stack.run("stack", "import", "--file", stack.path("newer.json")));
      const refused = await fails(stack.preview());
      expect(refused.output).toContain(stack.isInProcess ? "written by a newer release" : "newer_state");
      await fails(stack.up());
      await succeeds(stack.run("stack", "import", "--file", stack.path("before.json")));
      await succeeds(stack.up());
      await expectSettled(stack);
      expect(writes(server)).toEqual([]);
    });

    it("updates every kind that it changes, and has nothing left to do", async () => {
      server.journal.clear();
      await upOf(stack, earlier.changed);
      expect(writes(server).map(withoutId).sort()).toEqual(earlier.updates);
      await expectSettled(stack);
    });

    it("is destroyed: what it made is deleted, and numbers keep or get back their settings", async () => {
      await succeeds(stack.run("destroy", "--yes", "--skip-preview"));
      expect(writes(server).filter((line) => line.startsWith("DELETE"))).toHaveLength(earlier.deleted);
      for (const [digits, fields] of Object.entries(earlier.left))
        expect(await number(server, digits)).toMatchObject(fields);
    });
  });

function optionsOf(earlier: EarlierStack): StackOptions {
  const service = { maximumTokenLifetime: 52_560_000, ...earlier.server };
  // The engine itself reads the state of the latest.
  return { service, once: true, inProcess: earlier !== earlierStacks.at(-1) };
}

function withoutId(request: string): string {
  return request
    .replace(/\/api\/(?:relay\/rest\/|(fabric\/)resources\/)/, "$1")
    .replace(/\/[\da-f]{8}-[\da-f-]{27}/, "/{id}");
}
