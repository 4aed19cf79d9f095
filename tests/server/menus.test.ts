// Calls whose LaML documents lead to other documents, and that press keys in menus.

import { describe, expect, test } from "vitest";
import { addEndpoint, FROM, laml, response, SAY, setNumber, swml, TO } from "./called.ts";
import { type Answers, receiver } from "./receiver.ts";
import { given } from "./support.ts";

const menu = '<Gather numDigits="1" action="/menu" method="GET"><Say>1 for sales</Say></Gather>';
const SALES = response("<Dial><Sip>sip:sales</Sip></Dial>");
const answers = {
  "/one": response(`${menu}<Dial><Sip>sip:nobody</Sip></Dial>`),
  "/menu": response('<Gather numDigits="1" action="second"><Play>https://a.example/</Play></Gather><Say>Bye</Say>'),
  "/second": SALES,
};

/** Each row ends with the requests, with status and digits, and with the verdict. */
test.each<[what: string, answers: Answers, digits: string | undefined, found: string]>([
  [
    "relative redirects, with their method",
    {
      "/one": response('<Redirect method="GET">two/menu?a=b</Redirect>'),
      "/two/menu": response("<Redirect>../three</Redirect>"),
      "/three": SAY,
    },
    undefined,
    "POST /one ringing · GET /two/menu?a=b ringing · POST /three ringing · POST /status completed · ✓ Answered by POST /three",
  ],
  [
    "a redirect relative to where the redirects of HTTP ended",
    {
      "/one": (answer) => answer.writeHead(302, { location: "/deep/one" }).end(),
      "/deep/one": response("<Redirect>two</Redirect>"),
      "/deep/two": SAY,
    },
    undefined,
    "POST /one ringing · GET /deep/one — · POST /deep/two ringing · POST /status completed · ✓ Answered by POST /deep/two",
  ],
  [
    "redirects in a circle",
    { "/one": response("<Redirect>/two</Redirect>"), "/two": response("<Say>Hi</Say><Redirect>/one</Redirect>") },
    undefined,
    "POST /one ringing · POST /two ringing · POST /one in-progress · POST /status failed · ✗ Did not ring: the documents of the call lead back to POST /one",
  ],
  [
    "a busy line",
    { "/one": response('<Reject reason="busy"/>') },
    undefined,
    "POST /one ringing · POST /status busy · ✗ Did not ring: the document of the phone number +12025550101 rejects the call",
  ],
  [
    "a rejection after a pause",
    { "/one": response('<Pause length="2"/><Reject/><Say>Hello</Say>') },
    undefined,
    "POST /one ringing · POST /status no-answer · ✗ Did not ring: the document of the phone number +12025550101 rejects the call",
  ],
  [
    "a rejection after a menu",
    { "/one": response("<Gather/><Redirect>/two</Redirect>"), "/two": response("<Reject/>") },
    undefined,
    "POST /one ringing · POST /two in-progress · POST /status completed · ✓ Answered by POST /two",
  ],
  [
    "a rejection after an answer",
    { "/one": response("<Say>Sorry</Say><Reject/>") },
    undefined,
    "POST /one ringing · POST /status completed · ✓ Answered by POST /one",
  ],
  [
    "a menu without digits, which goes on after it",
    answers,
    undefined,
    "POST /one ringing · POST /status completed · ✗ Did not ring: the document dials sip:nobody, an address that no object has",
  ],
  [
    "two menus, each with a digit",
    answers,
    "12",
    'POST /one ringing · GET /menu in-progress "1" · POST /second in-progress "2" · POST /status completed · ✓ Rings the devices of the SIP endpoint sales',
  ],
  [
    "a w as the time-out of the first menu",
    { ...answers, "/one": response(`${menu}<Gather numDigits="1" action="/second"/>`) },
    "w2",
    'POST /one ringing · POST /second in-progress "2" · POST /status completed · ✓ Rings the devices of the SIP endpoint sales',
  ],
  [
    "a menu with an action for no digits too",
    { "/one": response('<Gather action="/menu" actionOnEmptyResult="true"/>'), "/menu": SAY },
    undefined,
    'POST /one ringing · POST /menu in-progress "" · POST /status completed · ✓ Answered by POST /menu',
  ],
  [
    "a menu that repeats",
    { "/one": response(`${menu}<Redirect>/one</Redirect>`), "/menu": SAY },
    undefined,
    "POST /one ringing · POST /one in-progress · POST /status completed · ✓ Answered by POST /one",
  ],
  [
    "a wrong digit before the right one",
    { "/one": response(menu), "/menu": response("<Redirect>/one</Redirect>") },
    "91",
    'POST /one ringing · GET /menu in-progress "9" · POST /one in-progress · GET /menu in-progress "1" · POST /one in-progress · POST /status completed · ✓ Answered by POST /one',
  ],
])("%s", async (_, given, digits, found) => {
  const { received, trace, url } = await laml(given, digits);
  const asked = received.map(({ method, path, query, form }) => {
    const { CallStatus, Digits, a } = { ...query, ...form };
    const pressed = Digits === undefined ? "" : ` "${Digits}"`;
    return `${method} ${path}${a === undefined ? "" : `?a=${a}`} ${CallStatus ?? "—"}${pressed}`;
  });
  expect([...asked, trace.verdict.replaceAll(url, "")].join(" · ")).toBe(found);
});

test("redirects to documents that are new each time end after a hundred", async () => {
  let count = 0;
  const { trace } = await laml({
    "/one": (answer) => {
      count += 1;
      answer.end(`<Response><Redirect>/one?n=${count}</Redirect></Response>`);
    },
  });
  expect([trace.outcome, count]).toEqual(["failed", 101]);
  expect(trace.verdict).toContain("more than 100 documents and sections followed");
});

describe("<Gather>", () => {
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
    const one = response(`<Gather ${attributes} action="/menu"/>`);
    const { received } = await laml({ "/one": one, "/menu": SAY }, digits);
    expect(received[1]).toMatchObject({ path: "/menu", method: "POST", form: { Digits: taken } });
  });

  test("without an action requests its own document", async () => {
    const documents = ["<Response/>", '<Response><Gather numDigits="1"/></Response>'];
    const { received } = await laml({ "/one": (answer) => answer.end(documents.pop()) }, "7");
    expect(received[1]).toMatchObject({ path: "/one", method: "POST", form: { Digits: "7" } });
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
