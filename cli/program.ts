import { Command, CommanderError } from "commander";
import { SignalWireError } from "../contract/index.ts";
import { NoTemporaryFolder } from "../sdk/temporary.ts";
import { version } from "./package.ts";

interface Entry {
  readonly description: string;
  /** Loads the command by itself: together they take half a second. */
  readonly load: (argv: readonly string[]) => Promise<Command>;
}

export const COMMANDS: { readonly [name: string]: Entry } = {
  init: {
    description: "Begin a project that comes up at once: a program, a test, and a workflow with policies and drift.",
    load: async () => (await import("./commands/init.ts")).initCommand(),
  },
  serve: {
    description: "Run the reference API server until it is stopped (Ctrl+C).",
    load: async () => (await import("./commands/serve.ts")).serveCommand(),
  },
  call: {
    description:
      "Try a call at a server with --control, or at a stack as it is recorded or planned, and print its route.",
    load: async () => (await import("./commands/call.ts")).callCommand(),
  },
  message: {
    description: "Let a message come in at a server that runs with --control, and print the way it takes.",
    load: async () => (await import("./commands/message.ts")).messageCommand(),
  },
  drift: {
    description: "Compare deployed stacks with the service, without touching the state. Needs the Pulumi CLI.",
    load: async () => (await import("./commands/drift.ts")).driftCommand(),
  },
  export: {
    description: "Write the program of an account: the next `pulumi up` takes everything over and changes nothing.",
    load: async () => (await import("./commands/export.ts")).exportCommand(),
  },
  preview: {
    description: "Run `pulumi preview` under the policies, and write what a pull or merge request shows of it.",
    load: async (argv) => (await import("./commands/preview.ts")).previewCommand(argv),
  },
  routes: {
    description: "Show where the calls and messages of a stack or an account go, as text or as Mermaid.",
    load: async () => (await import("./commands/routes.ts")).routesCommand(),
  },
  doctor: {
    description: "Check everything that an `up` needs: versions, project, configuration, network, credentials, state.",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand(),
  },
};

export async function run(argv: readonly string[]): Promise<void> {
  const program = await commandLine(argv);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (!isUsage && !(error instanceof SignalWireError || error instanceof NoTemporaryFolder)) throw error;
    if (!isUsage) console.error(error.message);
    // 1 says that nobody took the call or message.
    const failed = /^(?:call|message)$/.test(argv[2] ?? "") ? 2 : 1;
    process.exitCode = isUsage && error.exitCode === 0 ? 0 : failed;
  }
}

/** Returns the command line with the command that it names; else with all of them, by name and description alone. */
export async function commandLine(argv: readonly string[]): Promise<Command> {
  const program = new Command("pulumi-signalwire")
    .description(
      "Begin, preview, draw and check stacks of SignalWire resources, and run a server of the same API to try them on.",
    )
    .version(version(), "-V, --version", "print the version of this package")
    .showHelpAfterError("Run it with --help to list the options.")
    // Throws for help and wrong options. `run` sets the exit code.
    .exitOverride();
  const [, , first = "", second = ""] = argv;
  const name = first === "help" ? second : first;
  const named = Object.entries(COMMANDS).filter(([each]) => each === name);
  for (const [, { description, load }] of named)
    program.addCommand((await load(argv)).description(description).copyInheritedSettings(program));
  if (named.length === 0)
    for (const [each, { description }] of Object.entries(COMMANDS)) {
      // Only a command behind -- gets here. Commander would take its options for arguments.
      const named = program.command(each).description(description).allowExcessArguments();
      named.action(() => program.error(`error: Leave out the --: pulumi-signalwire ${argv.slice(3).join(" ")}`));
    }
  return program;
}
