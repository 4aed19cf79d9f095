import { afterEach, expect, it } from "vitest";
import type { KnownObject } from "../../../cli/calls/objects.ts";
import { openTrial, type Trial, type TrialOptions } from "../../../cli/calls/trial.ts";
import { type Expected, SECRET, UNKNOWN } from "../../../contract/index.ts";
import { ok, receiver } from "../../server/receiver.ts";
import { endpoint, phone, rings } from "./objects.ts";

const LINE = "+12025550101";
const CALLER = "+12025550177";
const RINGS_THE_DESK = {
  outcome: "handed-over",
  way: expect.stringContaining("SIP endpoint front-desk ✓ → its devices ✓"),
};

let trial: Trial | undefined;

afterEach(() => trial?.close());

async function call(objects: readonly KnownObject[], to = LINE, options: TrialOptions = {}, digits?: string) {
  await trial?.close();
  trial = await openTrial(options);
  await trial.hold(objects);
  return trial.call(to, CALLER, { digits });
}

function laml(url: string, more: object = {}) {
  return phone(LINE, 1, { fields: { call_handler: "laml_webhooks", call_request_url: url, ...more } });
}

it("rings the endpoint that the number names, by whatever name that has", async () => {
  const told = await call([phone(LINE, 1, rings(1)), endpoint("front-desk", 1, { name: "desk" })]);
  expect(told).toMatchObject(RINGS_THE_DESK);
  expect(told.steps.map(({ text }) => text)).toEqual([
    `The phone number ${LINE} is called.`,
    "The handler is relay_sip_endpoint.",
    "The SIP endpoint front-desk is next.",
    "It rings the endpoint's devices.",
  ]);
});

it("asks no host that is not allowed by name, this machine neither, and names the requests that it did not send", async () => {
  const { url, received } = await receiver({ "/call": ok(), "/status": ok() });
  const told = await call([
    laml(`${url}/call?token=canary-token-of-mine`, {
      call_fallback_url: "https://u:canary@other.example/call",
      call_status_callback_url: `${url}/status`,
    }),
  ]);
  expect(received).toEqual([]);
  expect(told.outcome).toBe("answered");
  expect(told.steps.slice(2).map(({ text }) => text)).toEqual([
    `POST ${url}/call?token=[secret] was not requested: 127.0.0.1 is not allowed (--allow). The trace assumes a document that keeps the call; after a failure, https://[secret]@other.example/call would be requested.`,
    `POST ${url}/status would receive the call's status.`,
  ]);
  expect(JSON.stringify(told)).not.toContain("canary");
});

it("follows the document of an allowed host, and sends no status callback", async () => {
  const dial = "<Response><Dial><Sip>sip:front-desk</Sip></Dial></Response>";
  const { url, received } = await receiver({ "/call": ok(dial), "/status": ok() });
  const line = laml(`${url}/call`, { call_request_method: "GET", call_status_callback_url: `${url}/status` });
  const told = await call([line, endpoint("front-desk", 1)], LINE, { allow: ["127.0.0.1"] });
  expect(told).toMatchObject(RINGS_THE_DESK);
  expect(received.map(({ method, path, query }) => [method, path, query.From, query.To])).toEqual([
    ["GET", "/call", CALLER, LINE],
  ]);
  expect(received[0]?.headers["x-signalwire-signature"]).toBeTypeOf("string");
});

it("takes the fallback where an allowed host fails, and never a redirect to one that is not allowed", async () => {
  const { url, received } = await receiver({
    "/away": (response) => response.writeHead(302, { location: url.replace("127.0.0.1", "localhost") }).end(),
    "/sorry": ok(),
  });
  const told = await call([laml(`${url}/away`, { call_fallback_url: `${url}/sorry` })], LINE, { allow: ["127.0.0.1"] });
  expect(received.map(({ path }) => path)).toEqual(["/away", "/sorry"]);
  expect(told.outcome).toBe("answered");
  expect(told.steps[2]?.text).toMatch(/failed \(11200\): a redirect leads to a host that is not allowed\.$/);
});

