// Measures what the policy pack adds to a preview, compared with a pack without rules, and the command `preview` as a whole.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine, root, startReferenceServer } from "./processes.ts";
import { compare, inTurns, type Options, type Row } from "./report.ts";
import { createStack } from "./stack.ts";

export async function policy({ sizes = [100, 1000], runs: rounds = 5 }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const server = await startReferenceServer();
  for (const size of sizes) {
    const stack = await createStack("ours", size, server);
    const config = join(stack.folder, "rules.json");
    // Disables the only rule that the program violates.
    writeFileSync(config, '{ "sip-endpoint-send-as": "disabled" }');
    const preview = async (...flags: string[]) => ({ seconds: await stack.pulumi("preview", ...flags) });
    const contestants = {
      ours: () => preview("--policy-pack", join(root, "policy"), "--policy-pack-config", config),
      empty: () => preview("--policy-pack", join(root, "bench/programs/empty-pack")),
    };
    const { ours, empty } = await inTurns(`policy, preview of ${size}`, contestants, { rounds });
    const what = `preview of ${size.toLocaleString("en-US")} with the policy pack`;
    rows.push(compare([what, "seconds", "s"], ours, "empty pack", empty, 1.1));
  }
  const stack = await createStack("ours", 10, server);
  const command = [commandLine, "preview", "--stack", "bench"];
  const contestants = {
    ours: async () => ({ seconds: await stack.run(process.execPath, command) }),
    pulumi: async () => ({ seconds: await stack.pulumi("preview") }),
  };
  const { ours, pulumi } = await inTurns("the command preview of 10", contestants, { rounds });
  rows.push(compare(["the command preview of 10", "seconds", "s"], ours, "pulumi preview", pulumi, 1.25));
  await server.stop();
  return rows;
}
