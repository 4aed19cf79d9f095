// Decides which commands there are and what they take.

import { Command, InvalidArgumentError } from "commander";

/** Parses the command line and does what it says. */
export async function run(argv: readonly string[]): Promise<void> {
  const program = new Command("pulumi-signalwire")
    .description("Work with SignalWire resources: a reference API server to test against, and more.")
    .showHelpAfterError();

  program
    .command("serve")
    .description("Run the reference API server until it is stopped (Ctrl+C).")
    .option("--port <number>", "the TCP port; 0 takes a free one", port, 0)
    .option("--host <address>", "the address to listen at", "127.0.0.1")
    .option("--data <file>", "keep everything in this file across restarts")
    .option("--seed <file>", "a JSON file with the projects to start with")
    .option("--control", "offer the control API under /_reference, with a token of its own")
    .option("--allow-webhooks-to <host...>", "hosts that webhooks may be sent to besides this machine")
    .option("--json", "print where the server is and its credentials as one line of JSON")
    .action(async (options) => {
      const { serve } = await import("./serve.ts");
      await serve(options);
    });

  await program.parseAsync(argv);
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
}
