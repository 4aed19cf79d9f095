import { Command } from "commander";
import { place } from "./place.ts";
import { placing } from "./shared-options.ts";

export function messageCommand(): Command {
  return placing(new Command("message"))
    .argument("<to>", "a number in E.164")
    .argument("<text>", "what it says")
    .action((to, body, options) => place("messages", { to, body }, options));
}
