import { expect, test } from "vitest";
import { COMMANDS, commandLine } from "../../cli/program.ts";

const loaded = await Promise.all(Object.keys(COMMANDS).map((name) => commandLine(["node", "cli", name])));
const commands = loaded.flatMap((each) => each.commands);

test("the help of the whole names each command and loads none", async () => {
  const { commands: named } = await commandLine(["node", "cli", "--help"]);
  expect(named.map((each) => [each.name(), each.description(), each.options])).toEqual(
    commands.map((each) => [each.name(), each.description(), []]),
  );
});

test.each([
  ["--", "doctor"],
  ["--", "drift", "--stack", "prod"],
])("a command behind -- is an error that shows where to write it: %s %s", async (...args) => {
  const program = await commandLine(["node", "cli", ...args]);
  program.configureOutput({ writeErr: () => undefined });
  const expected = `Leave out the --: pulumi-signalwire ${args.slice(1).join(" ")}`;
  await expect(program.parseAsync(["node", "cli", ...args])).rejects.toThrow(expected);
});

test.each(commands.map((command) => [command.name(), command] as const))(
  "the help of %s fits a screen of 40 lines with 80 columns",
  (_, command) => {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text) });
    command.outputHelp();
    expect(help).toContain("Usage: ");
    const lines = help.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    // After a change of an option: npm test -- tests/cli/help.test.ts --update
    return expect(help).toMatchFileSnapshot(`report/golden/help-${command.name()}.txt`);
  },
);
