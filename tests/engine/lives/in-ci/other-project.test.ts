// With another project's credentials, every command fails before any change, and names both projects.

import { beforeEach, expect, it } from "vitest";
import { describeStack, server, stack } from "../../described.ts";
import type { Outcome } from "../../stack.ts";
import { contents, endpoint, phoneNumber, startFrom, upOf } from "../helpers.ts";

const OURS = "6f0c7d1e-2b34-4b0f-8a35-9e8b6c1a52d7";
const OTHER = "0c9a4d52-7f1b-4e63-b8d4-3a5e91c2f706";
const NUMBER = "+12025550101";
const TOKEN = 'new ClientToken("token", { resource: "alice", rotation: "never" });\n';

function program(callerId: string): string {
  return (
    endpoint("desk", { username: "desk", callerId }) +
    phoneNumber("line", { number: NUMBER, name: callerId, onDestroy: "clear" }) +
    TOKEN
  );
}

const PROJECTS = [
  { id: OURS, numbers: [NUMBER] },
  { id: OTHER, numbers: ["+12025550102"] },
];
const service = { seed: { projects: PROJECTS } };

describeStack("a stack in a shell with another project's credentials", { service }, () => {
  beforeEach(() => startFrom(stack, program("A")));

  function signIn(at: 0 | 1): void {
    const { id = "", apiToken = "" } = server.projects[at] ?? {};
    stack.export("SIGNALWIRE_PROJECT_ID", id);
    stack.export("SIGNALWIRE_API_TOKEN", apiToken);
  }

  const commands: readonly (readonly [title: string, program: string, command: () => Promise<Outcome>])[] = [
    ["the drift check", program("A"), () => drift()],
    ["destroy", program("A"), () => stack.run("destroy", "--yes", "--skip-preview")],
    ["an up that changes", program("B"), () => stack.up()],
    ["an up that refreshes first", program("A"), () => stack.up("--refresh")],
    ["an up that removes", TOKEN, () => stack.up()],
  ];

  async function drift(): Promise<Outcome> {
    const { code, out, err } = await stack.command("drift", "--stack", "test");
    return { code, output: out + err };
  }

  it("is refused by every command, and nothing changes in the state or at either project", async () => {
    const before = { service: server.snapshot(), contents: await contents(stack) };
    signIn(1);
    for (const [title, text, command] of commands) {
      await stack.write(text);
      const { code, output } = await command();
      expect(server.snapshot(), title).toEqual(before.service);
      // The command must not end like one that found drift.
      expect([0, 7], `${title}: ${output}`).not.toContain(code);
      expect(output, title).toContain(OURS);
      expect(output, title).toContain(OTHER);
    }
    expect(await contents(stack)).toEqual(before.contents);

    signIn(0);
    // The same project in upper case.
    stack.export("SIGNALWIRE_PROJECT_ID", OURS.toUpperCase());
    await upOf(stack, program("B"), "--refresh");
  });
});
