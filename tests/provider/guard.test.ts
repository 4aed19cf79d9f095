// Holds what a start costs by a figure that is the same on every machine: the modules that Pulumi's process loads for us before it
// can answer its first check. Each takes a fraction of a millisecond of every preview.

import { expect, it } from "vitest";
import { loadedBy, packagesIn } from "../sdk/loaded.ts";

/** 56 of ours and 95 of zod took 1.15 of the first check of an empty provider. Checked answers and the memory of a run added seven. */
const MOST_OWN = 70;
const MOST_OTHERS = 100;

const CHECK = `
const provider = process.getBuiltinModule("module").createRequire(process.cwd() + "/_")("pulumi-signalwire/provider");
const { failures } = await provider.sipEndpoint.check({}, { username: "desk", password: "correct-horse-battery" });
if (failures.length > 0) throw new Error(failures[0].reason);
`;

it("the first check is answered after few modules", async () => {
  const loaded = await loadedBy(CHECK, {
    SIGNALWIRE_SPACE: "example",
    SIGNALWIRE_PROJECT_ID: "project",
    SIGNALWIRE_API_TOKEN: "token",
  });
  const own = loaded.filter((url) => url.includes("/dist/") && !url.includes("/node_modules/"));
  const others = loaded.filter((url) => url.includes("/node_modules/"));
  const advice =
    "import what a check does not need where it is used, as undici in provider/client/transport.ts; " +
    "where the growth is meant, measure `npm run bench -- start-up` and raise the limit";
  expect(own.length, `${own.length} modules of our own: ${advice}`).toBeLessThanOrEqual(MOST_OWN);
  expect(own.length).toBeGreaterThan(10);
  expect(others.length, `${others.length} modules of ${packagesIn(loaded).join(", ")}: ${advice}`).toBeLessThanOrEqual(
    MOST_OTHERS,
  );
});
