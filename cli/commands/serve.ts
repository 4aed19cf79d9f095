import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { Command, Option } from "commander";
import { isLoopback, listed, SignalWireError } from "../../contract/index.ts";
import { DataFileError, type ReferenceServer, SeedError, type ServerOptions, startServer } from "../../server/index.ts";
import { minutes, port, rateLimit } from "./option-values.ts";

export function serveCommand(): Command {
  return new Command("serve")
    .option("--port <number>", "the TCP port; 0 takes a free one", port, 0)
    .option("--host <address>", "the address to listen at", "127.0.0.1")
    .option("--data <file>", "keep everything in this file across restarts")
    .option("--seed <file>", "a JSON file with the projects to start with")
    .argument("[command...]", "after --: run this with the server's variables, and end with its exit code")
    .option("--control", "offer the control API and its page under /_reference")
    .addOption(
      new Option("--control-token <token>", "its token; else one is made up, which --data keeps").env(
        "SIGNALWIRE_CONTROL_TOKEN",
      ),
    )
    .option("--allow-webhooks-to <host...>", "other hosts that webhooks may be sent to")
    .option(
      "--rate-limit <limit>",
      "writes a project may send in how many seconds, as 13800/10; none by default",
      rateLimit,
    )
    .option("--single-use-refresh-tokens", "refuse a refresh token that was used")
    .option("--maximum-token-lifetime <minutes>", "the largest expires_in that is accepted; 43200 by default", minutes)
    .option("--protect-handlers", "refuse to delete a SIP endpoint that a phone number has as its handler")
    .option("--extra-fields", "accept fields and handlers that are not listed, as the live service does")
    .option("--plain-failures", "answer 401 and 404 with their words instead of JSON, as the live service does")
    .option(
      "--outbound-handlers",
      "let a SIP endpoint's handler take the calls that its device places, as the live service does",
    )
    .option("--json", "print where the server is and its credentials as one line of JSON")
    .action(async (command, { singleUseRefreshTokens, ...options }, serving: Command) => {
      // A token in the environment may be meant for a client.
      const control = options.control || serving.getOptionValueSource("controlToken") === "cli";
      await serve({ ...options, command, control, refreshTokens: singleUseRefreshTokens ? "single-use" : "reusable" });
    });
}

interface ServeOptions
  extends Pick<
    ServerOptions,
    | "data"
    | "allowWebhooksTo"
    | "rateLimit"
    | "refreshTokens"
    | "maximumTokenLifetime"
    | "protectHandlers"
    | "extraFields"
    | "plainFailures"
    | "outboundHandlers"
  > {
  readonly control?: boolean;
  readonly controlToken?: string;
  readonly port: number;
  readonly host: string;
  readonly seed?: string;
  readonly json?: boolean;
  /** A command that gets the server's variables. The server ends with it. */
  readonly command?: readonly string[];
}

async function serve(options: ServeOptions): Promise<void> {
  const server = await start(options).catch((error) => {
    const sentence = explain(error, options);
    if (!sentence) throw error;
    console.error(sentence);
    process.exitCode = 1;
  });
  if (!server) return;
  if (options.command?.length) return runAround(server, options.command);
  for (const signal of stopSignals) process.once(signal, () => void server.close());
  whenNpxEnds(() => void server.close());

  if (!isLoopback(options.host)) {
    console.error(
      `Warning: ${options.host} can be reached from other machines, which can then try credentials. Use --host 127.0.0.1 to accept connections from this machine only.\nThe provider sends credentials over plain http:// to its own machine only. Elsewhere, put a TLS front before the server, or forward its port (docs/reference-server.md, From another machine).`,
    );
  }
  if (options.seed && !server.seeded) {
    console.error(`Note: ${options.data} already has content, so ${options.seed} was not used.`);
  }
  console.log(options.json ? JSON.stringify(facts(server)) : greeting(server));
}

async function start({ json: _, seed, control, controlToken, ...options }: ServeOptions): Promise<ReferenceServer> {
  return startServer({
    ...options,
    control: control && controlToken !== undefined ? { token: controlToken } : control,
    seed: seed === undefined ? undefined : readSeed(seed),
  });
}

/** Windows ends the process by Ctrl+Break or by closing the console. Elsewhere, `nohup` may ignore SIGHUP. */
const stopSignals: readonly NodeJS.Signals[] =
  process.platform === "win32" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM"];

