// What a service echoes and what a look-up finds holds secrets too. Each program uses both doors.

import { beforeEach, expect, it } from "vitest";
import { json } from "../provider/gateway.ts";
import { describeStack, gateway, itWithEngine, server, stack } from "./described.ts";
import { succeeds } from "./lives/helpers.ts";
import { installPlugin, namePlugin } from "./plugin-door.ts";
import { ask } from "./service.ts";

const SECRET_URL = "https://hook:canary-user%40pw@a.example/swml?token=canary-token";
const OPEN_URL = "https://a.example/open";

describeStack(
  "secrets that come back from the service",
  {
    service: { extraFields: true },
    gateway: true,
    inProcess: true,
    bothDoors: true,
  },
  () => {
    beforeEach(async () => {
      await installPlugin(stack.path("."));
      await namePlugin(stack.path("."));
    });

    const provider = () => {
      const settings = { baseUrl: gateway.url, projectId: server.project.id, apiToken: server.project.apiToken };
      return `const eu = new Provider("eu", ${JSON.stringify(settings)});\n`;
    };

    it("are in no message about a refused request, in whatever form it repeats them", async () => {
      const program = (version: string) => `import { Provider } from "pulumi-signalwire";
${provider()}
for (const [name, opts] of [["one", {}], ["two", { provider: eu }]] as const) {
  new SipEndpoint(name, {
    username: name, password: "canary-${version} päss", callerId: pulumi.secret("canary-marked-${version}"),
    callHandler: "relay_script", callRelayScriptUrl: "${SECRET_URL}${version}", extra: { auth_password: "canary-extra" },
  }, opts);
  const contents = '<Response><Redirect>https://hook:canary-xml-${version}@a.example/</Redirect></Response>';
  new CxmlScript(name, { displayName: name + "${version}", contents }, opts);
}`;
      /** What a kind's objects were created with. */
      const created: { [kind: string]: string } = {};
      const refuse = () =>
        gateway.answerWith(async ({ method, path, body }, forward) => {
          if (method === "GET") return forward();
          const kind = path.includes("/sip") ? "endpoint" : "script";
          if (method === "POST") created[kind] = body;
          const bodies = [body, created[kind] ?? ""].filter((each) => each !== "").map((each) => JSON.parse(each));
          // A destroy does not run the program, so only the state says what is secret.
          if (method === "DELETE") for (const each of bodies) delete each.caller_id;
          const texts = bodies.flatMap((each) => [JSON.stringify(each), ...textsIn(each).flatMap(echoes)]);
          const details = texts.map((text) => ({ detail: `no ${text}`, status: "422", title: "no", code: "422" }));
          const messages = texts.map((message) => ({ message, type: "x", code: "x", attribute: "x", url: "x" }));
          return json(422, { errors: details.map((each, at) => ({ ...each, ...messages[at] })) });
        });
      const run = async (...args: string[]) => {
        const { code, output } = await stack.run(...args, "--yes", "--skip-preview", "--continue-on-error");
        expect(output.match(/.*canary.*/g) ?? []).toEqual([]);
        return { code, output };
      };
      await stack.write(program("old"));
      refuse();
      const failed = await run("up");
      expect(failed.output.match(/422 Unprocessable/g)?.length).toBeGreaterThanOrEqual(4);
      gateway.answerWith();
      await succeeds(run("up"));
      await stack.write(program("new"));
      refuse();
      const updated = await run("up");
      expect(updated.output.match(/422 Unprocessable/g)?.length).toBeGreaterThanOrEqual(4);
      expect(updated.output).toContain("token=[secret]");
      const destroyed = await run("destroy");
      expect(destroyed.output.match(/422 Unprocessable/g)?.length).toBeGreaterThanOrEqual(4);
    });

    itWithEngine(
      "are encrypted in the results of look-ups and lists, and a program can use them; other addresses stay readable",
      async () => {
        const endpoint = async (username: string, url: string) => {
          const script = { call_handler: "relay_script", call_relay_script_url: url };
          return String(
            (await ask(server, "POST", "/endpoints/sip", { username, password: "canary-pw", ...script })).id,
          );
        };
        const id = await endpoint("closed", SECRET_URL);
        await endpoint("open", OPEN_URL);
        const name = "signalwire:index:getSipEndpoint";
        await stack.write(`import { getSipEndpoints, Provider } from "pulumi-signalwire";
${provider()}
export const results = [{}, { provider: eu }].flatMap((opts, at) => [
  getSipEndpoints({}, opts),
  getSipEndpoints({}, opts).sipEndpoints.apply((all) => all.map(({ callRelayScriptUrl }) => callRelayScriptUrl)),
  SipEndpoint.get("got-" + at, "${id}", opts).callRelayScriptUrl,
  SipEndpoint.getByUsername("found-" + at, "closed", opts).callRelayScriptUrl,
  SipEndpoint.getByUsername("open-" + at, "open", opts).callRelayScriptUrl,
  getSipEndpoints({ username: "open" }, opts).sipEndpoints,
]);
export const invoked = pulumi.runtime.invokeOutput("${name}", { username: "closed" }, { provider: eu });
export const invokedOpen = pulumi.runtime.invokeOutput("${name}", { username: "open" }, { provider: eu });`);
        for (const args of [["preview"], ["up", "--yes", "--skip-preview"], ["refresh", "--yes"], ["preview"]]) {
          const { output } = await succeeds(stack.run(...args, "--diff"));
          expect(output.match(/.*canary.*/g) ?? []).toEqual([]);
        }
        expect(await stack.stateText()).not.toContain("canary");
        const shown = (await stack.run("stack", "output", "--json")).output;
        expect(shown).not.toContain("canary");
        const { results, invokedOpen } = JSON.parse(shown);
        expect(results[4]).toBe(OPEN_URL);
        expect(results[10]).toBe(OPEN_URL);
        expect(results[5][0].callRelayScriptUrl).toBe(OPEN_URL);
        expect(results[11][0].callRelayScriptUrl).toBe(OPEN_URL);
        expect(invokedOpen.callRelayScriptUrl).toBe(OPEN_URL);
        const revealed = JSON.parse((await stack.run("stack", "output", "--json", "--show-secrets")).output);
        expect(revealed.results[2]).toBe(SECRET_URL);
        expect(revealed.results[8]).toBe(SECRET_URL);
        expect(revealed.results[1]).toContain(SECRET_URL);
        expect(revealed.invoked.callRelayScriptUrl).toBe(SECRET_URL);
      },
    );
  },
);

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The forms in which a service may repeat a text, and the parts of an address alone. */
function echoes(text: string): string[] {
  const inUrl = encodeURIComponent(text);
  const [, user = "", token = ""] = /:\/\/[^:]+:([^@]+)@[^?]*(?:\?token=(\w.+))?/.exec(text) ?? [];
  const inHtml = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("/", "&#47;");
  return [text, inUrl, inUrl.replace(/%../g, (each) => each.toLowerCase()), JSON.stringify(text), inHtml, user, token];
}
