import { type Command, Option } from "commander";
import { CALLER } from "../../server/calls/keys.ts";
import { FORMATS, type Wanted } from "../report/formats.ts";
import { reportsIn } from "./option-values.ts";

/** Adds `--report`, which each command with a report has. */
export function reporting(command: Command, formats: readonly string[] = FORMATS): Command {
  const help = `write the report as ${formats.join(", ")}; to standard output without =file; several times for several`;
  const option = new Option("--report <format[=file]>", help).argParser<Wanted<string>[]>(reportsIn(formats));
  return command.addOption(option.default([], "text"));
}

/** Adds `--failures`, which each command has that tries every path. */
export function failing(command: Command): Command {
  const help = "failures at once that a path may have, as a desk and then the fallback: 2 takes longer";
  return command.addOption(new Option("--failures <number>", help).choices(["1", "2"]).default("1"));
}

export function placing(command: Command): Command {
  const server = new Option("--server <url>", "the server's address").env("SIGNALWIRE_BASE_URL");
  const token = new Option("--token <token>", "its control token");
  return command
    .option("--from <address>", "who calls or writes", CALLER)
    .addOption(server)
    .addOption(token.env("SIGNALWIRE_CONTROL_TOKEN"))
    .option("--json", "print the trace as one line of JSON")
    .addHelpText("after", PLACED);
}

const PLACED = `
Exit codes:
  0  taken: answered, ringing, or handed over to what the server does not play
  1  not taken: unanswered, failed, looped or stopped
  2  none was placed: wrong arguments, no server, or a refused token`;
