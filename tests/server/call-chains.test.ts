// Calls that are passed on: from numbers to endpoints, and by their documents to others. golden/call-chains.txt has what becomes of each.

import { expect, test } from "vitest";
import { addEndpoint, FROM, lamlFields, setNumber, TO } from "./called.ts";
import { ok, type Receiver, receiver } from "./receiver.ts";
import { given } from "./support.ts";

const [ONE, TWO] = [TO, "+12025550102"] as const;

function laml({ url }: Receiver, path: string): object {
  return lamlFields(url + path, `${url}/fallback`, `${url}/status`);
}

const response = (...verbs: string[]) => `<Response>${verbs.join("")}</Response>`;
const dial = (content: string, attributes = "") => `<Dial${attributes}>${content}</Dial>`;
const missing = (attributes: string) =>
  response(dial("<Sip>sip:missing</Sip>", attributes), "<Redirect>/two</Redirect>");
const connect = (argument: object) => JSON.stringify({ sections: { main: ["answer", { connect: argument }] } });
const london = { to: "+442079460000" };

/** What is dialled → the document of the one who is called first. A script begins with `{` or `sections`. */
const documents: { readonly [what: string]: string } = {
  "a number that a document dials takes the call as a new one": response("<Say>One moment</Say>", dial(TWO)),
  "the caller ID of a dial is what the next one sees": response(dial(TWO, ' callerId="+12025550199"')),
  "a number and an endpoint": response(dial(`<Number>${TWO}</Number><Client>desk</Client>`)),
  "a number on two separate branches is no loop": response(dial(`<Number>${TWO}</Number><Number>${TWO}</Number>`)),
  "a loop through an endpoint and a number": response(dial("<Sip>sip:back</Sip>")),
  "what comes after the end of the call": response("<Hangup/>", dial(TWO)),
  "a comment": response(`<!-- ${dial(TWO)} -->`, "<Say>Hello</Say>"),
  "a menu": response("<Gather><Say>Dial</Say></Gather>"),
  "a conference": response(dial("<Conference>room</Conference>")),
  nothing: response(dial("")),
  "a dial that nobody takes leads to its action": missing(' action="/after"'),
  "a dial that nobody takes leads to the next verb": missing(""),
  "a script to a number": connect({ to: TWO }),
  "a script to the first of two": connect({ serial: [{ to: TWO }, london] }),
  "a script to all at once": connect({ parallel: [{ to: TWO }] }),
  "a script to groups": connect({ serial_parallel: [[{ to: TWO }], [london]] }),
  "a script in YAML": `sections:\n  main:\n    - answer\n    - connect:\n        to: "${TWO}"\n`,
};

test("a call is passed on as its documents say, and each part of it is reported", async () => {
  const shown: string[] = [];
  for (const [what, document] of Object.entries(documents)) {
    const client = await given();
    const answers = { "/one": ok(document), "/two": ok(), "/after": ok(), "/desk": ok(connect({ to: TWO })) };
    const asked = await receiver({ ...answers, "/back": ok(response(dial(ONE))), "/status": ok() });
    const isScript = !document.startsWith("<");
    const script = { call_handler: "relay_script", call_relay_script_url: `${asked.url}/one` };
    await setNumber(client, isScript ? script : laml(asked, "/one"));
    await setNumber(client, laml(asked, "/two"), TWO);
    await addEndpoint(client, "desk", { call_handler: "relay_script", call_relay_script_url: `${asked.url}/desk` });
    await addEndpoint(client, "back", laml(asked, "/back"));
    const { id, outcome, verdict, way } = await client.server.call({ to: ONE, from: FROM });
    const requests = asked.received.map(({ path, form }) => {
      const { From, To, SequenceNumber, CallStatus, CallSid, ParentCallSid } = form;
      const call = CallSid === undefined ? "" : ` ${CallSid === id ? "the call" : "a new call"} ${From} to ${To}`;
      const parent = ParentCallSid === undefined ? "" : `, of ${ParentCallSid === id ? "the call" : "a new call"}`;
      return `  ${path}${call}${parent} ${[SequenceNumber, CallStatus].filter(Boolean).join(" ")}`.trimEnd();
    });
    shown.push(
      what,
      ...[`${outcome}: ${verdict}`, way].map((line) => `  ${line.replaceAll(asked.url, "")}`),
      ...requests,
      "",
    );
  }
  await expect(shown.join("\n")).toMatchFileSnapshot("golden/call-chains.txt");
});

test("documents that all dial each other end after fifty", async () => {
  const client = await given();
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const all = `<Response><Dial>${names.map((name) => `<Sip>sip:${name}</Sip>`).join("")}</Dial></Response>`;
  const asked = await receiver({ "/all": ok(all), "/status": ok() });
  for (const name of names) await addEndpoint(client, name, laml(asked, "/all"));
  const trace = await client.server.call({ to: "a", from: "+12025550177" });
  expect(trace.text).toContain("50 addresses were dialled in this call; the server dials no more.");
  expect(asked.received.filter(({ path }) => path === "/all").length).toBeLessThan(52);
});
