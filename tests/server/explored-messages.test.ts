// What becomes of a message whose documents this server plays, and every path that a message may take.

import { expect, test } from "vitest";
import { expectEveryCallerReached } from "../../server/index.ts";
import { addScript, FROM, pathsIn, setNumber, TO } from "./called.ts";
import { type Client, given, NUMBERS } from "./support.ts";

interface Document {
  readonly main?: readonly unknown[];
  readonly sections?: object;
  readonly cxml?: string;
}

/** A server with a number whose messages a hosted document takes. */
async function withDocument({ main, sections, cxml }: Document): Promise<Client> {
  const client = await given({ extraFields: true, seed: { projects: [{ numbers: [{ number: TO }] }] } });
  const swml = { version: "1.0.0", sections: { main, ...sections } };
  const url = await addScript(client, "Texts", cxml ?? JSON.stringify(swml));
  await setNumber(
    client,
    cxml === undefined
      ? { message_handler: "relay_script", message_relay_script_url: url }
      : { message_request_url: url },
  );
  return client;
}

async function table({ server }: Client): Promise<string[]> {
  return pathsIn(await server.explore(), "message");
}

const keywords = [
  {
    switch: {
      variable: "message.body",
      transform: "lowercase_trim",
      case: {
        hours: [{ reply: "We open at nine." }],
        owner: [{ reply: { to: "+12025550199", body: "%{message.body}" } }],
        stop: [{ receive: {} }],
        both: [{ reply: "Passed on." }, { reply: { to: "+12025550199", body: "A message" } }],
      },
      default: [],
    },
  },
];

test("a message reaches what is expected of its text", async () => {
  const client = await withDocument({ main: keywords });
  const held = [
    { message: " HOURS", answeredBy: "Texts" },
    { message: "owner", handedTo: "+12025550199" },
    { message: "hello", reaches: "nobody" },
    { reaches: "nobody" },
  ] as const;
  await expectEveryCallerReached(client.server, { expects: { [TO]: held } });
  await expect(expectEveryCallerReached(client.server, { allow: [] })).rejects.toThrow(
    `a message to ${TO}: writes another text → Answered by documents that send nothing`,
  );
});

const HOURS = { request: { url: "https://web.example.com/hours" } };
const opened = { switch: { variable: "request_result", case: { success: [{ execute: { dest: "open" } }] } } };

const cxml = (...verbs: string[]): Document => ({ cxml: `<Response>${verbs.join("")}</Response>` });

test("every path of a message to each document", async () => {
  const documents: readonly Document[] = [
    { main: keywords },
    cxml("<Message>Hi</Message>"),
    { main: [{ reply: "Hi" }, { receive: {} }] },
    cxml('<Message to="+12025550199"><Body>Hi</Body></Message>'),
    cxml(`<Message to="${FROM}">Hi</Message>`),
    cxml(),
    cxml("<Redirect>https://web.example.com/texts</Redirect>"),
    cxml("<Say>Hi</Say>", "<Message>Hi</Message>"),
    { main: [{ reply: "Hi" }, { connect: { to: "sip:desk" } }] },
    { main: [{ goto: { label: "end" } }, { reply: "No" }, { label: "end" }, { reply: "Hi" }] },
    { main: [HOURS, opened], sections: { open: [{ reply: "We are open." }] } },
  ];
  const shown: string[] = [];
  for (const document of documents)
    shown.push(JSON.stringify(document), ...(await table(await withDocument(document))).map((line) => `  ${line}`));
  await expect(shown.join("\n")).toMatchFileSnapshot("golden/explored-messages.txt");
});

test("a further script for a message gets its variables and parameters", async () => {
  const why = { variable: "params.why", case: { late: [{ reply: "We are closed." }] } };
  const client = await withDocument({ main: [{ switch: why }] });
  const [{ message_relay_script_url: dest }] = (await client.get(NUMBERS)).body.data;
  const first = { sections: { main: [{ transfer: { dest, params: { why: "late" } } }] } };
  await setNumber(client, { message_relay_script_url: await addScript(client, "First", JSON.stringify(first)) });
  expect(await table(client)).toEqual(["— → answered: Answered by the SWML script Texts: a reply"]);
});