it("follows redirects and menus at allowed hosts with the keys that are pressed, and shows the real addresses", async () => {
  const { url, received } = await receiver({
    "/line/call": ok('<Response><Gather numDigits="1" action="menu?a=b"/><Redirect>/closed</Redirect></Response>'),
    "/line/menu": ok("<Response><Dial><Sip>sip:front-desk</Sip></Dial></Response>"),
    "/closed": ok("<Response><Redirect>/closed</Redirect></Response>"),
  });
  const objects = [laml(`${url}/line/call`), endpoint("front-desk", 1)];
  const pressed = await call(objects, LINE, { allow: ["127.0.0.1"] }, "1");
  expect(pressed).toMatchObject(RINGS_THE_DESK);
  expect(pressed.way).toContain(`POST ${url}/line/call ✓ → digits 1 ✓ → POST ${url}/line/menu?a=b ✓`);
  expect(received[1]).toMatchObject({ method: "POST", path: "/line/menu", form: { Digits: "1" }, query: { a: "b" } });
  const silent = await call(objects, LINE, { allow: ["127.0.0.1"] });
  expect(silent.outcome).toBe("looped");
  expect(silent.steps.at(-1)?.text).toBe(
    `The documents go round: they lead back to POST ${url}/closed, and the call ends here.`,
  );
  expect(silent.verdict).toBe(`✗ Did not ring: the documents of the call lead back to POST ${url}/closed`);
});

it("plays the stack's own scripts without a request, up to a part that is not known yet", async () => {
  const address = (id: string) => `https://example.signalwire.com/relay-bins/${id}`;
  const script = (id: string, contents: unknown): KnownObject => {
    return { type: "SwmlScript", id, fields: { display_name: id, request_url: address(id), contents } };
  };
  const menu = (dest: string) => ({
    sections: {
      main: [{ prompt: {} }, { switch: { variable: "prompt_value", case: { "1": [{ transfer: { dest } }] } } }],
    },
  });
  const line = phone(LINE, 1, { fields: { call_handler: "relay_script", call_relay_script_url: address("menu") } });
  const sales = script("sales", "sections: { main: [ connect: { to: 'sip:front-desk' } ] }");
  const objects = [line, endpoint("front-desk", 1), sales];
  const told = await call([...objects, script("menu", menu(address("sales")))], LINE, {}, "1");
  expect(told).toMatchObject(RINGS_THE_DESK);
  expect(told.steps[2]?.text).toBe(`POST ${address("menu")} answered with a script of the stack.`);
  expect(told.way).toContain("→ SWML script menu ✓ → digits 1 ✓ → SWML script sales ✓ →");
  const unknown = await call([...objects, script("menu", menu(UNKNOWN))], LINE, {}, "1");
  expect(unknown.verdict).toMatch(/\(assumed: a value is not known\)$/);
});

it("asks no other host that a document leads to, and says which request it did not send", async () => {
  const away = "https://other.example/next?token=canary-token-of-mine";
  const { url } = await receiver({
    "/laml": ok(`<Response><Redirect method="GET">${away}</Redirect></Response>`),
    "/swml": ok(`{"sections":{"main":[{"transfer":{"dest":"${away}"}}]}}`),
  });
  const script = phone(LINE, 1, { fields: { call_handler: "relay_script", call_relay_script_url: `${url}/swml` } });
  for (const line of [laml(`${url}/laml`), script]) {
    const told = await call([line], LINE, { allow: ["127.0.0.1"] });
    expect(told.outcome).toBe("answered");
    expect(told.verdict).toMatch(/\(assumed: it was not asked\)$/);
    expect(told.steps.at(-1)?.text).toMatch(
      /^(GET|POST) https:\/\/other\.example\/next\?token=\[secret\] was not requested: other\.example is not allowed/,
    );
    expect(JSON.stringify(told)).not.toMatch(/canary|127\.0\.0\.1:\d+\/\d/);
  }
});

it("no secret or unknown address is requested", async () => {
  const told = async (url: string) => (await call([laml(url)], LINE, { allow: ["127.0.0.1"] })).steps[2]?.text;
  expect(await told(SECRET)).toBe("POST [secret] was not requested. The trace assumes a document that keeps the call.");
  expect(await told(UNKNOWN)).toMatch(/^POST \(not known yet\) was not requested/);
});

