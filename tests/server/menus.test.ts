// Calls whose LaML documents lead to other documents, and that press keys in menus.

import { describe, expect, test } from "vitest";
import { addEndpoint, FROM, laml, numberWith, response, SAY, setNumber, swml, TO } from "./called.ts";
import { ok, receiver } from "./receiver.ts";
import { given } from "./support.ts";

describe("<Redirect>", () => {
  test("is followed with its method, relative to its document, and the status callback gets one end", async () => {
    const { ways, trace, received, url } = await laml({
      "/one": response('<Redirect method="GET">two/menu?a=b</Redirect>'),
      "/two/menu": response("<Redirect>../three</Redirect>"),
      "/three": SAY,
    });
    expect(ways).toEqual(["POST /one", "GET /two/menu", "POST /three", "POST /status"]);
    expect(received[1]?.query).toMatchObject({ a: "b", CallSid: trace.id, CallStatus: "ringing", To: TO });
    expect(received[2]?.form).toMatchObject({ CallSid: trace.id, CallStatus: "ringing", From: FROM });
    expect(received[3]?.form.CallStatus).toBe("completed");
    expect(trace).toMatchObject({ outcome: "answered", verdict: `✓ Answered by POST ${url}/three` });
    expect(trace.way).toBe(
      `${TO} ✓ → laml_webhooks ✓ → POST ${url}/one ✓ → GET ${url}/two/menu ✓ → POST ${url}/three ✓`,
    );
  });

  test("begins where the redirects of HTTP ended, and keeps the credentials of the address", async () => {
    const { received } = await laml(
      {
        "/one": (answer) => answer.writeHead(302, { location: "/deep/one" }).end(),
        "/deep/one": response("<Redirect>two</Redirect>"),
        "/deep/two": SAY,
      },
      undefined,
    );
    expect(received.map(({ path }) => path)).toEqual(["/one", "/deep/one", "/deep/two", "/status"]);
    const asked = await receiver({ "/one": response("<Redirect>/two</Redirect>"), "/two": SAY });
    const withKey = asked.url.replace("http://", "http://u:p%25@");
    const { server } = await numberWith({ call_handler: "laml_webhooks", call_request_url: `${withKey}/one` });
    await server.call({ to: TO, from: FROM });
    const sent = `Basic ${Buffer.from("u:p%").toString("base64")}`;
    expect(asked.received.map(({ headers }) => headers.authorization)).toEqual([sent, sent]);
  });

  test("after an answer sends the status in-progress", async () => {
    const { received } = await laml({ "/one": response("<Say>Hello</Say><Redirect>/two</Redirect>"), "/two": SAY });
    expect(received[1]?.form.CallStatus).toBe("in-progress");
  });

  test("in a circle ends the call, and the trace says so", async () => {
    const { trace, ways, received, url } = await laml({
      "/one": response("<Redirect>/two</Redirect>"),
      "/two": response("<Redirect>/one</Redirect>"),
    });
    expect(trace.outcome).toBe("looped");
    expect(trace.text).toContain(`The documents go round: they lead back to POST ${url}/one, and the call ends here.`);
    expect(trace.verdict).toBe(`✗ Did not ring: the documents of the call lead back to POST ${url}/one`);
    expect(ways).toEqual(["POST /one", "POST /two", "POST /one", "POST /status"]);
    expect(received.at(-1)?.form.CallStatus).toBe("failed");
  });

  test("to documents that are new each time ends after a hundred", async () => {
    let count = 0;
    const { trace } = await laml({
      "/one": (answer) => {
        count += 1;
        answer.end(`<Response><Redirect>/one?n=${count}</Redirect></Response>`);
      },
    });
    expect(trace.outcome).toBe("failed");
    expect(count).toBe(101);
    expect(trace.verdict).toContain("more than 100 documents and sections followed");
  });

  test.each([
    ["a missing document", "<Redirect>/gone</Redirect>", /POST \S+\/gone answered 404$/],
    ["text that is no URL", "<Redirect>http://[</Redirect>", /<Redirect> names http:\/\/\[, which is no address$/],
    ["another scheme", "<Redirect>file:///etc/passwd</Redirect>", /which is no address$/],
    ["a host that is not allowed", "<Redirect>http://example.com/</Redirect>", /may not be asked/],
    ["what is no document", "<Redirect>/page</Redirect>", /answered with what is no document/],
  ])("to %s fails, without a request to the fallback", async (_, verbs, verdict) => {
    const answers = { "/one": response(verbs), "/page": ok("hello") };
    const sorry = await receiver({ "/sorry": SAY });
    const { trace, received } = await laml(answers, undefined, { call_fallback_url: `${sorry.url}/sorry` });
    expect(trace).toMatchObject({ outcome: "failed", verdict: expect.stringMatching(verdict) });
    expect(sorry.received).toEqual([]);
    expect(received.at(-1)).toMatchObject({ path: "/status", form: { CallStatus: "failed" } });
  });
});

describe("<Reject>", () => {
  test.each([
    ['<Reject reason="busy"/>', "busy"],
    ['<Pause length="2"/><Reject/><Say>Hello</Say>', "no-answer"],
    ["<Redirect>/two</Redirect>", "no-answer"],
  ])("%s is not answered, and the status callback gets %s", async (verbs, end) => {
    const { trace, received } = await laml({ "/one": response(verbs), "/two": response("<Reject/>") });
    expect(trace).toMatchObject({ outcome: "unanswered", verdict: expect.stringContaining("rejects the call") });
    expect(received.at(-1)?.form.CallStatus).toBe(end);
  });

  test.each(["<Gather/><Redirect>/two</Redirect>", "<Say>Sorry</Say><Reject/>"])(
    "after %s has answered the call ends it as answered",
    async (verbs) => {
      const { trace } = await laml({ "/one": response(verbs), "/two": response("<Reject/>") });
      expect(trace.outcome).toBe("answered");
    },
  );
});

describe("<Gather>", () => {
  const menu = '<Gather numDigits="1" action="/menu" method="GET"><Say>1 for sales</Say></Gather>';
  const answers = {
    "/one": response(`${menu}<Dial><Sip>sip:nobody</Sip></Dial>`),
    "/menu": response('<Gather numDigits="1" action="second"><Play>https://a.example/</Play></Gather><Say>Bye</Say>'),
    "/second": response("<Dial><Sip>sip:sales</Sip></Dial>"),
  };

  test("without digits goes on after it", async () => {
    const { trace, ways } = await laml(answers);
    expect(ways).toEqual(["POST /one", "POST /status"]);
    expect(trace.text).toContain("The caller presses no digits at <Gather>.");
    expect(trace.verdict).toContain("sip:nobody");
    expect(trace.steps.filter(({ code }) => code === "part_unplayed")).toEqual([]);
  });

  test("takes its digit and requests its action; the next menu takes the next digit", async () => {
    const { trace, ways, received, url } = await laml(answers, "12");
    expect(ways).toEqual(["POST /one", "GET /menu", "POST /second", "POST /status"]);
    expect(received[1]?.query).toMatchObject({ Digits: "1", CallStatus: "in-progress", CallSid: trace.id });
    expect(received[2]?.form).toMatchObject({ Digits: "2" });
    expect(trace.way).toBe(
      `${TO} ✓ → laml_webhooks ✓ → POST ${url}/one ✓ → digits 1 ✓ → GET ${url}/menu ✓ → digits 2 ✓ → POST ${url}/second ✓ → SIP endpoint sales ✓ → its devices ✓`,
    );
  });

  test.each([
    ['numDigits="2"', "1234", "12"],
    ["", "1234", "1234"],
    ["", "12#4", "12"],
    ['finishOnKey="*"', "1#*4", "1#"],
    ['finishOnKey=""', "1#", "1#"],
    ['numDigits="4"', "12w34", "12"],
    ['input="dtmf speech" numDigits="1"', "12", "1"],
    ['numDigits="many"', "12", "12"],
  ])("with %s takes of %s the digits %s", async (attributes, digits, taken) => {
    const { received } = await laml(
      { "/one": response(`<Gather ${attributes} action="/menu"/>`), "/menu": SAY },
      digits,
    );
    expect(received[1]).toMatchObject({ path: "/menu", method: "POST", form: { Digits: taken } });
  });

  test("without an action requests its own document", async () => {
    let count = 0;
    const { received } = await laml(
      {
        "/one": (answer) => {
          count += 1;
          answer.end(count > 1 ? "<Response/>" : '<Response><Gather numDigits="1"/></Response>');
        },
      },
      "7",
    );
    expect(received[1]).toMatchObject({ path: "/one", method: "POST", form: { Digits: "7" } });
  });

  test("with actionOnEmptyResult requests its action without digits too", async () => {
    const empty = '<Gather action="/menu" actionOnEmptyResult="true"/>';
    const { received } = await laml({ "/one": response(empty), "/menu": SAY });
    expect(received[1]).toMatchObject({ path: "/menu", form: { Digits: "" } });
  });

  test("that waits: a w is the time-out of the first menu", async () => {
    const twice = response(`${menu}<Gather numDigits="1" action="/second"/>`);
    const { ways } = await laml({ ...answers, "/one": twice }, "w2");
    expect(ways).toEqual(["POST /one", "POST /second", "POST /status"]);
  });

  test("for speech alone, and elements that are not played, are named", async () => {
    const verbs =
      '<Gather input="speech"/><Sms>Hi</Sms><Gather><Pay/></Gather><Enqueue>a</Enqueue><Record/><Dial>x</Dial>';
    const { trace } = await laml({ "/one": response(verbs) });
    const named = trace.steps.filter(({ code }) => code === "part_unplayed").map(({ details }) => details.part);
    expect(named).toEqual(['<Gather input="speech">', "<Sms>", "<Pay>", "<Enqueue>"]);
    expect(trace.text).toContain("The document passes the call to a recording (voicemail).");
    expect(trace.outcome).toBe("answered");
  });

  test("a menu that repeats without digits keeps the call, with a line that says so", async () => {
    const { trace, ways } = await laml({ "/one": response(`${menu}<Redirect>/one</Redirect>`), "/menu": SAY });
    expect(trace.outcome).toBe("answered");
    expect(trace.text).toContain("The menu repeats until the caller presses digits. The trace ends here.");
    expect(ways).toEqual(["POST /one", "POST /one", "POST /status"]);
  });

  test("a wrong digit and then a right one: the menu is heard twice", async () => {
    const { trace } = await laml(
      {
        "/one": response(menu),
        "/menu": (answer) => answer.end("<Response><Redirect>/again</Redirect></Response>"),
        "/again": response('<Gather numDigits="1" action="/second"/>'),
        "/second": response("<Dial><Sip>sip:sales</Sip></Dial>"),
      },
      "91",
    );
    expect(trace.steps.flatMap(({ next }) => next?.name ?? [])).toEqual(["sales"]);
  });
});

test.each(["", "12a", "1 2", "1".repeat(65), 12])("the digits %j are refused", async (digits) => {
  const { server } = await given();
  const call = server.call({ to: TO, from: FROM, digits: digits as string });
  await expect(call).rejects.toThrow(/digits: (must be 1 to 64 of the characters 0-9 \* # w|must be a string)/);
});

test("the caller presses its keys once, in the documents of all objects that it reaches", async () => {
  const client = await given();
  const asked = await receiver({
    "/one": response('<Gather numDigits="1" action="/dial"/>'),
    "/dial": response("<Dial><Sip>sip:night</Sip></Dial>"),
    "/night": swml([
      { prompt: { play: "say:?" } },
      { switch: { variable: "prompt_value", case: { "2": [{ connect: { to: "+442079460000" } }] } } },
    ]),
  });
  await addEndpoint(client, "night", { call_handler: "relay_script", call_relay_script_url: `${asked.url}/night` });
  await setNumber(client, { call_handler: "laml_webhooks", call_request_url: `${asked.url}/one` });
  const trace = await client.server.call({ to: TO, from: FROM, digits: "12" });
  expect(trace.verdict).toBe("✓ Leaves the project for +442079460000");
});
