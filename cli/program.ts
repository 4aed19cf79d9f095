import { Command, Option } from "commander";
import { SignalWireError } from "../contract/index.ts";
import { kindWords } from "./account/kinds.ts";
import { EXPECTED, PRESSED } from "./call-help.ts";
import { languages } from "./export/languages.ts";
import {
  digits,
  failureKinds,
  kinds,
  minutes,
  port,
  rateLimit,
  reports,
  several,
  stackNames,
  variantIds,
} from "./option-values.ts";
import { version } from "./package.ts";
import { FORMATS, type Wanted } from "./report/formats.ts";

export async function run(argv: readonly string[]): Promise<void> {
  try {
    await commandLine(argv).parseAsync(argv);
  } catch (error) {
    if (!(error instanceof SignalWireError)) throw error;
    console.error(error.message);
    process.exitCode = /^(?:call|message)$/.test(argv[2] ?? "") ? 2 : 1;
  }
}

/** @param argv The words of the command line, in which `--` may separate Pulumi's own. */
export function commandLine(argv: readonly string[] = []): Command {
  const program = new Command("pulumi-signalwire")
    .description(
      "Begin, preview, draw and check stacks of SignalWire resources, and run a server of the same API to try them on.",
    )
    .version(version(), "-V, --version", "print the version of this package")
    .showHelpAfterError("Run it with --help to list the options.");

  program
    .command("init")
    .description("Begin a project that comes up at once: a program, a test, and a workflow with policies and drift.")
    .argument("[folder]", "where: a new or empty folder, after which the project is named", ".")
    .option("--example <name>", "begin with this example: see examples/README.md of the package", "starter")
    .option("--no-install", "leave `npm install` to you")
    .action(async (folder, options, command: Command) => {
      const { examples, init } = await import("./init.ts");
      if (!examples().includes(options.example))
        command.error(`error: There is no example "${options.example}". Choose one of: ${examples().join(", ")}.`);
      await init(folder, options);
    });

  program
    .command("serve")
    .description("Run the reference API server until it is stopped (Ctrl+C).")
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
    .option("--variants <ids>", "answer otherwise on these: see docs/assumptions.md", variantIds)
    .option("--json", "print where the server is and its credentials as one line of JSON")
    .action(async (command, { singleUseRefreshTokens, ...options }, serving: Command) => {
      const { serve } = await import("./serve.ts");
      // A token in the environment may be meant for a client.
      const control = options.control || serving.getOptionValueSource("controlToken") === "cli";
      await serve({ ...options, command, control, refreshTokens: singleUseRefreshTokens ? "single-use" : "reusable" });
    });

  placing(program.command("call"))
    .description(
      "Try a call at a server with --control, or at a stack as it is recorded or planned, and print its route.",
    )
    .argument("<to>", "a number, a SIP address or user name, or a client's name")
    .option("--stack <name>", "try it at what this stack recorded; sends nothing")
    .option("--preview", "and at what the program in --cwd plans for it")
    .option("--program <folder>", "and at what the program there plans for it")
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .option("--allow <host...>", "hosts that documents may be requested from")
    .option("--client <name...>", "clients that count as connected too")
    .option("--digits <keys>", "what the caller presses, see below", digits)
    .option("--source-ip <address>", "where a call to a domain application comes from")
    .option("--expect <what>", "fail with 7 unless the call does this; repeatable", several)
    .addHelpText("after", PRESSED)
    .addHelpText("after", EXPECTED)
    .action(async (to, options, command: Command) => {
      const { stack, preview, program: planned } = options;
      const isTried = stack !== undefined || preview || planned !== undefined;
      if (isTried) {
        const { tryCall } = await import("./try-call.ts");
        return tryCall(to, options);
      }
      const idle = ["expect", "allow", "client"].find((name) => options[name] !== undefined);
      if (idle) command.error(`error: --${idle} is about a call at a stack: add --stack, --preview or --program.`);
      const { place } = await import("./place.ts");
      await place("calls", { to, digits: options.digits }, options);
    });

  placing(program.command("message"))
    .description("Let a message come in at a server that runs with --control, and print the way it takes.")
    .argument("<to>", "a number in E.164")
    .argument("<text>", "what it says")
    .action(async (to, body, options) => {
      const { place } = await import("./place.ts");
      await place("messages", { to, body }, options);
    });

  reporting(program.command("drift"))
    .description("Compare deployed stacks with the service, without touching the state. Needs the Pulumi CLI.")
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .option("--stack <name>", "a stack to check, several times for several; else the selected one", stackNames)
    .option("--config-file <file>", "the stack's configuration file, if it has another name than usual")
    .option("--unmanaged", "also list what the accounts have and no checked stack manages")
    .option("--provider <name>", "with --unmanaged: only the account of this provider of the program")
    .option(
      "--fail-on <findings>",
      "what exits with 7: drift, unmanaged, renewal, unwatched; or error, or never",
      failureKinds,
    )
    .option("--policy-pack <folder>", "the pack that the printed commands name; several times for several", several)
    .option("--policy-pack-config <file>", "its configuration; one for each pack", several)
    .addHelpText("after", EXIT_CODES)
    .action(async ({ failOn = ["drift"], stack = [], ...options }) => {
      const { drift } = await import("./drift.ts");
      await drift({ ...options, stack, failOn });
    });

  program
    .command("export")
    .description("Write the program of an account: the next `pulumi up` takes everything over and changes nothing.")
    .option("--out <folder>", "where: an empty folder gets a project, a Pulumi project one more file", ".")
    .addOption(new Option("--language <name>", "default: the project's language, else typescript").choices(languages))
    .option("--only <kinds>", `${kindWords.join(", ")}; several with commas between them`, kinds)
    .option("--match <pattern>", "only what is called so, as 'desk-*'")
    .option("--unmanaged", "only what `drift --unmanaged` lists")
    .option("--stack <name>", "a stack whose resources are managed, several times for several", stackNames)
    .option("--provider <name>", "the provider whose account is exported, for a stack with several accounts")
    .option("--cwd <folder>", "the folder of that stack's project", ".")
    .option("--force", "overwrite what is there")
    .option("--json", "print what was done as one line of JSON")
    .option("--secret <key>", "write nothing, and print the one value that the program's configuration needs")
    .action(async ({ stack = [], ...options }) => {
      const { exportProgram } = await import("./export.ts");
      await exportProgram({ ...options, stack });
    });

  reporting(program.command("preview"))
    .description("Run `pulumi preview` with the policy pack, and write what a pull or merge request shows of it.")
    .argument("[pulumi-arguments...]", "after --: arguments for Pulumi, as `-- --target URN --refresh`")
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .option("--stack <name>", "the stack; else the selected one")
    .option("--policy-pack <folder>", "a policy pack instead of this package's; several times for several", several)
    .option("--policy-pack-config <file>", "its configuration; one for each pack", several)
    .option("--baseline <file>", "a JSON report of the target branch: what it has is folded as known")
    .option("--verbose", "also print what the engine prints, and add it to the report")
    .option("--allow-nobody <path...>", 'a caller or path that may reach nobody, as "+12025550101: key 3"')
    .option("--save-plan <file>", "also save the engine's plan, for `pulumi up --plan`")
    .action(async (passed, options, command: Command) => {
      requireSeparator(passed, argv, command);
      const { preview } = await import("./preview.ts");
      await preview(options, passed);
    });

  program
    .command("routes")
    .description("Show where the calls and messages of a stack or an account go, as text or as Mermaid.")
    .argument("[name]", "show one alone: a number, a user name, a name in the program, or an id")
    .option("--stack <name>", "a stack, by what its last `up` recorded; else the selected one")
    .option("--drift", "also ask the service, and mark what is missing, dangling or drifted")
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .addOption(
      new Option("--account", "all that the service has, with the environment's credentials or the stack's").conflicts(
        "drift",
      ),
    )
    .option("--provider <name>", "with --account: the provider of the program that chooses the account")
    .addOption(new Option("--server <url>", "likewise of the server at this address").conflicts(["stack", "drift"]))
    .addOption(new Option("--mermaid", "print Mermaid, for Markdown").conflicts("json"))
    .option("--json", "print every node and edge")
    .action(async (name, options) => {
      const { routes } = await import("./routes.ts");
      await routes(name, options);
    });

  reporting(program.command("doctor"))
    .description("Check everything that an `up` needs: versions, project, configuration, network, credentials, state.")
    .option("--stack <name>", "the stack; else the selected one")
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .addHelpText("after", CHECKED)
    .action(async (options) => {
      const { doctor } = await import("./doctor.ts");
      await doctor(options);
    });

  return program;
}

