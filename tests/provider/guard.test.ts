// Limits the cost of a start by a figure that is equal on every machine: the number of our modules that Pulumi's process loads
// before its first check. Each module costs every preview a fraction of a millisecond.

import { expect, it } from "vitest";
import { loadedBy, packagesIn } from "../sdk/loaded.ts";

/**
 * With 56 of our modules and 95 of zod, a first check took 1.15 times as long as an empty provider's. Validated answers and the
 * memory of a run added seven. The list of resources, the masks of echoed secrets and the messages about removals added three.
 * The targets that several kinds share added one. Descriptors do not count: a kind has one.
 */
const MOST_OWN = 72;
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
  const own = loaded.filter((url) => /\/dist\/(?!contract\/resources\/)/.test(url) && !url.includes("/node_modules/"));
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
