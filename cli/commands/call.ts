import { Command } from "commander";
import { callTime, digits, several } from "./option-values.ts";
import { place } from "./place.ts";
import { placing } from "./shared-options.ts";

export function callCommand(): Command {
  return placing(new Command("call"))
    .argument("<to>", "a number, SIP address, user or client name")
    .option("--stack <name>", "try it at what this stack recorded; sends nothing")
    .option("--preview", "and at what the program in --cwd plans for it")
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .option("--allow <host...>", "hosts that documents may be requested from")
    .option("--client <name...>", "clients that count as connected too")
    .option("--digits <keys>", "what the caller presses, see below", digits)
    .option("--at <time>", 'the time for scripts, in UTC: "Mon 10:00"', callTime)
    .option("--source-ip <address>", "where a call to a domain application comes from")
    .option("--expect <what>", "fail with 7 unless the call does this; repeatable", several)
    .addHelpText("after", `${PRESSED}\n${EXPECTED}`)
    .action(async (to, options, command: Command) => {
      if (options.stack !== undefined || options.preview) {
        const { tryCall } = await import("./try-call.ts");
        return tryCall(to, options);
      }
      const idle = ["expect", "allow", "client"].find((name) => options[name] !== undefined);
      if (idle) command.error(`error: --${idle} is about a call at a stack: add --stack or --preview.`);
      await place("calls", { to, digits: options.digits, at: options.at }, options);
    });
}

const PRESSED = `
--digits: at most 64 of 0-9 * # w. Each menu takes its keys from the front:
  12    a menu of one digit takes 1, the next one 2; one of any length both
  42#7  a menu that ends at # takes 42, the next one 7
  w2    the first menu times out, as each one without keys; the next one gets 2`;

const EXPECTED = `
--expect, with --stack or --preview; as the argument \`expects\`:
  rings:<name>       this endpoint, client or number rings
  answeredBy:<name>  this script, endpoint, client or number has it at its end
  handedTo:<name>    this application, room, flow, agent or address has it
  reaches:nobody     the caller reaches nobody`;
