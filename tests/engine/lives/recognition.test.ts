// Whose endpoint is it? Our own late create is recognised, and nobody else's is taken for ours.

import { afterEach, beforeEach, expect, it } from "vitest";
import { type Answer, type Gateway, json, openGateway } from "../../provider/gateway.ts";
import { ask, environmentOf, list, requests, type Server, serveWith } from "../service.ts";
import { describeWithEngine, Stack } from "../stack.ts";
import { destroy, endpoint, endpoints, expectSettled, fails, held, SIP, succeeds, upOf, writes } from "./helpers.ts";

const DESK = { username: "desk", callerId: "Reception" };
const PROGRAM = endpoint("desk", DESK);
/** Looks like ours in everything that the program names. */
const FOREIGN = { username: "desk", password: "theirs", caller_id: "Reception" };
const HANDLER = { call_handler: "relay_script", call_relay_script_url: "https://example.com/theirs.json" };
const OVERLOADED: Answer = { status: 503, type: "text/html", text: "<h1>Service Unavailable</h1>" };
const LATE: Answer = { status: 504, type: "text/html", text: "<h1>Gateway Time-out</h1>" };

describeWithEngine("an endpoint that is at the service already", () => {
  let server: Server;
  let gateway: Gateway;
  let stack: Stack;

  beforeEach(async () => {
    server = await serveWith({}, "+12025550101");
    gateway = await openGateway(server);
    stack = await Stack.create(environmentOf({ ...server, url: gateway.url }));
  });

  afterEach(async () => {
    await stack.remove();
    await gateway.close();
    await server.close();
  });

  it("and has settings of its own is not taken over after a lost answer or a 503", { timeout: 400_000 }, async () => {
    const theirs = {
      handler: HANDLER,
      codecs: { codecs: ["PCMU"] },
      encryption: { encryption: "required" },
      sends: { send_as: "+12025550101" },
      busy: HANDLER,
    };
    for (const [username, settings] of Object.entries(theirs))
      await ask(server, "POST", "/endpoints/sip", { ...FOREIGN, username, ...settings });
    const before = await list(server, "/endpoints/sip");
    for (const [username, settings] of Object.entries(theirs)) {
      server.journal.clear();
      server.faults.add(
        username === "busy"
          ? { method: "POST", path: SIP, effect: "status", status: 503, times: 1 }
          : { method: "POST", path: SIP, effect: "lose-answer", times: 1 },
      );
      await stack.write(endpoint("desk", { ...DESK, username }));
      const { output } = await fails(stack.up());
      expect(writes(server).filter((line) => !line.startsWith("POST "))).toEqual([]);
      expect(output, JSON.stringify(settings)).toContain(String(before.find((each) => each.username === username)?.id));
      expect(output).toContain("adopt");
    }
    // A failed `up` leaves nothing that a destroy would delete.
    expect(await held(stack)).toEqual({});
    await succeeds(destroy(stack));
    expect(await list(server, "/endpoints/sip")).toEqual(before);
  });

  it("and has a handler of its own is not taken over under signalwire:adoptMatching", async () => {
    const foreign = await ask(server, "POST", "/endpoints/sip", { ...FOREIGN, ...HANDLER });
    server.journal.clear();
    await succeeds(stack.run("config", "set", "signalwire:adoptMatching", "true"));
    await stack.write(PROGRAM);
    const { output } = await fails(stack.up());
    expect(await ask(server, "GET", `/endpoints/sip/${foreign.id}`)).toEqual(foreign);
    expect(writes(server).filter((line) => !line.startsWith("POST "))).toEqual([]);
    expect(await held(stack)).toEqual({});
    expect(output).toContain("callHandler");
  });

  it("because a 503 came after the work was done is recognised", async () => {
    let posts = 0;
    gateway.answerWith(async ({ method }, forward) => {
      const answer = await forward();
      if (method === "POST") posts += 1;
      return method === "POST" && posts === 1 ? OVERLOADED : answer;
    });
    await upOf(stack, PROGRAM);
    await isOurs();
  });

  it("because a 504 came before the work was done, and the look-up came too soon, is recognised", async () => {
    let [posts, lookUps] = [0, 0];
    gateway.answerWith(async ({ method, path }, forward) => {
      const answer = await forward();
      if (method === "POST" && path === SIP) {
        posts += 1;
        if (posts === 1) return LATE;
      }
      if (method === "GET" && path.includes("filter_username")) {
        lookUps += 1;
        if (lookUps === 1) return json(200, { links: {}, data: [] });
      }
      return answer;
    });
    await upOf(stack, PROGRAM);
    await isOurs();
  });

  it("because an answer was lost is recognised where it inherits settings of its own project", async () => {
    await ask(server, "PUT", "/sip_profile", { default_codecs: ["PCMU", "PCMA"], default_encryption: "required" });
    server.faults.add({ method: "POST", path: SIP, effect: "lose-answer", times: 1 });
    await upOf(stack, PROGRAM);
    await isOurs();
  });

  async function isOurs(): Promise<void> {
    const found = await list(server, "/endpoints/sip");
    expect(found).toEqual([expect.objectContaining({ username: "desk", caller_id: "Reception" })]);
    expect(await held(stack)).toEqual({ desk: found[0]?.id });
    await expectSettled(stack);
    await succeeds(destroy(stack));
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  }

  it("is set by `adopt` to what the program says, and nothing else, in one request", async () => {
    const { id } = await ask(server, "POST", "/endpoints/sip", {
      ...FOREIGN,
      ...HANDLER,
      caller_id: "Theirs",
      codecs: ["PCMU"],
      encryption: "required",
      send_as: "+12025550101",
      call_video_room_id: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34",
    });
    const fresh = await ask(server, "POST", "/endpoints/sip", {
      username: "fresh",
      password: "x",
      caller_id: "Reception",
      // How a value goes back to the project's own.
      encryption: "default",
    });
    server.journal.clear();
    await upOf(stack, endpoint("desk", { ...DESK, adopt: true }));
    const asked = requests(server).filter((line) => line.startsWith("PUT "));
    expect(await ask(server, "GET", `/endpoints/sip/${id}`)).toEqual({ ...fresh, id, username: "desk" });
    expect(asked).toEqual([`PUT ${SIP}/${id}`]);
    await expectSettled(stack);
  });

  it("and is as the program says is adopted without a change but of its password", async () => {
    const foreign = await ask(server, "POST", "/endpoints/sip", { ...FOREIGN, ...HANDLER });
    server.journal.clear();
    await upOf(
      stack,
      endpoint("desk", {
        ...DESK,
        callHandler: "relay_script",
        callRelayScriptUrl: HANDLER.call_relay_script_url,
        adopt: true,
      }),
    );
    const changes = server.journal.entries.filter(({ method }) => method === "PUT");
    expect(changes.flatMap(({ requestBody }) => Object.keys(requestBody as object))).toEqual(["password"]);
    expect(await endpoints(server)).toEqual({ desk: foreign.id });
    await expectSettled(stack);
  });
});
