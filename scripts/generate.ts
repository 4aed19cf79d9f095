// Writes the files derived from the contract and the policy rules: the lists of resources, the SDK's classes, the plugin's schema,
// parts of docs/, and the list of published files. `npm run generate` writes them; `-- --check` compares only, and fails for a stale file.

import { updateResourceList } from "./generate/resource-list.ts";

updateResourceList();
// The contract contains the list, and the rules import the classes: each is loaded after they are written.
await (await import("./generate/of-contract.ts")).updateOfContract();
(await import("./generate/policies.ts")).updatePolicies();
(await import("./generate/llms.ts")).updateLlms();
(await import("./generate/packed.ts")).updatePacked();
