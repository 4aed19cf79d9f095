// Calls whose documents lead to other documents and sections, and that press keys in menus.

import { expect, test } from "vitest";
import { addEndpoint, FROM, filledIn, laml, response, SAY, script, setNumber, swml, TO } from "./called.ts";
import { type Answers, ok, receiver } from "./receiver.ts";
import { given } from "./support.ts";

const menu = '<Gather numDigits="1" action="/menu" method="GET"><Say>1 for sales</Say></Gather>';
const SALES = response("<Dial><Sip>sip:sales</Sip></Dial>");
const answers = {
  "/one": response(`${menu}<Dial><Sip>sip:nobody</Sip></Dial>`),
  "/menu": response('<Gather numDigits="1" action="second"><Play>https://a.example/</Play></Gather><Say>Bye</Say>'),
  "/second": SALES,
};

/** The answers of the documents' server, and the keys that the caller presses. */
const CALLS: { readonly [what: string]: { readonly answers: Answers; readonly digits?: string } } = {
  "relative redirects, with their method": {
    answers: {
      "/one": response('<Redirect method="GET">two/menu?a=b</Redirect>'),
      "/two/menu": response("<Redirect>../three</Redirect>"),
      "/three": SAY,
    },
  },
  "a redirect relative to where the redirects of HTTP ended": {
    answers: {
      "/one": (answer) => answer.writeHead(302, { location: "/deep/one" }).end(),
      "/deep/one": response("<Redirect>two</Redirect>"),
      "/deep/two": SAY,
    },
  },
  "redirects in a circle": {
    answers: {
      "/one": response("<Redirect>/two</Redirect>"),
      "/two": response("<Say>Hi</Say><Redirect>/one</Redirect>"),
    },
  },
  "a busy line": { answers: { "/one": response('<Reject reason="busy"/>') } },
  "a rejection after a pause": { answers: { "/one": response('<Pause length="2"/><Reject/><Say>Hello</Say>') } },
  "a rejection after a menu": {
    answers: { "/one": response("<Gather/><Redirect>/two</Redirect>"), "/two": response("<Reject/>") },
  },
  "a rejection after an answer": { answers: { "/one": response("<Say>Sorry</Say><Reject/>") } },
  "a menu without digits, which goes on after it": { answers: answers },
  "two menus, each with a digit": { answers: answers, digits: "12" },
  "a w as the time-out of the first menu": {
    answers: { ...answers, "/one": response(`${menu}<Gather numDigits="1" action="/second"/>`) },
    digits: "w2",
  },
  "a menu with an action for no digits too": {
    answers: { "/one": response('<Gather action="/menu" actionOnEmptyResult="true"/>'), "/menu": SAY },
  },
  "a menu that repeats": { answers: { "/one": response(`${menu}<Redirect>/one</Redirect>`), "/menu": SAY } },
  "a wrong digit before the right one": {
    answers: { "/one": response(menu), "/menu": response("<Redirect>/one</Redirect>") },
    digits: "91",
  },
  "a menu without an action, whose own document it requests": {
    answers: {
      "/one": (answer) => answer.writeHead(302, { location: "/deep/one" }).end(),
      "/deep/one": inTurn('<Gather numDigits="1"/>', ""),
    },
    digits: "7",
  },
  "a menu for speech alone, and elements that are not played": {
    answers: {
      "/one": response(
        '<Gather input="speech"/><Sms>Hi</Sms><Gather><Pay/></Gather><Enqueue>a</Enqueue><Record/><Dial>x</Dial>',
      ),
    },
  },
};

test("calls whose documents lead to other documents, step by step", async () => {
  const shown: string[] = [];
  for (const [what, { answers, digits }] of Object.entries(CALLS)) shown.push(told(what, await laml(answers, digits)));
  await expect(shown.join("\n")).toMatchFileSnapshot("golden/menus.txt");
});

/** Returns the requests with status and digits, the verdict, and the steps. */
function told(what: string, { received, trace, url }: Awaited<ReturnType<typeof laml | typeof script>>): string {
  const asked = received.map(({ method, path, query, form }) => {
    const { CallStatus = "", Digits, a } = { ...query, ...form };
    return `${method} ${path}${a ? `?a=${a}` : ""} ${CallStatus}${Digits === undefined ? "" : ` "${Digits}"`}`.trim();
  });
  return [`# ${what}`, ...asked, trace.verdict, trace.text, ""]
    .join("\n")
    .replaceAll(url, "")
    .replaceAll(String(trace.project), "PROJECT")
    .replaceAll(trace.id, "CALL")
    .replaceAll(/\d{4}-\S+Z/g, "TIME")
    .replaceAll(/after \d+ ms/g, "after N ms");
}

/** Answers with these verbs in turn. */
function inTurn(...verbs: string[]): Answers[string] {
  return (answer) => answer.end(`<Response>${verbs.shift()}</Response>`);
}

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

