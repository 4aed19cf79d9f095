// An account with each handler, and each field at the first and the last value, that the conformance tables accept; and with texts that
// a program could take for code.

import { exportable } from "../../../cli/account/kinds.ts";
import { type Body, isGiven, type Resource, type ResourceName, resources, sentForm } from "../../../contract/index.ts";
import { ROWS, type Row } from "../../conformance/rows.ts";
import { SMALLEST } from "../../conformance/tables.ts";
import { ask, type Server, serveWith } from "../../engine/service.ts";

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
  const verifiedNumbers = rows.flatMap(({ sent: { send_as: number } }) =>
    /^\+/.test(String(number)) ? [`${number}`] : [],
  );
  const textAt = (at: number) => TEXTS[at % TEXTS.length];
  const redirecting = (to: string) =>
    `<Response><Redirect>{{cxmlScript:${to}}}?a=1&amp;b=$\u007bc}</Redirect></Response>`;
  const objects: readonly (readonly [kind: ResourceName, sent: Body])[] = [
    ...rows.flatMap((row, at) => (row.kind === "PhoneNumber" ? [] : [[row.kind, named(row, at)] as const])),
    ...USERNAMES.map((username, at) => endpoint({ username, caller_id: textAt(at) })),
    ...[endpoint({ username: "rung", id: RUNG }), endpoint({ username: "gone", id: GONE })],
    ...DOCUMENTS.map((contents, at) => ["CxmlScript", { display_name: textAt(at), contents }] as const),
    ...FLOWS.map((contents, at) => ["SwmlScript", { display_name: textAt(at), contents }] as const),
    // Documents name each other: one way, and in a circle.
    ...Object.entries({ one: "two", two: "three", three: "two" }).map(
      ([display_name, to]) => ["CxmlScript", { display_name, contents: redirecting(to) }] as const,
    ),
  ];
  const fields: readonly Body[] = [
    ...rows.flatMap(({ kind, sent }) => (kind === "PhoneNumber" ? [sent] : [])),
    ...TEXTS.map((name) => ({ name })),
    ...[...URLS, "{{cxmlScript:one}}"].flatMap((url) => [
      { call_handler: "laml_webhooks", call_request_url: url, call_request_method: "GET" },
      { message_handler: "laml_webhooks", message_request_url: url },
    ]),
    ...[RUNG, RUNG.toUpperCase(), GONE].map((id) => ({ call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id })),
    { call_handler: "relay_topic", call_relay_topic: "office" },
  ];
  const project = {
    ...{ verifiedNumbers, numbers: fields.map((sent, at) => ({ ...sent, number: `+1202555${1000 + at}` })) },
    sipProfile: { default_codecs: ["OPUS"], default_encryption: "required", default_send_as: "+12025551000" },
    ...Object.fromEntries(
      [...Map.groupBy(objects, ([kind]) => listOf(kind))].map(([list, all]) => [list, all.map(sentOf)]),
    ),
  };
  const server = await serveWith({ extraFields: true, seed: { projects: [project] } });
  await ask(server, "DELETE", `/endpoints/sip/${GONE}`);
  server.journal.clear();
  return server;
}

const [RUNG, GONE] = ["a1b2c3d4-0000-4000-8000-00000000000a", "a1b2c3d4-0000-4000-8000-00000000000b"] as const;

const endpoint = (sent: Body) => ["SipEndpoint", { ...SMALLEST.SipEndpoint, ...sent }] as const;

/** Returns the name of a seed's list. */
function listOf(kind: ResourceName): string {
  return `${kind.charAt(0).toLowerCase()}${kind.slice(1)}${kind.endsWith("s") ? "es" : "s"}`;
}

function sentOf([kind, { id, ...sent }]: readonly [kind: ResourceName, sent: Body]): Body {
  return { ...sentForm(resources[kind], sent), ...(id !== undefined && { id }) };
}

/** Returns the row's object, under a name of its own. */
function named({ kind, field, sent }: Row, at: number): Body {
  const { label = "" }: Resource = resources[kind];
  return field === label ? sent : { ...sent, [label]: `${sent[label]}-${at}` };
}
