// Every example, copied by `init` from the packed file as examples/README.md says: configured by the commands of its README, brought up,
// called, tested and destroyed.

import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { run as runCommand } from "../../../scripts/engine/process.ts";
import { startServer } from "../../../server/index.ts";
import { type Answers, ok, receiver, status } from "../../server/receiver.ts";
import { succeed } from "../commands.ts";
import { installedProject, root, userEnvironment } from "../packed-file.ts";
import { ask, environmentOf, list, requests, type Server, serve, serveWith } from "../service.ts";
import { describeWithEngine } from "../stack.ts";

const NUMBER = "+12025550101";
const FROM = "+12025550177";
const PASSWORD = "vivid-otter-lunar-canyon-brisk-maple";
const SCRIPT = "sections: { main: [answer, { play: 'say:We are out.' }, hangup] }";
const UP = "pulumi up --yes --skip-preview";
const DESTROY = "pulumi destroy --yes --skip-preview";

/** Not brought up here, each for a reason. */
const ELSEWHERE: { readonly [example: string]: string } = {
  starter: "tests/engine/in-ci/packed.test.ts runs it by the commands of README",
  python: "needs python3 and pip: tests/engine/in-ci/other-languages.test.ts runs it",
  yaml: "needs the engine's YAML host: tests/engine/in-ci/plugin.test.ts runs it",
};
const examples = readdirSync(join(root, "examples")).filter((name) =>
  existsSync(join(root, "examples", name, "package.json")),
);