test.each([
  ['numDigits="2"', "1234", "12"],
  ["", "1234", "1234"],
  ["", "12#4", "12"],
  ['finishOnKey="*"', "1#*4", "1#"],
  ['finishOnKey=""', "1#", "1#"],
  ['numDigits="4"', "12w34", "12"],
  ['input="dtmf speech" numDigits="1"', "12", "1"],
  ['numDigits="many"', "12", "12"],
])("<Gather> with %s takes of %s the digits %s", async (attributes, digits, taken) => {
  const one = response(`<Gather ${attributes} action="/menu"/>`);
  const { received } = await laml({ "/one": one, "/menu": SAY }, digits);
  expect(received[1]).toMatchObject({ path: "/menu", method: "POST", form: { Digits: taken } });
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

const TO_SALES = { connect: { to: "sip:sales" } };
const branches = {
  variable: "prompt_value",
  case: { "1": [TO_SALES], "2": [{ transfer: { dest: "second" } }] },
  default: [{ transfer: "wrong" }],
};
const second = [{ prompt: { play: "say:More?", max_digits: 3, terminators: "#" } }, { execute: { dest: "sub" } }];
const scriptMenu = swml([{ prompt: { play: "say:1 or 2" } }, { switch: branches }], {
  second,
  sub: [{ switch: { variable: "prompt_value", case: { "42": [{ connect: { to: "support" } }] } } }, { return: 1 }],
  wrong: [{ play: "say:Wrong" }, "hangup"],
});
const on_return = [{ switch: { variable: "return_value", case: { open: [TO_SALES] } } }];
const greet = [{ play: "say:Hello" }];
const untilThird = [
  { when: "vars.tries > 2", then: [TO_SALES] },
  { else: [{ set: { tries: filledIn("Number(tries) + 1") } }, { goto: { label: "again" } }] },
];

/** The answers of the scripts' server, and the keys that the caller presses. */
const SCRIPTS: { readonly [what: string]: readonly [answers: Answers, ...digits: string[]] } = {
  "the first branch": [{ "/one": scriptMenu }, "1"],
  "a menu after the second branch, whose key ends the digits": [{ "/one": scriptMenu }, "242#"],
  "a wrong key in the second menu": [{ "/one": scriptMenu }, "29"],
  "a key without a branch": [{ "/one": scriptMenu }, "5"],
  "no key": [{ "/one": scriptMenu }],
  "a menu for no digit, which is none, so one digit is read": [
    { "/one": swml([{ prompt: { play: "say:?", max_digits: 0 } }, { switch: branches }]) },
    "12",
  ],
  "a menu whose last key is a number": [
    {
      "/one": swml([
        { prompt: { play: "say:?", max_digits: 3, terminators: 0 } },
        { switch: { variable: "prompt_value", case: { "12": [TO_SALES] } } },
      ]),
    },
    "120",
  ],
  "a section and a script that return": [
    {
      "/one": swml([{ execute: { dest: "hours", on_return: [] } }], {
        hours: [{ execute: { dest: "lib/hours.yaml", on_return } }],
      }),
      "/lib/hours.yaml": ok("sections: { main: [ { return: open } ] }"),
    },
  ],
  "a circle of sections": [{ "/one": swml([{ transfer: "a" }], { a: [{ transfer: "main" }] }) }],
  "a circle of addresses": [{ "/one": swml([{ transfer: "/two" }]), "/two": swml([{ execute: "/one" }]) }],
  "a section that executes itself": [{ "/one": swml([{ set: { a: "1" } }, { execute: "main" }]) }],
  "a section that is executed twice": [
    { "/one": swml([{ execute: "greet" }, { execute: "greet" }, TO_SALES], { greet }) },
  ],
  "the branch whose condition holds, and a label": [
    { "/one": swml([{ set: { tries: 1 } }, { label: "again" }, { cond: untilThird }]) },
    "1",
  ],
  "a connect that nobody took, with its result": [
    { "/one": swml([{ connect: { to: "sip:missing", result: { case: { failed: [TO_SALES] } } } }]) },
    "1",
  ],
};

test("calls whose scripts lead to sections and scripts, step by step", async () => {
  const shown: string[] = [];
  for (const [what, [answers, digits]] of Object.entries(SCRIPTS))
    shown.push(told(what, await script(answers, digits)));
  await expect(shown.join("\n")).toMatchFileSnapshot("golden/script-menus.txt");
});

test("sections that never come back to the same values end after a hundred", async () => {
  const more = [{ set: { a: `${filledIn("a")}1` } }, { execute: "more" }];
  const { trace } = await script({ "/one": swml([{ set: { a: "1" } }, { transfer: "more" }], { more }) });
  expect([trace.outcome, trace.summary]).toEqual([
    "failed",
    "Did not ring: more than 100 documents and sections followed",
  ]);
});

test("a transfer to a URL sends the variables, the parameters and the call", async () => {
  const params = { digits: "%{vars.prompt_value}", a: [1] };
  const { bodies, received, reached } = await script(
    {
      "/one": swml([
        { prompt: { play: "say:?", max_digits: 3, terminators: "#" } },
        { transfer: { dest: `/menu/${filledIn("prompt_value")}`, params } },
      ]),
      "/menu/12": swml([{ connect: { to: `sip:${filledIn("params.digits")}` } }, TO_SALES]),
    },
    "12#",
  );
  expect(received[1]).toMatchObject({ path: "/menu/12", method: "POST" });
  expect(bodies[1]).toEqual({
    call: { ...bodies[0].call, call_state: "answered", from: FROM },
    vars: { prompt_digit_terminator: "#", prompt_value: "12", prompt_result: "match_digits" },
    params: { digits: "12", a: [1] },
    envs: {},
  });
  // No object has the user name 12, so the script goes on.
  expect(reached).toEqual(["sales"]);
});

test("states of a call that add up to twenty million characters end it", async () => {
  const copies = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`copy${at}`, "%{a}"]));
  const goesOn = [{ when: "n < 90", then: [{ transfer: "more" }] }, { else: [{ play: "say:Hi" }] }];
  const main = [{ set: { a: "x".repeat(9_600), n: 0 } }, { set: copies }, { transfer: "more" }];
  const { trace } = await script({ "/one": swml(main, { more: [{ set: { n: "%{n + 1}" } }, { cond: goesOn }] }) });
  expect(trace.verdict).toBe("✗ Did not ring: more than 100 documents and sections followed");
});
