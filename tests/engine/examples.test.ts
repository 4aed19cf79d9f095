// The examples as users copy them: deployed, called, and destroyed.

import { cp, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { startServer } from "../../server/index.ts";
import { type Answers, ok, receiver, status } from "../server/receiver.ts";
import { ask, environmentOf, list, type Server, serve, serveWith } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const NUMBER = "+12025550101";
const FROM = "+12025550177";
const PASSWORD = "vivid-otter-lunar-canyon-brisk-maple";
const SCRIPT = "sections: { main: [answer, { play: 'say:We are out.' }, hangup] }";

describeWithEngine("the examples", () => {
  let server: Server;
  let stack: Stack;

  afterEach(async () => {
    await stack?.remove();
    await server?.close();
  });

  /** Copies the example into a folder with a stack, and deploys it like a user. */
  async function copy(name: string, stackName: string, env: { readonly [name: string]: string }): Promise<void> {
    stack = await Stack.createAsUser(env);
    const folder = fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
    const foreign = /(node_modules|package\.json)$/;
    await cp(folder, stack.path("."), { recursive: true, filter: (file) => !foreign.test(file) });
    await succeed("stack", "init", stackName);
  }

  async function succeed(...args: string[]): Promise<string> {
    const { code, output } = await stack.run(...args);
    expect(code, output).toBe(0);
    return output;
  }

  const call = async () => {
    const { outcome, text } = await server.call({ to: NUMBER, from: FROM });
    return { outcome, text };
  };

  it("an office rings all its desks, and answers when no desk is connected or the document is missing", async () => {
    server = await serve(NUMBER);
    await ask(server, "PUT", "/sip_profile", { domain_identifier: "office" });
    const { domain } = await ask(server, "GET", "/sip_profile");
    const answers: { -readonly [path in keyof Answers]: Answers[path] } = {
      "/closed": ok(),
      "/after-hours": ok(SCRIPT),
    };
    const documents = await receiver(answers);
    await copy("office", "dev", environmentOf(server));
    const config = [
      ...["--plaintext", `number=${NUMBER}`, "--plaintext", `domain=${domain}`],
      ...["--plaintext", `documents=${documents.url}`],
      ...["--plaintext", "desks[0].username=reception", "--plaintext", "desks[1].username=workshop"],
      ...[
        "--secret",
        "passwords.reception=correct-horse-battery",
        "--secret",
        "passwords.workshop=staple-battery-horse",
      ],
    ];
    await succeed("config", "set-all", "--path", ...config);
    expect(await succeed("up", "--yes", "--skip-preview")).toContain("5 created");

    answers["/welcome"] = ok((await succeed("stack", "output", "welcome")).trim());
    const everyDesk = await call();
    expect(everyDesk.outcome, everyDesk.text).toBe("answered");
    expect(everyDesk.text).toMatch(/reception[\s\S]*workshop/);
    expect(documents.received.filter(({ path }) => path === "/after-hours")).toHaveLength(2);

    answers["/welcome"] = status(500);
    expect((await call()).outcome).toBe("answered");
    expect(documents.received.some(({ path }) => path === "/closed")).toBe(true);

    await succeed("config", "set", "--path", "desks[2].username", "stairs");
    const refused = await stack.run("preview");
    expect(refused.output).toContain("There is no password for the desk stairs: pulumi config set --secret --path");
    await succeed("config", "rm", "--path", "desks[2]");
    await succeed("destroy", "--yes", "--skip-preview");
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  });

  it("a menu is called on every branch, with the commands of its README", async () => {
    server = await serveWith({ control: true }, NUMBER);
    await copy("menu", "dev", environmentOf(server));
    const page = await readFile(new URL("../../examples/menu/README.md", import.meta.url), "utf8");
    const commands = [...page.matchAll(/^(?:pulumi|npx pulumi-signalwire) (config set|call) (.*?)(?: +#.*)?$/gm)];
    for (const [, , rest = ""] of commands.filter(([, name]) => name === "config set")) {
      const filled = rest
        .replace("…", PASSWORD)
        .replace('"$SIGNALWIRE_PROJECT_ID"', server.project.id)
        .replaceAll("'", "");
      await succeed("config", "set", ...filled.split(" "));
    }
    // In memory, without a request to the scripts, which exist only in the plan at first.
    const expected = ["--expect", "rings:support", "--expect", "ends:handed-over"];
    const inPlan = ["call", NUMBER, "--stack", "dev", "--preview", "--digits", "2", ...expected];
    const beforeIt = await stack.command(...inPlan);
    expect(beforeIt.code, beforeIt.out + beforeIt.err).toBe(0);
    expect(beforeIt.out).toContain("POST (not known yet) answered with a script of the stack.");
    expect(await succeed("up", "--yes", "--skip-preview")).toContain("7 created");
    expect((await stack.run("preview", "--expect-no-changes")).code).toBe(0);
    const drawn = await stack.command("routes", NUMBER, "--stack", "dev");
    expect(drawn.out, drawn.err).toContain(
      "  call: relay_script → SWML script Main menu (menu)\n    contents → SWML script Voicemail (voicemail)\n",
    );

    const calls = commands
      .filter(([line, name]) => name === "call" && !line.includes("sip:"))
      .map(([, , rest = ""]) => rest.split(" --digits "));
    const ends = [];
    for (const [to = "", digits] of calls) {
      const { outcome, steps } = await server.call({ to, from: FROM, digits });
      const last = steps.at(-1);
      ends.push([digits, outcome, steps.findLast(({ next }) => next)?.next?.name, last?.details.part]);
    }
    expect(ends).toEqual([
      ["1", "handed-over", "sales", undefined],
      ["2", "handed-over", "support", undefined],
      [undefined, "answered", undefined, "record"],
      ["92", "handed-over", "support", undefined],
    ]);
    const to = `sip:office@${(await succeed("stack", "output", "carrierDomain")).trim()}`;
    const carried = await server.call({ to, from: FROM, digits: "1", sourceIp: "203.0.113.5" });
    expect(carried.verdict).toBe("✓ Rings the devices of the SIP endpoint sales");
    expect(carried.way).toMatch(/→ SWML script Main menu ✓ → digits 1 ✓ → SIP endpoint sales ✓ → its devices ✓$/);
    const foreign = await server.call({ to, from: FROM, digits: "1", sourceIp: "198.51.100.1" });
    expect(foreign.outcome, foreign.text).toBe("unanswered");
    const tried = await stack.command(...inPlan);
    expect(tried.code, tried.err).toBe(0);
    const unmet = await stack.command("call", NUMBER, "--stack", "dev", "--digits", "1", "--expect", "rings:support");
    expect(unmet.code, unmet.err).toBe(7);
    await succeed("destroy", "--yes", "--skip-preview");
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  });

  it("environments are developed with the files' values, and deployed with the environment's", async () => {
    const seed = JSON.parse(await readFile(new URL("../../examples/environments/seed.json", import.meta.url), "utf8"));
    server = await startServer({ seed });
    // The file names port 8080, which another process may use.
    await copy("environments", "dev", { SIGNALWIRE_BASE_URL: server.url });
    expect(await succeed("up", "--yes", "--skip-preview")).toContain("3 created");
    expect((await list(server, "/phone_numbers")).map(({ name }) => name)).toEqual(["Main line (dev)"]);
    await succeed("destroy", "--yes", "--skip-preview");

    stack.export("SIGNALWIRE_BASE_URL", undefined);
    await succeed("stack", "init", "prod");
    const { code, output } = await stack.preview();
    expect(code).not.toBe(0);
    expect(output).toMatch(/SIGNALWIRE_PROJECT_ID|SIGNALWIRE_API_TOKEN|deskPassword/);
  });
});
