// Schemathesis on the server's own description: bodies and parameters of all kinds, and sequences of operations. No answer is a 5xx, and
// each has the status, content type and form that /openapi.json promises. Three checks are left out, each with its reason below.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { run } from "../../scripts/engine/process.ts";
import { temporaryFolder } from "../scripts/machine.ts";
import { given } from "../server/support.ts";
import { describeFetched, fromPyPI } from "./fetched.ts";

const VERSION = "4.32.5";
const CONFIGURATION = fileURLToPath(new URL("schemathesis.toml", import.meta.url));
const LEFT_OUT = [
  // No schema can say which page tokens, refresh tokens and ids of other objects exist.
  "positive_data_acceptance",
  // The server ignores unknown query parameters. Schemathesis counts a missing credential as wrong, and still sends its own.
  "negative_data_rejection",
  // Operations that the server does not simulate are a 501, not a 405.
  "unsupported_method",
];
const SEED = process.env.SEED ?? "1";

describeFetched(`Schemathesis ${VERSION}`, await fromPyPI("schemathesis", VERSION), (folder) => {
  it(`finds no answer that the description does not promise, with seed ${SEED}`, { timeout: 600_000 }, async () => {
    const { server, get } = await given({ rateLimit: false });
    const { paths } = (await get("/openapi.json")).body;
    const operations = Object.values<object>(paths).flatMap((each) => Object.keys(each));
    const { id, apiToken } = server.project;
    const args = [
      ...["--config-file", CONFIGURATION, "run", `${server.url}/openapi.json`, "--url", server.url],
      ...["--auth", `${id}:${apiToken}`, "--max-examples", "20", "--seed", SEED, "--mode", "all", "--no-color"],
      ...["--exclude-checks", LEFT_OUT.join(",")],
    ];
    const { code, stdout, stderr } = await run(join(folder, "schemathesis"), args, {
      // It keeps what it found in the folder that it runs in.
      cwd: temporaryFolder(),
      env: { PATH: process.env.PATH },
      timeoutMs: 550_000,
    });
    expect(stdout + stderr).toContain(`Tested: ${operations.length}\n`);
    expect(code, stdout + stderr).toBe(0);
  });
});
