// Answers that look like successes: an `up` succeeds only for what was done, and what was not done stays in the state.

import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Answer, json } from "../../provider/gateway.ts";
import { describeStack, gateway, itWithEngine, server, stack } from "../described.ts";
import { ask, list } from "../service.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  phoneNumber,
  SIP,
  succeeds,
  upOf,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const EMPTY: Answer = { status: 200, type: "", text: "" };

/** One resource of each kind that can be changed. `texts` and `encryption` are what changes. */
function program(texts: string, encryption: string): string {
  return (
    endpoint("desk", { username: "desk", callerId: `Desk ${texts}`, encryption }) +
    phoneNumber("line", { number: NUMBER, name: `Line ${texts}`, onDestroy: "restore" }) +
    `new SipProfile("profile", { defaultEncryption: "${encryption}", onDestroy: "restore" });
    new DomainApplication("carrier", { name: "Carrier ${texts}", identifier: "carrier", encryption: "${encryption}" });
    new CxmlScript("menu", { displayName: "Menu", contents: "<Response><Say>${texts}</Say></Response>" });
    new SwmlScript("flow", { displayName: "Flow", contents: { sections: { main: [{ play: { url: "say:${texts}" } }] } } });`
  );
}

const CHANGED = {
  "SIP endpoint": ["callerId", "encryption"],
  "phone number": ["name"],
  "SIP profile": ["defaultEncryption"],
  "domain application": ["name", "encryption"],
  "cXML script": ["contents"],
  "SWML script": ["contents"],
};

const options = { numbers: [NUMBER], gateway: true, inProcess: true };