describeWithEngine("the example", () => {
  let folder: string;
  let project: string;
  let env: NodeJS.ProcessEnv;
  let server: Server;

  beforeAll(async () => {
    folder = await mkdtemp(join(await installedProject(), "examples-"));
  });

  beforeEach(() => {
    env = { ...userEnvironment(folder), PULUMI_CONFIG_PASSPHRASE: "examples" };
  });

  afterEach(() => server?.close());

  /** Runs one shell in the project, which ends at the first command that fails. */
  const run = (script: string, cwd = project) => succeed("bash", ["-ec", script], { cwd, env, timeoutMs: 170_000 });
  const signalwire = (...args: string[]) =>
    runCommand(join(project, "node_modules/.bin/pulumi-signalwire"), args, { cwd: project, env });

  /** Copies the example into a project of this test. It has the packages of the folder above. */
  async function copy(example: string): Promise<void> {
    const name = `my-${example}`;
    project = join(folder, name);
    // Left by a failed attempt.
    await rm(project, { recursive: true, force: true });
    await run(`../node_modules/.bin/pulumi-signalwire init ${name} --example ${example} --no-install`, folder);
    // npm must not take another package of this name from a registry.
    expect(JSON.parse(await readFile(join(project, "package.json"), "utf8"))).toMatchObject({
      name,
      dependencies: { "pulumi-signalwire": expect.stringMatching(/^file:vendor\/.*\.tgz$/) },
    });
    await symlink(join(folder, "../node_modules"), join(project, "node_modules"), "junction");
  }

  /** Copies the example, and makes the stack with the settings of its README: one command, because each starts the engine. */
  async function open(example: string, values: { readonly [written: string]: string } = {}): Promise<void> {
    await copy(example);
    Object.assign(env, environmentOf(server), { PULUMI_BACKEND_URL: pathToFileURL(await stateFolder()).href });
    const readme = await readFile(join(project, "README.md"), "utf8");
    const settings = [...readme.matchAll(/^pulumi config set (.*)$/gm)].map(([, given = ""]) => {
      const [value = "", key = "", ...flags] = given.split(" ").reverse();
      const kind = flags.includes("--secret") ? "--secret" : "--plaintext";
      return `${kind} ${key}=${values[value] ?? (value === "…" ? PASSWORD : value)}`;
    });
    const configure = settings.length === 0 ? "" : `pulumi config set-all --path ${settings.join(" ")}`;
    await run(`pulumi stack init dev\n${configure}`);
  }

  function stateFolder(): Promise<string> {
    return mkdtemp(join(folder, "state-"));
  }

  const call = async () => {
    const { outcome, text } = await server.call({ to: NUMBER, from: FROM });
    return { outcome, text };
  };

  it("of each name is run by a test, or says where", () => {
    const run = "office office-hours menu environments existing-account browser-client testing own-policies".split(" ");
    expect([...run, ...Object.keys(ELSEWHERE)].sort()).toEqual(examples.sort());
  });

  it.each(Object.keys(ELSEWHERE))("%s is copied with the packed file as its dependency", copy);

  it("office rings all its desks, and answers when no desk is connected or the document is missing", async () => {
    server = await serve(NUMBER);
    await ask(server, "PUT", "/sip_profile", { domain_identifier: "office" });
    const { domain } = await ask(server, "GET", "/sip_profile");
    const answers: { -readonly [path in keyof Answers]: Answers[path] } = {
      "/closed": ok(),
      "/after-hours": ok(SCRIPT),
    };
    const documents = await receiver(answers);
    await open("office", {
      "example-office.sip.signalwire.com": String(domain),
      "https://example.com/phones": documents.url,
    });
    expect(await run(UP)).toContain("5 created");

    answers["/welcome"] = ok((await run("pulumi stack output welcome")).trim());
    const everyDesk = await call();
    expect(everyDesk.outcome, everyDesk.text).toBe("answered");
    expect(everyDesk.text).toMatch(/reception[\s\S]*workshop/);
    expect(documents.received.filter(({ path }) => path === "/after-hours")).toHaveLength(2);

    answers["/welcome"] = status(500);
    expect((await call()).outcome).toBe("answered");
    expect(documents.received.some(({ path }) => path === "/closed")).toBe(true);

    const refused = await run(
      "pulumi config set --path 'desks[2].username' stairs\nif pulumi preview 2>&1; then exit 9; fi",
    );
    expect(refused).toContain("There is no password for the desk stairs: pulumi config set --secret --path");
    await run(DESTROY);
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  });

  it("menu is called on every branch, with the commands of its README", async () => {
    server = await serveWith({ control: true }, NUMBER);
    await open("menu", { '"$SIGNALWIRE_PROJECT_ID"': server.project.id });
    // In memory, without a request to the scripts, which exist only in the plan at first.
    const expected = ["--expect", "rings:support", "--expect", "answeredBy:support"];
    const beforeIt = await signalwire("call", NUMBER, "--stack", "dev", "--preview", "--digits", "2", ...expected);
    expect(beforeIt.code, beforeIt.stdout + beforeIt.stderr).toBe(0);
    expect(beforeIt.stdout).toContain("POST (not known yet) answered with a script of the stack.");
    expect(await run(UP)).toContain("7 created");
    const drawn = await signalwire("routes", NUMBER, "--stack", "dev");
    expect(drawn.stdout, drawn.stderr).toContain(
      "    dials → SIP endpoint sales\n    dials → SIP endpoint support\n    contents → SWML script Voicemail (voicemail)\n",
    );

    const readme = await readFile(join(project, "README.md"), "utf8");
    const calls = [...readme.matchAll(/^npx --no -- pulumi-signalwire call (\+\d+)(?: --digits (\d+))? +#/gm)];
    const ends = [];
    for (const [, to = "", digits] of calls) {
      const { outcome, steps } = await server.call({ to, from: FROM, ...(digits && { digits }) });
      const taken = steps.find(({ code }) => code === "taken_by");
      ends.push([digits, outcome, steps.findLast(({ next }) => next)?.next?.name, taken?.details.what]);
    }
    expect(ends).toEqual([
      ["1", "handed-over", "sales", undefined],
      ["2", "handed-over", "support", undefined],
      [undefined, "answered", undefined, "a recording (voicemail)"],
      ["92", "handed-over", "support", undefined],
    ]);
    const to = `sip:office@${(await run("pulumi stack output carrierDomain")).trim()}`;
    const carried = await server.call({ to, from: FROM, digits: "1", sourceIp: "203.0.113.5" });
    expect(carried.verdict).toBe("✓ Rings the devices of the SIP endpoint sales");
    expect(carried.way).toMatch(/→ SWML script Main menu ✓ → digits 1 ✓ → SIP endpoint sales ✓ → its devices ✓$/);
    const foreign = await server.call({ to, from: FROM, digits: "1", sourceIp: "198.51.100.1" });
    expect(foreign.outcome, foreign.text).toBe("unanswered");
    const unmet = await signalwire("call", NUMBER, "--stack", "dev", "--digits", "1", "--expect", "rings:support");
    expect(unmet.code, unmet.stderr).toBe(7);
    await run(DESTROY);
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  });

  it("environments is developed with the files' values, and deployed with the environment's", async () => {
    const seed = JSON.parse(await readFile(join(root, "examples/environments/seed.json"), "utf8"));
    server = await startServer({ seed });
    await open("environments");
    // The file has the credentials. It names port 8080, which another process may use.
    for (const name of ["SIGNALWIRE_PROJECT_ID", "SIGNALWIRE_API_TOKEN"]) delete env[name];
    expect(await run(UP)).toContain("3 created");
    expect((await list(server, "/phone_numbers")).map(({ name }) => name)).toEqual(["Main line (dev)"]);

    delete env.SIGNALWIRE_BASE_URL;
    expect(await run("pulumi stack init prod\nif pulumi preview 2>&1; then exit 9; fi")).toMatch(
      /SIGNALWIRE_PROJECT_ID|SIGNALWIRE_API_TOKEN|deskPassword/,
    );
  });

  it("existing-account is what the export writes of the account, and takes everything over without a write", async () => {
    server = await serve(NUMBER, "+12025550102");
    await open("existing-account");
    await run("node account.mjs");
    server.journal.clear();
    await run("rm -rf ../existing-account\nnode_modules/.bin/pulumi-signalwire export --out ../existing-account");
    for (const file of ["index.ts", "Pulumi.yaml", "tsconfig.json"])
      expect(await readFile(join(folder, "existing-account", file), "utf8")).toBe(
        await readFile(join(root, "examples/existing-account", file), "utf8"),
      );
    const readme = await readFile(join(project, "README.md"), "utf8");
    const [secret = ""] = /^npx --no -- .* --secret .*$/m.exec(readme) ?? [];
    expect(await run(`${secret}\n${UP}`)).toContain("7 created"); // including the stack itself
    expect(requests(server).filter((request) => !request.startsWith("GET"))).toEqual([]);
    await run(`pulumi state unprotect --all --yes\n${DESTROY}`);
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  });

  it("browser-client makes a number that rings the client, and the client's first token", async () => {
    server = await serve(NUMBER);
    await open("browser-client");
    await run(UP);
    expect(await list(server, "/phone_numbers")).toMatchObject([
      { call_handler: "relay_verto_endpoint", call_verto_resource: "reception" },
    ]);
    const outputs = JSON.parse(await run("pulumi stack output --json --show-secrets"));
    const token = expect.stringMatching(/^eyJ/);
    expect(outputs).toMatchObject({ clientName: "reception", refreshToken: token, subscriberToken: token });
    expect(await run(DESTROY)).toContain("deleted");
  });

  it("testing passes its own tests, also from another folder", async () => {
    await copy("testing");
    const vitest = join(project, "node_modules/vitest/vitest.mjs");
    expect(await run(`node '${vitest}' run --root '${project}' --no-color`, "/")).toMatch(/Tests {2}2 passed/);
  });

  it("office-hours passes its own tests, and its page shows the week as it is explored", async () => {
    server = await serveWith({ control: true }, NUMBER);
    await open("office-hours");
    const vitest = join(project, "node_modules/vitest/vitest.mjs");
    expect(await run(`node '${vitest}' run --root '${project}' --no-color`, "/")).toMatch(/Tests {2}3 passed/);
    expect(await run(UP)).toContain("5 created");
    const readme = await readFile(join(project, "README.md"), "utf8");
    const [, shown = ""] = /```text\n([^`]*)```/.exec(readme) ?? [];
    const withoutYear = (text: string) => text.replace(/\d{4}-12-25/, "12-25");
    const drawn = await signalwire("routes", "--stack", "dev", "--paths");
    expect(withoutYear(drawn.stdout), drawn.stderr).toBe(withoutYear(shown));
    const calls = [
      ...readme.matchAll(/^npx --no -- pulumi-signalwire call (\+\d+) --digits (\d) --at "([^"]*)" +# the (\w+)/gm),
    ];
    const ends = [];
    for (const [, to = "", digits, at, end] of calls)
      ends.push([end, (await server.call({ to, from: FROM, digits, at })).summary]);
    const voicemail = ["voicemail", "Answered by the SWML script Office"];
    expect(ends).toEqual([["desk", "Rings the devices of the SIP endpoint sales"], voicemail, voicemail]);
    // The page breaks the menu, and the preview names the expectation.
    const program = join(project, "office-hours.ts");
    const menu = await readFile(program, "utf8");
    await writeFile(program, menu.replace("connect: { to: sales,", "connect: { to: support,"));
    const broken = await signalwire("preview", "--stack", "dev");
    const [, row = ""] = /```text\n([^`]*expects\[0\][^`]*)```/.exec(readme) ?? [];
    expect([broken.code, broken.stdout]).toEqual([7, expect.stringContaining(row)]);
  });

  it("own-policies passes its own tests", async () => {
    await copy("own-policies");
    expect(await run("node --test")).toMatch(/fail 0\b/);
  });
});
