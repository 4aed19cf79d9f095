// Every way to change the service, with every kind of rule: a forbidden setting never reaches the service. The reference
// server's journal proves it, because it contains every request.

import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { ask, environmentOf, list, type Server, serve } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PACK = "node_modules/pulumi-signalwire/policy";
const LINE = "+12025550101";

interface Arguments {
  readonly encryption?: string;
  readonly script?: string;
  readonly callerId?: string;
}

/** A desk and a number that rings it. */
function program({ encryption = "required", script, callerId = "Desk" }: Arguments): string {
  const calls = script === undefined ? {} : { callHandler: "relay_script", callRelayScriptUrl: script };
  const desk = { username: "desk", password: "kV7-canary-qX2pLw9z", callerId, encryption, ...calls };
  return `const desk = new SipEndpoint("desk", ${JSON.stringify(desk)} as never);
new PhoneNumber("line", { number: "${LINE}", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id });`;
}

interface Ending {
  readonly code: number;
  readonly output: string;
}

const both = async (printed: Promise<{ code: number; out: string; err: string }>): Promise<Ending> => {
  const { code, out, err } = await printed;
  return { code, output: out + err };
};

/** Returns the commands of a job from the CI service's file. */
async function jobOf(service: "github" | "gitlab"): Promise<string> {
  const path = service === "github" ? "examples/ci/github/deploy.yml" : "examples/ci/gitlab/.gitlab-ci.yml";
  const file = parse(await readFile(`${root}/${path}`, "utf8"));
  if (service === "gitlab") return file.deploy.script.join("\n");
  return file.jobs.deploy.steps.find(({ name }: { name?: string }) => name === "Deploy").run;
}

async function asJob(stack: Stack, service: "github" | "gitlab", flags: readonly string[]): Promise<Ending> {
  const bin = stack.path("node_modules/.bin");
  await mkdir(bin, { recursive: true });
  await symlink(`${root}/dist/cli/main.js`, `${bin}/pulumi-signalwire`).catch(() => undefined);
  await chmod(`${root}/dist/cli/main.js`, 0o755);
  stack.export("STACK", "test");
  const script = (await jobOf(service)).replace("--yes", ["--yes", ...flags].join(" "));
  return both(stack.execute("bash", "-eo", "pipefail", "-c", script));
}

const FIX = "drift --fix";

/** MATRIX=all tries every way, as each night. */
const MOST_USED = ["pulumi up", "pulumi-signalwire up", FIX];

const WAYS: { readonly [way: string]: (stack: Stack, packs: readonly string[]) => Promise<Ending> } = {
  "pulumi up": (stack, packs) => stack.run("up", "--yes", ...packs),
  "pulumi up --refresh": (stack, packs) => stack.run("up", "--yes", "--refresh", ...packs),
  "pulumi-signalwire up": (stack, packs) => both(stack.command("up", "--yes", ...packs)),
  // Uses the packs of the last deployment.
  [FIX]: (stack) => both(stack.command("drift", "--fix", "--yes")),
  "the deploy job of GitHub": (stack, packs) => asJob(stack, "github", packs),
  "the deploy job of GitLab": (stack, packs) => asJob(stack, "gitlab", packs),
};

describeWithEngine("nothing that a rule forbids is ever live", () => {
  let server: Server;
  let stack: Stack;

  beforeEach(async () => {
    server = await serve(LINE);
    stack = await Stack.create(environmentOf(server));
  });

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  const desk = async () => {
    const [found] = await list(server, "/endpoints/sip");
    return found ?? {};
  };

  /** Deploys a program that the packs allow or correct, then changes the caller ID in the web console. */
  async function deployed(packs: readonly string[], args: Arguments, way: string): Promise<void> {
    await stack.write(program(args));
    // `drift --fix` reads which packs an update of this package recorded. Pulumi's own update is faster.
    const update = way === FIX ? both(stack.command("up", "--yes", ...packs)) : stack.up(...packs);
    const { code, output } = await update;
    expect(code, output).toBe(0);
    await drifted();
  }

  async function drifted(): Promise<void> {
    await ask(server, "PUT", `/endpoints/sip/${(await desk()).id}`, { caller_id: "Theirs" });
    server.journal.clear();
  }

  /** Returns the bodies of all writes. */
  const sent = () =>
    server.journal.entries.filter(({ method }) => method !== "GET").map((entry) => JSON.stringify(entry));

  it.each(Object.entries(WAYS).filter(([way]) => process.env.MATRIX === "all" || MOST_USED.includes(way)))(
    "by %s, whether a mandatory rule forbids it or a rule corrects it",
    async (name, way) => {
      const packs = ["--policy-pack", PACK];

      /** Expects that a rule about a resource and a rule about the stack each refuse a program, before any write. */
      const expectRefusals = async () => {
        const forbidden = [
          ["sip-endpoint-encryption", { encryption: "optional" }],
          ["stack-call-loops", { script: `https://a.example/dial?to=${encodeURIComponent(LINE)}` }],
        ] as const;
        for (const [rule, args] of forbidden) {
          await stack.write(program(args));
          const { code, output } = await way(stack, packs);
          expect(code, output).not.toBe(0);
          expect(output).toContain(rule);
        }
        expect(sent()).toEqual([]);
      };

      // The id of the new endpoint, which the number rings, is not known yet. A fix needs a deployed stack.
      if (name !== FIX) await expectRefusals();
      // The deployed number's endpoint closes the loop.
      await deployed(packs, {}, name);
      await expectRefusals();

      const config = stack.path("rules.json");
      await writeFile(config, JSON.stringify({ "sip-endpoint-encryption": "remediate" }));
      const configured = [...packs, "--policy-pack-config", config];
      await deployed(configured, { encryption: "optional" }, name);
      expect(await desk()).toMatchObject({ encryption: "required" });
      const { code, output } = await way(stack, configured);
      expect(code, output).toBe(0);
      // Ways that refresh first revert the console's change. Encryption follows the rule on every way.
      expect(await desk()).toMatchObject({ encryption: "required" });
      expect(sent().join()).not.toContain("optional");
    },
  );
});

describeWithEngine("the packs that a fix runs under", () => {
  let server: Server;
  let stack: Stack;

  beforeEach(async () => {
    server = await serve(LINE);
    stack = await Stack.create(environmentOf(server));
  });

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  it("are asked for where Pulumi records that there were some, and not which; the fix of a program that exports a whole resource succeeds", async () => {
    await stack.write(`${program({})}\nexport const whole = desk;`);
    const deployed = await stack.up("--policy-pack", PACK);
    expect(deployed.code, deployed.output).toBe(0);
    const [endpoint] = await list(server, "/endpoints/sip");
    await ask(server, "PUT", `/endpoints/sip/${endpoint?.id}`, { caller_id: "Theirs" });
    server.journal.clear();
    const refused = await stack.command("drift", "--fix", "--yes");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("Name them with --policy-pack");
    expect(server.journal.entries.filter(({ method }) => method !== "GET")).toEqual([]);
    const named = await stack.command("drift", "--policy-pack", PACK);
    expect(named.out).toContain(`drift --fix --stack test --policy-pack ${PACK}`);
    const fixed = await stack.command("drift", "--fix", "--yes", "--policy-pack", PACK);
    expect(fixed.code, fixed.out + fixed.err).toBe(0);
    expect((await list(server, "/endpoints/sip"))[0]).toMatchObject({ caller_id: "Desk" });
  });
});
