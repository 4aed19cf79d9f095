import { Command, CommanderError } from "commander";
import { SignalWireError } from "../contract/index.ts";
import { version } from "./package.ts";

type Load = (argv: readonly string[]) => Promise<Command>;

/** Loads each command by itself: together they take half a second. */
const COMMANDS: { readonly [name: string]: Load } = {
  init: async () => (await import("./commands/init.ts")).initCommand(),
  serve: async () => (await import("./commands/serve.ts")).serveCommand(),
  call: async () => (await import("./commands/call.ts")).callCommand(),
  message: async () => (await import("./commands/message.ts")).messageCommand(),
  drift: async () => (await import("./commands/drift.ts")).driftCommand(),
  export: async () => (await import("./commands/export.ts")).exportCommand(),
  preview: async (argv) => (await import("./commands/preview.ts")).previewCommand(argv),
  routes: async () => (await import("./commands/routes.ts")).routesCommand(),
  doctor: async () => (await import("./commands/doctor.ts")).doctorCommand(),
};

export async function run(argv: readonly string[]): Promise<void> {
  const program = await commandLine(argv);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (!isUsage && !(error instanceof SignalWireError)) throw error;
    if (!isUsage) console.error(error.message);
    // 1 says that nobody took the call or message.
    const failed = /^(?:call|message)$/.test(argv[2] ?? "") ? 2 : 1;
    process.exitCode = isUsage && error.exitCode === 0 ? 0 : failed;
  }
}

/** Returns the command line with the command that it names; else with all. */
export async function commandLine(argv: readonly string[] = []): Promise<Command> {
  const program = new Command("pulumi-signalwire")
    .description(
      "Begin, preview, draw and check stacks of SignalWire resources, and run a server of the same API to try them on.",
    )
    .version(version(), "-V, --version", "print the version of this package")
    .showHelpAfterError("Run it with --help to list the options.")
    // Throws for help and wrong options. `run` sets the exit code.
    .exitOverride();
  const [, , word = ""] = argv;
  const named = Object.keys(COMMANDS).filter((name) => name === word);
  const all = /^(?:-V|--version)$/.test(word) ? [] : Object.keys(COMMANDS);
  for (const name of named.length > 0 ? named : all) {
    const command = await COMMANDS[name]?.(argv);
    if (command) program.addCommand(command.copyInheritedSettings(program));
  }
  return program;
}
