// `npm start` brings the project up on a reference server that keeps what it has in .dev/; `npm start -- preview` and
// `npm start -- destroy` do what they say.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startServer } from "pulumi-signalwire/server";
import { openStack } from "./stack.ts";

const commands = ["up", "preview", "destroy"] as const;
const command = commands.find((each) => each === (process.argv[2] ?? "up"));
if (command === undefined) {
  process.stderr.write(`There is no ${process.argv[2]}, only ${commands.join(", ")}.\n`);
  process.exit(1);
}

const folder = join(import.meta.dirname, "../.dev");
await mkdir(folder, { recursive: true });
const server = await startServer({ data: join(folder, "service.db") });
let isTold = false;
try {
  const stack = await openStack("dev", server, join(folder, "state"));
  const onOutput = (text: string) => {
    isTold = true;
    process.stdout.write(text);
  };
  const color = process.stdout.isTTY || process.env.FORCE_COLOR ? "always" : "never";
  await stack[command]({ color, onOutput });
} catch (error) {
  process.exitCode = 1;
  const { message } = error as Error;
  if (message.includes("ENOENT: pulumi")) {
    process.stderr.write("There is no pulumi on the PATH: https://www.pulumi.com/docs/install/\n");
  } else if (!isTold) {
    process.stderr.write(`${message}\n`);
  }
} finally {
  await server.close();
}
