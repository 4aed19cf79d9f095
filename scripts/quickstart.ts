// `npm start`: deploys the quickstart stack with the real engine to the reference server. Nothing else needs to be installed.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { EngineUnavailable } from "./engine/obtain.ts";
import { commands, isCommand, Quickstart } from "./quickstart/quickstart.ts";

const USAGE = readFileSync(new URL("quickstart.help.txt", import.meta.url), "utf8");

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stack: { type: "string", default: "quickstart" },
      open: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  const [command = "up", ...rest] = positionals;
  if (values.help) {
    console.log(USAGE);
  } else if (!isCommand(command) || rest.length > 0) {
    console.error(`Unknown command: ${positionals.join(" ")}. Known: ${commands.join(", ")}.\n\n${USAGE}`);
    process.exitCode = 1;
  } else if (values.open && command !== "up") {
    console.error(`--open goes with up, not with ${command}.\n\n${USAGE}`);
    process.exitCode = 1;
  } else {
    process.exitCode = await new Quickstart(values.stack, values.open).run(command);
  }
} catch (error) {
  if (error instanceof EngineUnavailable) {
    console.error(error.message);
    process.exitCode = 2;
  } else if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
