// When the data file cannot be written, unsaved changes are neither acknowledged nor visible.

import { once } from "node:events";
import { expect, test } from "vitest";
import { startServer } from "../../server/index.ts";
import { type Running, startProcess } from "./process.ts";
import { dataFile, ENDPOINTS, PROFILE } from "./support.ts";

// No file of this process may exceed 128 kB: further writes fail as on a full disk.
const LIMIT = "trap '' XFSZ; ulimit -f 128";

test.skipIf(process.platform === "win32")(
  "a write that does not fit on the disk gets a 500 and is undone (skipped on Windows, where no size can be set)",
  async () => {
    const data = dataFile();
    const options = ["--control", "--data", data];
    await (await startServer({ data })).close();

    const server = await startProcess(options, LIMIT);
    const kept: string[] = [];
    let failed = 0;
    for (let round = 0; round < 100 && failed < 20; round += 1) {
      const names = Array.from({ length: 8 }, (_, n) => `user-${round}-${n}`);
      const answers = await Promise.all(
        names.map((username) => server.ask("POST", ENDPOINTS, { username, password: "x" })),
      );
      answers.forEach(({ status, body }, at) => {
        if (status === 201) kept.push(names[at] as string);
        else expect([status, body]).toStrictEqual([500, { error: "Internal Server Error" }]);
      });
      failed += answers.filter(({ status }) => status === 500).length;
    }
    expect(failed).toBeGreaterThanOrEqual(20);
    // A smaller write may still fit, until there is no space.
    let status = 201;
    for (let n = 0; n < 100 && status === 201; n += 1) {
      status = (await server.ask("PUT", PROFILE, { domain_identifier: `n${n}` })).status;
    }
    expect((await server.ask("PUT", PROFILE, { default_codecs: ["OPUS"] })).status).toBe(500);
    const snapshot = await server.control("GET", "snapshot");
    const restored = await server.control("PUT", "snapshot", snapshot.body);
    expect([restored.status, restored.body.failure]).toStrictEqual([500, expect.stringMatching(/disk/)]);
    const { entries } = (await server.control("GET", "journal")).body;
    expect(entries.at(-1).failure).toMatch(/^The data file could not be written, so nothing was kept: .*disk/);
    const now = await state(server);
    expect(now.names).toStrictEqual(kept.sort());
    expect(now.codecs).toHaveLength(6);
    server.child.kill("SIGKILL");
    await once(server.child, "exit");

    expect(await state(await startProcess(options))).toStrictEqual(now);
  },
);

async function state(server: Running): Promise<{ names: string[]; codecs: string[] }> {
  const list = (await server.ask("GET", `${ENDPOINTS}?page_size=1000`)).body.data;
  const profile = (await server.ask("GET", PROFILE)).body;
  return { names: list.map(({ username }: { username: string }) => username).sort(), codecs: profile.default_codecs };
}