/** `npx` passes SIGTERM on to the shell that it starts, and that shell ends without passing it on to this process. */
function whenNpxEnds(stop: () => void): void {
  if (process.env.npm_command !== "exec") return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    stop();
  }, NPX_CHECK_MS);
  timer.unref();
}

const NPX_CHECK_MS = 500;

class SeedFileError extends SignalWireError {
  readonly code = "seed_file";
}

function readSeed(file: string) {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new SeedFileError(`The seed file ${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the file, which may hold a token.
    throw new SeedFileError(`The seed file ${file} is not valid JSON.`);
  }
}

function explain(error: unknown, { port, host, seed }: ServeOptions): string | undefined {
  if (error instanceof SeedError) return `${seed}: ${error.message}`;
  if (error instanceof SeedFileError || error instanceof DataFileError) return error.message;
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return `Port ${port} is in use on ${host}. Stop what uses it, or choose another with --port (0 takes a free one).`;
    case "EACCES":
      return `Port ${port} may not be used by this account. Choose another with --port, above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine. Use --host 127.0.0.1.`;
    default:
      return undefined;
  }
}

function facts({ url, project, controlToken, inspector }: ReferenceServer) {
  const { id, apiToken, signingKey } = project;
  return { url, projectId: id, apiToken, signingKey, ...(controlToken && { controlToken, inspector }) };
}

/** The greeting names this many phone numbers at most: more would push the address off the screen. */
const MOST_NUMBERS = 12;

function greeting({ url, project, controlToken, inspector }: ReferenceServer): string {
  const control =
    controlToken &&
    `\nThe control API is at ${url}/_reference, its token is ${controlToken}\nWatch and steer it in a browser: ${inspector}`;
  return `The reference server listens at ${url}

${exportLines(variablesOf({ url, project, controlToken }))}

Phone numbers: ${listed(project.numbers, MOST_NUMBERS) || "none"}${control ?? ""}
The API is described at ${url}/openapi.json. Stop the server with Ctrl+C.`;
}

function variablesOf({ url, project, controlToken }: Pick<ReferenceServer, "url" | "project" | "controlToken">) {
  return {
    SIGNALWIRE_BASE_URL: url,
    SIGNALWIRE_PROJECT_ID: project.id,
    SIGNALWIRE_API_TOKEN: project.apiToken,
    ...(controlToken && { SIGNALWIRE_CONTROL_TOKEN: controlToken }),
  };
}

/** Runs a command with the server's variables, prints calls that were not taken, and exits with the command's code. */
async function runAround(server: ReferenceServer, [program = "", ...rest]: readonly string[]): Promise<void> {
  const child = spawn(program, rest, {
    stdio: "inherit",
    // On Windows, scripts of npm and other tools are shell files.
    shell: process.platform === "win32",
    // A space would override the address.
    env: { ...process.env, SIGNALWIRE_SPACE: undefined, ...variablesOf(server) },
  });
  // A terminal's signal reaches the command too. A signal to this process alone is passed on.
  for (const signal of stopSignals) process.on(signal, () => child.kill(signal));
  whenNpxEnds(() => child.kill());
  const [code, signal, problem] = await new Promise<[number | null, NodeJS.Signals | null, Error?]>((resolve) => {
    child.once("error", (error) => resolve([127, null, error]));
    child.once("exit", (exit, by) => resolve([exit, by]));
  });
  if (problem) console.error(`The command ${program} cannot be run: ${problem.message}`);
  for (const { kind, from, to, verdict } of server.failedTraces)
    console.error(`${kind} from ${from} to ${to}: ${verdict}`);
  await server.close();
  process.exitCode = code ?? 128 + (constants.signals[signal ?? "SIGTERM"] ?? 0);
}

/** Returns export lines for the current shell: on Windows PowerShell, unless SHELL names another one, such as Git's. */
export function exportLines(
  variables: { readonly [name: string]: string },
  platform: NodeJS.Platform = process.platform,
  shell: string | undefined = process.env.SHELL,
): string {
  const line =
    platform === "win32" && !shell
      ? (name: string, value: string) => `  $env:${name} = "${value}"`
      : (name: string, value: string) => `  export ${name}=${value}`;
  return Object.entries(variables)
    .map(([name, value]) => line(name, value))
    .join("\n");
}
