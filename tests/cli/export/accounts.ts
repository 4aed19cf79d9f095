// An account with each handler, and each field at the first and the last value, that the conformance tables accept; and with texts that
// a program could take for code.

import { exportable } from "../../../cli/account/kinds.ts";
import { type Body, isGiven, type Resource, type ResourceName, resources, sentForm } from "../../../contract/index.ts";
import { ROWS, type Row } from "../../conformance/rows.ts";
import { SMALLEST } from "../../conformance/tables.ts";
import { addEndpoint, ask, list, type Server, serveWith } from "../../engine/service.ts";

const TEXTS = [
  'say "hi" and \\ that\'s `it` $\u007bprocess.exit(1)}',
  "line\nbreak\u2028and\u2029more\r",
  "☎️ büro 東京",
  "__proto__",
  "*/ process.exit(1) //",
  "constructor",
  "\\u0022 \\",
  "\u202etfel ot thgir\u202c \u200f\u2066",
];
const USERNAMES = [
  ...["desk", "Desk", "DESK", "__proto__", "default", "pulumi", "101", '"`$\u007b0}`', "電話"],
  ...[
    "a*/b",
    "u".repeat(300),
    "config",
    "line\u200b",
    "class",
    "await",
    "new",
    "undefined",
    "\u200f\u202edesk",
    "desk\\",
  ],
];
const URLS = [
  "https://example.com/`$\u007bprocess.exit(1)}`",
  "https://example.com/*/process.exit(1)//\\u0022",
  "https://user:hunter2@example.com/a",
  "https://example.com/b?token=canary-secret",
  'https://example.net/"quoted"\\',
];
const DOCUMENTS = [
  '<?xml version="1.0" encoding="UTF-8"?>\r\n<Response>\r\n\t<Say>Hi</Say>\r\n</Response>\r\n',
  "<Response><!-- */ process.exit(1) // --><Say>`$\u007bprocess.exit(1)}` \\u0022 \"&amp;'</Say></Response>",
  "<Response><Say><![CDATA[</Say> ☎️ büro \u202etfel]]></Say></Response>",
  "<Response><Redirect>{{ url }}</Redirect></Response>",
  "<Response><Redirect>https://user:hunter2@example.com/next</Redirect></Response>",
];
const FLOWS = [
  { sections: { main: [{ transfer: { dest: "https://user:hunter2@example.com/b?token=canary-secret" } }] } },
  { version: "1.0.0", sections: { main: [{ play: { url: 'say:`$\u007bprocess.exit(1)}` \\ "quoted"\n' } }] } },
  { sections: { "not an identifier": [{ set: { a: null, b: 1.5, c: -0, d: 1e21, e: [] } }], main: [{ execute: {} }] } },
  JSON.parse('{"sections":{"main":[{"set":{"__proto__":{"constructor":"x"},"1":"one","fn::toJSON":"$\u007ba.b}"}}]}}'),
];

export const SECRETS = ["hunter2", "canary-secret"];

/** Returns a server with the account. `every` takes a part of the rows. */
export async function wholeAccount(every = 1): Promise<Server> {
  const accepted = ROWS.filter(({ kind, expect: names, sent, field }) => {
    return kind !== "SipProfile" && exportable.includes(kind) && names === undefined && isGiven(sent[field]);
  });
  const isOther = (row: Row, beside?: Row) => row.kind !== beside?.kind || row.field !== beside.field;
  const rows = accepted
    .filter((row, at) => {
      const isEdge = isOther(row, accepted[at - 1]) || isOther(row, accepted[at + 1]);
      return isEdge || row.field.endsWith("_handler");
    })
    .filter((_, at) => at % every === 0);
  const lines = rows.flatMap(({ kind, sent }) => (kind === "PhoneNumber" ? [sent] : []));
  const all = lines.length + TEXTS.length + 2 * URLS.length + 6;
  const numbers = Array.from({ length: all }, (_, at) => `+1202555${1000 + at}`);
  const verifiedNumbers = rows.flatMap(({ sent: { send_as: number } }) =>
    /^\+/.test(String(number)) ? [`${number}`] : [],
  );
  const server = await serveWith({ extraFields: true, seed: { projects: [{ numbers, verifiedNumbers }] } });
  const create = async (kind: ResourceName, sent: Body) => {
    const resource: Resource = resources[kind];
    return ask(server, "POST", resource.operations.create?.path ?? "", sentForm(resource, sent));
  };
  for (const [at, row] of rows.entries()) if (row.kind !== "PhoneNumber") await create(row.kind, named(row, at));
  for (const [at, username] of USERNAMES.entries())
    await create("SipEndpoint", { ...SMALLEST.SipEndpoint, username, caller_id: TEXTS[at % TEXTS.length] });
  const scripts: { readonly id: unknown; readonly url: string }[] = [];
  for (const [at, contents] of [...DOCUMENTS, ...FLOWS].entries()) {
    const kind = typeof contents === "string" ? "CxmlScript" : "SwmlScript";
    const made = await create(kind, { display_name: TEXTS[at % TEXTS.length], contents });
    const { request_url } = (made.cxml_script ?? made.swml_script) as { readonly request_url: string };
    scripts.push({ id: made.id, url: request_url });
  }
  // Documents name each other: one way, and in a circle.
  const [one, two, three] = scripts;
  for (const [from, to] of [
    [one, two],
    [two, three],
    [three, two],
  ])
    await ask(server, "PUT", `/api/fabric/resources/cxml_scripts/${from?.id}`, {
      contents: `<Response><Redirect>${to?.url}?a=1&amp;b=$\u007bc}</Redirect></Response>`,
    });
  const desk = await addEndpoint(server, "rung");
  const gone = await addEndpoint(server, "gone");
  const rung = [desk, desk.toUpperCase(), gone].map((id) => ({
    ...{ call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id },
  }));
  const hooked = [...URLS, String(one?.url)].flatMap((url) => [
    { call_handler: "laml_webhooks", call_request_url: url, call_request_method: "GET" },
    { message_handler: "laml_webhooks", message_request_url: url },
  ]);
  const fields = [
    ...lines,
    ...TEXTS.map((name) => ({ name })),
    ...hooked,
    ...rung,
    { call_handler: "relay_topic", call_relay_topic: "office" },
  ];
  for (const [at, { id }] of (await list(server, "/phone_numbers")).entries())
    await ask(server, "PUT", `/phone_numbers/${id}`, fields[at] ?? {});
  await ask(server, "DELETE", `/endpoints/sip/${gone}`);
  await ask(server, "PUT", "/sip_profile", {
    default_codecs: ["OPUS"],
    default_encryption: "required",
    default_send_as: "+12025551000",
  });
  server.journal.clear();
  return server;
}

/** Returns the row's object, under a name of its own. */
function named({ kind, field, sent }: Row, at: number): Body {
  const { label = "" }: Resource = resources[kind];
  return field === label ? sent : { ...sent, [label]: `${sent[label]}-${at}` };
}