it("an unknown id or handler is shown as not known yet", async () => {
  const room = phone(LINE, 1, { fields: { call_handler: "video_room", call_video_room_id: UNKNOWN } });
  expect((await call([room])).steps.at(-1)?.text).toBe("It goes to the video room (not known yet).");
  const unknown = phone(LINE, 1, { fields: { call_handler: UNKNOWN } });
  const { steps, verdict } = await call([unknown]);
  expect(verdict).toContain("Goes on as the call_handler says, which has a value that is not known before the update");
  expect(steps.slice(1).map(({ text }) => text)).toEqual([
    "The handler is (not known yet).",
    "The call_handler has a value that is not known before the update, so what follows is not known.",
  ]);
});

it("a target that no answer shows, such as an adopted AI agent, is shown as not known", async () => {
  const application = (identifier: string, fields: object): KnownObject => {
    return { type: "DomainApplication", id: identifier, fields: { name: "Carrier", identifier, ...fields } };
  };
  const objects = [
    application("agent", { call_handler: "ai_agent" }),
    application("flow", { call_handler: "call_flow" }),
    application("office", { call_handler: "relay_application", call_relay_topic: "inbox" }),
  ];
  const verdictOf = async (to: string) => (await call(objects, to)).verdict;
  expect(await verdictOf("sip:x@agent")).toContain("(not known yet)");
  expect(await verdictOf("sip:x@flow")).toContain("(not known yet)");
  expect(await verdictOf("sip:x@office")).toContain("inbox");
});

it("a client with a token of the stack, or named as connected, is connected", async () => {
  const line = phone(LINE, 1, { fields: { call_handler: "relay_verto_endpoint", call_verto_resource: "alice" } });
  const token: KnownObject = { type: "ClientToken", id: "alice", fields: { resource: "alice" } };
  expect((await call([line])).outcome).toBe("unanswered");
  expect((await call([line, token])).verdict).toBe("✓ Rings the client alice, which is connected");
  expect((await call([line], LINE, { clients: ["alice"] })).outcome).toBe("ringing");
});

it("holds other objects from now on, and calls from an endpoint of the stack as the number that it sends", async () => {
  const desk = endpoint("front-desk", 1, { fields: { send_as: "+12029998877" } });
  await call([desk, phone(LINE, 1)]);
  expect((await trial?.call(LINE, "front-desk"))?.steps[0]?.text).toMatch(/calls as \+12029998877/);
  await trial?.hold([desk]);
  expect((await trial?.call(LINE, CALLER))?.steps).toEqual([{ text: `No object has the address ${LINE}.` }]);
});

it("an object that is missing at the service is missing here", async () => {
  const told = await call([phone(LINE, 1, rings(1)), endpoint("front-desk", 1, { mark: "missing" })]);
  expect(told.outcome).toBe("unanswered");
});

it("an outcome is held, or not", async () => {
  const { url } = await receiver({});
  const rung = [phone(LINE, 1, rings(1)), endpoint("front-desk", 1, { name: "desk" })];
  const asked = [laml(`${url}/menu?x=1`)];
  const handed = [
    phone(LINE, 1, { fields: { call_handler: "relay_application", call_relay_application: "after hours" } }),
  ];
  const cases: [readonly KnownObject[], Expected, boolean][] = [
    [rung, { rings: "front-desk" }, true],
    [rung, { answeredBy: "desk" }, true],
    [rung, { rings: "front" }, false],
    [rung, { reaches: "nobody" }, false],
    [asked, { handedTo: `${url}/menu` }, true],
    [asked, { handedTo: "https://example.com" }, false],
    [handed, { handedTo: "after hours" }, true],
    [handed, { handedTo: "hours" }, false],
  ];
  for (const [objects, expected, isHeld] of cases) {
    trial = await openTrial();
    trial.hold(objects);
    expect([expected, (await trial.call(LINE, CALLER, { expected: [expected] })).held]).toEqual([expected, [isHeld]]);
    await trial.close();
  }
});