const REPORT = `write the report as ${FORMATS.join(", ")}; to standard output without =file; several times for several`;

/** Adds `--report`, which each command with a report has. */
function reporting(command: Command): Command {
  return command.addOption(
    new Option("--report <format[=file]>", REPORT).argParser<Wanted[]>(reports).default([], "text"),
  );
}

/** Accepts arguments for Pulumi only after `--`. Any other extra argument is an error. */
function requireSeparator(passed: readonly string[], argv: readonly string[], command: Command): void {
  if (passed.length > 0 && !argv.includes("--"))
    command.error(`error: unknown argument ${passed[0]}. Put arguments for Pulumi after --.`);
}

/** The options that a call and a message share. */
function placing(command: Command): Command {
  const server = new Option("--server <url>", "the server's address").env("SIGNALWIRE_BASE_URL");
  const token = new Option("--token <token>", "its control token");
  return command
    .option("--from <address>", "who calls or writes", "+12025550177")
    .addOption(server)
    .addOption(token.env("SIGNALWIRE_CONTROL_TOKEN"))
    .option("--json", "print the trace as one line of JSON")
    .addHelpText("after", PLACED)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

const PLACED = `
Exit codes:
  0  it was taken: answered, ringing, or handed over to a part that the server does not play
  1  it was not taken: unanswered, failed, looped or stopped
  2  none was placed: wrong arguments, no server, or a refused token`;

const EXIT_CODES = `
Exit codes:
  0  nothing differs
  7  something differs (see --fail-on)
  1  something could not be checked; this beats 7`;

const CHECKED = `
Exit codes:
  0  no problem was found; warnings do not count
  1  a problem was found, and its remedy is printed`;
