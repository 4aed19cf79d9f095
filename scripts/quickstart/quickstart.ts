// The steps of `npm start`: engine, server, stack, command, and a summary of the service's objects.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ReferenceServer, startServer } from "../../server/index.ts";
import { withLock } from "../engine/lock.mjs";
import { type Engine, obtainEngine } from "../engine/obtain.ts";
import { openPage, untilStopped } from "./open-page.ts";
import { readBack } from "./read-back.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export const commands = ["up", "preview", "refresh", "destroy"] as const;
export type Command = (typeof commands)[number];

export function isCommand(name: string): name is Command {
  return (commands as readonly string[]).includes(name);
}

/** The folder of the state, as in Pulumi.yaml. The server's data lies beside it. */
const FOLDER = join(root, ".quickstart");

export class Quickstart {
  readonly #stack: string;
  readonly #data: string;
  readonly #isOpen: boolean;

  /** With `isOpen`, the server runs until Ctrl+C after `up`, with its page in the browser. */
  constructor(stack: string, isOpen = false) {
    this.#stack = stack;
    this.#isOpen = isOpen;
    this.#data = join(FOLDER, `${stack}.db`);
  }

  /** Resolves to the exit code. Several runs on one stack wait for each other. */
  async run(command: Command): Promise<number> {
    const engine = await obtainEngine();
    await mkdir(join(FOLDER, "state"), { recursive: true });
    const onWait = (pid: number) =>
      console.error(`· Waiting for process ${pid}, which works on the stack ${this.#stack} …`);
    return withLock(join(FOLDER, `${this.#stack}.lock`), () => this.#runAlone(command, engine), { onWait });
  }

  async #runAlone(command: Command, engine: Engine): Promise<number> {
    const server = await startServer({ data: this.#data, control: this.#isOpen });
    // Ctrl-C in a terminal reaches the engine too. This process ends after it.
    const ignore = () => {};
    process.on("SIGINT", ignore);
    try {
      const code = await this.#carryOut(command, engine, server);
      if (code === 0 && server.inspector !== undefined) {
        console.log(`· The server stays up until Ctrl+C. Its page:\n\n  ${server.inspector}\n`);
        openPage(server.inspector);
        await untilStopped();
      }
      return code;
    } finally {
      process.off("SIGINT", ignore);
      await server.close();
    }
  }

  async #carryOut(command: Command, engine: Engine, server: ReferenceServer): Promise<number> {
    console.log(`· Pulumi ${engine.version}, reference server at ${server.url}\n`);
    const pulumi = (args: string[], output: "shown" | "hidden") => this.#pulumi(engine, server, args, output);

    if (!this.#exists()) {
      const [number = ""] = server.project.numbers;
      await expectSuccess(pulumi(["stack", "select", "--create", this.#stack], "hidden"));
      await expectSuccess(
        pulumi(
          [
            "config",
            "set-all",
            ...["--secret", `frontDeskPassword=${randomBytes(12).toString("hex")}`],
            ...["--secret", `workshopPassword=${randomBytes(12).toString("hex")}`],
            ...["--plaintext", `mainNumber=${number}`],
          ],
          "hidden",
        ),
      );
    }

    const flags = command === "preview" ? [] : ["--yes", "--skip-preview"];
    const { code } = await pulumi([command, ...flags], "shown");
    if (code !== 0) return code;

    if (command === "destroy") {
      const left = await readBack(server);
      await expectSuccess(pulumi(["stack", "rm", "--yes", this.#stack], "hidden"));
      await server.close();
      for (const suffix of ["", "-wal", "-shm"]) await rm(this.#data + suffix, { force: true });
      console.log(`\nAt the service, before its data was removed as well:\n\n${left}\n\nnpm start begins anew.`);
    } else if (command === "up") {
      console.log(`\nThe objects, as the service's API returns them:\n\n${await readBack(server)}\n${NEXT}`);
    }
    return 0;
  }

  #exists(): boolean {
    const checkpoint = join(FOLDER, "state/.pulumi/stacks/signalwire-quickstart", `${this.#stack}.json`);
    return existsSync(checkpoint) && existsSync(join(root, `Pulumi.${this.#stack}.yaml`));
  }

  /** Runs the engine on the stack. Hidden output is returned instead of printed. */
  #pulumi(engine: Engine, server: ReferenceServer, args: string[], output: "shown" | "hidden"): Promise<Outcome> {
    const onStack = args[0] === "stack" ? [] : ["--stack", this.#stack];
    const interactive = output === "shown" && process.stdout.isTTY ? [] : ["--non-interactive"];
    const child = spawn(engine.command, [...args, ...onStack, ...interactive], {
      cwd: root,
      env: {
        ...process.env,
        ...engine.env,
        PULUMI_CONFIG_PASSPHRASE: process.env.PULUMI_CONFIG_PASSPHRASE ?? "quickstart",
        SIGNALWIRE_BASE_URL: server.url,
        SIGNALWIRE_PROJECT_ID: server.project.id,
        SIGNALWIRE_API_TOKEN: server.project.apiToken,
      },
      stdio: output === "shown" ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    const end = () => void child.kill("SIGTERM");
    process.once("SIGTERM", end);
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (bytes) => {
        text += bytes;
      });
    return new Promise((done, fail) => {
      child.on("error", fail);
      child.on("close", (code) => {
        process.off("SIGTERM", end);
        done({ code: code ?? 1, text });
      });
    });
  }
}

interface Outcome {
  readonly code: number;
  readonly text: string;
}

async function expectSuccess(outcome: Promise<Outcome>): Promise<void> {
  const { code, text } = await outcome;
  if (code !== 0) throw new Error(`The engine could not prepare the stack (exit code ${code}):\n${text}`);
}

const NEXT = `
Next:
  npm start                  again: nothing changes
  npm start -- --open        keep the server up, and open its page: routes, calls, requests
  npm start -- preview       after an edit of examples/quickstart/index.ts: what would change
  npm start -- destroy       delete it all
  README.md                  a program of your own, and a real space
`;
