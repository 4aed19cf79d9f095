import { Command } from "commander";
import { place } from "./place.ts";
import { placing } from "./shared-options.ts";

export function messageCommand(): Command {
  return placing(new Command("message"))
    .description("Let a message come in at a server that runs with --control, and print the way it takes.")
    .argument("<to>", "a number in E.164")
    .argument("<text>", "what it says")
    .action((to, body, options) => place("messages", { to, body }, options));
}