describeStack("an answer that looks like a success", options, () => {
  /** Answers a request with the object as it is. */
  async function unchanged(path: string, status: number): Promise<Answer> {
    return json(status, await ask(server, "GET", path));
  }

  it("to a change and shows the object as it was fails with the fields, and the next up changes it", async () => {
    await upOf(stack, program("one", "optional"));
    const before = await everything();
    gateway.answerWith(({ method, path }, forward) => (method === "PUT" ? unchanged(path, 200) : forward()));
    await stack.write(program("two", "required"));
    const { output } = await fails(stack.up("--continue-on-error"));
    for (const [title, fields] of Object.entries(CHANGED)) {
      const [, message = ""] = output.split(new RegExp(`Could not update the ${title}`));
      expect(message.split("Could not")[0], title).toContain(
        `does not show what was sent: ${fields.join(", ")} differ`,
      );
    }
    expect(await everything()).toEqual(before);
    gateway.answerWith();
    await upOf(stack, program("two", "required"));
    await expectSettled(stack);
    expect(JSON.stringify(await everything())).not.toContain("one");
    // The restoring of settings is a change too.
    gateway.answerWith(({ method, path }, forward) => (method === "PUT" ? unchanged(path, 200) : forward()));
    expect((await fails(destroy(stack))).output).toContain("does not show what was sent");
    gateway.answerWith();
    await succeeds(destroy(stack));
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_encryption: "optional" });
  });

  itWithEngine("to a create that made something else keeps the object, and the next up sets it", async () => {
    // Another writer resets the endpoint before the answer arrives.
    const made = new Set<string>();
    const answering = async (path: string, text: string): Promise<Answer> => {
      const { id } = JSON.parse(text);
      made.add(id);
      return json(201, await ask(server, "PUT", `${path}/${id}`, { caller_id: "Theirs", encryption: "required" }));
    };
    gateway.answerWith(async ({ method, path }, forward) => {
      const answer = await forward();
      return method === "POST" && path === SIP ? answering(path, answer.text) : answer;
    });
    await stack.write(endpoint("desk", { username: "desk", callerId: "Desk", encryption: "optional" }));
    expect((await fails(stack.up())).output).toContain("does not show what was sent: callerId, encryption differ");
    expect(Object.values(await held(stack))).toEqual([...made]);
    gateway.answerWith();
    await succeeds(stack.up());
    expect(await list(server, "/endpoints/sip")).toMatchObject([{ caller_id: "Desk", encryption: "optional" }]);
    await expectSettled(stack);
  });

  it("to a deletion needs the list, unless its status is 204", async () => {
    await upOf(stack, endpoint("desk", { username: "desk" }) + endpoint("hall", { username: "hall" }));
    for (const answer of [EMPTY, { ...EMPTY, status: 202 }]) {
      gateway.answerWith(({ method }, forward) => (method === "DELETE" ? answer : forward()));
      expect((await fails(destroy(stack))).output).toContain("though its list still has the SIP endpoint");
      expect(await held(stack)).toEqual(await endpoints(server));
    }
    gateway.answerWith(async ({ method }, forward) => {
      const answer = await forward();
      return method === "DELETE" && answer.status === 204 ? EMPTY : answer;
    });
    await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({});
  });

  it("is lost, and a person made an endpoint of that name: it is not taken over by an old list", async () => {
    const theirs = { username: "desk", password: "theirs", caller_id: "Reception" };
    gateway.answerWith(async ({ method, path }, forward) => {
      if (method !== "POST" || path !== SIP) return forward();
      const answer = await forward();
      if (JSON.parse(answer.text).username === "first") return answer;
      throw new Error("the answer is lost");
    });
    const two = (later: string) =>
      `const first = ${endpoint("first", { username: "first" })}
      ${endpoint("desk", { username: later, callerId: "Reception" }, "{ dependsOn: first }")}`;
    const { output } = await upOf(stack, two("mine"));
    expect(output).toMatch(/recognised as ours after a lost answer: the SIP endpoint "mine": [0-9a-f-]{36}/);
    await succeeds(destroy(stack));
    let made: unknown;
    gateway.answerWith(async ({ method, path }, forward) => {
      const isFirst = made === undefined && (await list(server, "/endpoints/sip")).length === 0;
      if (method !== "POST" || path !== SIP || isFirst) return forward();
      await pause(6_000);
      made ??= (await ask(server, "POST", "/endpoints/sip", theirs)).id;
      throw new Error("the request is lost");
    });
    await stack.write(two("desk"));
    const refused = await fails(stack.up());
    expect(refused.output).toContain(`The SIP endpoint ${made} has this username`);
    expect(refused.output).toContain("too old to prove that this `up` made it");
    expect(refused.output).toContain("adopt: true");
    expect(Object.keys(await held(stack))).toEqual(["first"]);
    await succeeds(destroy(stack));
    expect(await list(server, "/endpoints/sip")).toMatchObject([{ id: made, username: "desk" }]);
  });

  it("to the profile is not sent from an old copy", async () => {
    let isChanged = false;
    gateway.answerWith(async ({ method, path }, forward) => {
      // A person changes the profile after the run has read it.
      if (method === "POST" && path === SIP && !isChanged) {
        isChanged = true;
        await ask(server, "PUT", "/sip_profile", { default_encryption: "required" });
      }
      return forward();
    });
    await upOf(
      stack,
      `const look = SipProfile.get("look", "${server.project.id}");
      const desk = new SipEndpoint("desk", { username: "desk", password: "canary-password", callerId: look.domain });
      new SipProfile("profile", { defaultCodecs: ["OPUS"] }, { dependsOn: desk });`,
    );
    expect(isChanged).toBe(true);
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject({
      default_encryption: "required",
      default_codecs: ["OPUS"],
    });
  });

  it("and lists nothing empties no state of five objects, unless the user confirms it", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    await upOf(stack, names.map((username) => endpoint(username, { username })).join(""));
    const before = { state: await held(stack), service: await everything() };
    gateway.answerWith(({ path }) =>
      path.includes("?") ? json(200, { links: {}, data: [] }) : json(404, { error: "Not Found" }),
    );
    for (const command of ["refresh", "destroy"]) {
      // As many at once as the engine asks for on two cores. One at a time, it forgets the first four.
      const { output } = await fails(stack.run(command, "--parallel", "8", "--yes", "--skip-preview"));
      expect(output).toContain("set SIGNALWIRE_EMPTY_PROJECT=true for this run");
      expect(await held(stack), command).toEqual(before.state);
    }
    gateway.answerWith();
    await expectSettled(stack);
    expect(await everything()).toEqual(before.service);
    for (const id of Object.values(before.state)) await ask(server, "DELETE", `/endpoints/sip/${id}`);
    stack.export("SIGNALWIRE_EMPTY_PROJECT", "true");
    await succeeds(stack.run("refresh", "--yes", "--skip-preview"));
    expect(await held(stack)).toEqual({});
  });

  async function everything(): Promise<unknown[]> {
    const paths = [
      "/endpoints/sip",
      "/phone_numbers",
      "/domain_applications",
      "/api/fabric/resources/cxml_scripts",
      "/api/fabric/resources/swml_scripts",
    ];
    return [...(await Promise.all(paths.map((path) => list(server, path)))), await ask(server, "GET", "/sip_profile")];
  }
});
