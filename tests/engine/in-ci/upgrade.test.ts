// A stack of an earlier release under this release: no change, no request, no loss.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createInProcess } from "../described.ts";
import { earlierStacks } from "../earlier-releases.ts";
import { expectSettled, number, succeeds, writes } from "../lives/helpers.ts";
import { environmentOf, type Server, serveWith } from "../service.ts";
import { rehearse } from "../settled.ts";
import { describeWithEngine, Stack } from "../stack.ts";

const fixtures = new URL("../fixtures/", import.meta.url);

it("every stack of an earlier release is tested", async () => {
  const names = earlierStacks.map(({ release }) => `release-${release}.json`);
  expect((await readdir(fixtures)).filter((name) => name.startsWith("release-"))).toEqual(names);
});

for (const earlier of earlierStacks)
  describeWithEngine(`a stack of release ${earlier.release}`, () => {
    let server: Server;
    let stack: Stack;

    beforeAll(async () => {
      const file = new URL(`release-${earlier.release}.json`, fixtures);
      server = await serveWith({ maximumTokenLifetime: 52_560_000, ...earlier.server });
      // Addresses of hosted scripts have the port of their server.
      const text = (await readFile(file, "utf8")).replaceAll("http://127.0.0.1:0", server.url);
      const { deployment, snapshot } = JSON.parse(text);
      server.restore(snapshot);
      const [project] = snapshot.tables.projects;
      const [{ token }] = JSON.parse(project.tokens);
      // The engine itself reads the state of the latest.
      const create = earlier === earlierStacks.at(-1) ? Stack.create : createInProcess;
      stack = await create({
        ...environmentOf(server),
        SIGNALWIRE_PROJECT_ID: project.id,
        SIGNALWIRE_API_TOKEN: token,
      });
      await stack.write(earlier.program);
      await writeFile(stack.path("before.json"), JSON.stringify({ version: 3, deployment }));
      await succeeds(stack.run("stack", "import", "--file", stack.path("before.json")));
      server.journal.clear();
    });

    afterAll(async () => {
      await stack?.remove();
      await server?.close();
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
      const refused = await stack.preview();
      expect(refused.code).not.toBe(0);
      expect(refused.output).toContain(stack.isInProcess ? "written by a newer release" : "newer_state");
      expect((await stack.up()).code).not.toBe(0);
      await succeeds(stack.run("stack", "import", "--file", stack.path("before.json")));
      await succeeds(stack.up());
      await expectSettled(stack);
      expect(writes(server)).toEqual([]);
    });

    it("updates every kind that it changes, and has nothing left to do", async () => {
      server.journal.clear();
      await stack.write(earlier.changed);
      await succeeds(stack.up());
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

function withoutId(request: string): string {
  return request
    .replace(/\/api\/(?:relay\/rest\/|(fabric\/)resources\/)/, "$1")
    .replace(/\/[\da-f]{8}-[\da-f-]{27}/, "/{id}");
}
