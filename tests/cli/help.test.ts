import { expect, test } from "vitest";
import { commandLine } from "../../cli/program.ts";

const { commands } = await commandLine();

test.each(commands.map((command) => [command.name(), command] as const))(
  "the help of %s fits a screen of 40 lines",
  (_, command) => {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text) });
    command.outputHelp();
    expect(help).toContain("Usage: ");
    expect(help.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  },
);
