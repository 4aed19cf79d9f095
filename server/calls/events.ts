// The events of a call or message, in one table: the rules of a call return codes with details, and only this table has English.

/** The values in a text. */
export interface Details {
  readonly [name: string]: string | number;
}

type Text = (details: Details) => string;
/** `who` is the object whose fields decide: "phone number +12025550101". */
type TextOf = (details: Details, who: string) => string;

/** An event. In its details, `who` names an object ("phone number +12025550101"), and `label` the same in a line. */
export interface Event {
  /** The sentence of the step. */
  readonly text: Text;
  /** For an event that ends a route: why, as a part of the verdict. `unset`: the handler lacks the field of the step. */
  readonly cause?: TextOf | "unset";
  /** The place of the event in the line of the route. Default: none, or the unset field. */
  readonly name?: (details: Details, field: string) => string;
  /** For an event that takes the call: the verdict. */
  readonly end?: TextOf;
}

const TABLE = {
  belongs_to_project: { text: ({ who, project }) => `The ${who} belongs to the project ${project}.`, name: labelIn },
  user_unmatched: {
    text: ({ called, user }) => `Calls to the user ${called} are refused: only ${user} is taken.`,
    cause: ({ called, user }, who) => `the ${who} takes calls to ${user} only, not to ${called}`,
    name: ({ called }) => `user ${called}`,
  },
  address_unchecked: { text: () => "IP authentication is off, so calls from any address are taken." },
  source_unnamed: {
    text: () =>
      "IP authentication is on, and the call names no address that it comes from (--source-ip), so it is refused.",
    cause: (_, who) => `the ${who} requires an address on its list, and the call names none (--source-ip)`,
    name: () => "no source address",
  },
  source_allowed: { text: ({ address }) => `The caller's address ${address} is on the list.` },
  source_refused: {
    text: ({ address }) => `The caller's address ${address} is not on the list, so the call is refused.`,
    cause: ({ address }, who) => `the ${who} does not take calls from ${address}`,
    name: ({ address }) => `from ${address}`,
  },
  leaves_server: {
    text: ({ to }) => `The call leaves the project for ${to}.`,
    name: ({ to }) => String(to),
    end: ({ to }) => `Leaves the project for ${to}`,
  },
  address_unknown: {
    text: ({ to }) => `No object has the address ${to}.`,
    cause: ({ to }) => `no object has the address ${to}${suggestion(String(to))}`,
    name: ({ to }) => String(to),
  },
  number_unknown: {
    text: ({ to }) => `No project has the number ${to}.`,
    cause: ({ to }) => `no project has the number ${to}${suggestion(String(to))}`,
    name: ({ to }) => String(to),
  },
  calls_as: { text: ({ who, as }) => `The ${who} calls, and is seen as ${as}.` },
  calls_from_number: { text: ({ who, number, name }) => `The ${who} calls as ${number}, ${named(name)}.` },
  calls_from_any_number: {
    text: ({ who, number, name }) => `The ${who} calls as ${number}, chosen at random, ${named(name)}.`,
  },
  no_number_to_send_as: {
    text: ({ who }) => `The ${who} cannot call: the project has no number to send as.`,
    cause: ({ who }) => `the ${who} cannot call, because the project has no number to send as`,
    name: labelIn,
  },
  taken_as_fax: { text: () => "It is taken as a fax." },
  handler_chosen: { text: ({ handler }) => `The handler is ${handler}.`, name: ({ handler }) => String(handler) },
  endpoint_handler_chosen: {
    text: ({ handler }) =>
      `The handler is ${handler}. At the live service this handler takes the calls that the device places; a call to it rings the device.`,
    name: ({ handler }) => String(handler),
  },
  endpoint_places: {
    text: ({ handler }) => `The handler of the endpoint that calls is ${handler}, and takes the call.`,
    name: ({ handler }) => String(handler),
  },
  pstn_blocked: {
    text: ({ to }) => `The handler block-pstn refuses a call to the number ${to}.`,
    cause: ({ who, to }) => `the ${who} may not call numbers such as ${to} (block-pstn)`,
    name: () => "block-pstn",
  },
  handler_unset: {
    text: () => "No handler is set, so the call is not taken.",
    cause: (_, who) => `the ${who} has no handler`,
    name: () => "no handler",
  },
  message_handler_unset: {
    text: () => "No handler is set, so the message is not taken.",
    cause: (_, who) => `the ${who} has no handler for messages`,
    name: () => "no handler",
  },
  messages_unsupported: {
    text: () => "It cannot carry messages.",
    cause: (_, who) => `the ${who} cannot carry messages`,
    name: () => "messages",
  },
  rings_devices: {
    text: () => "It rings the endpoint's devices.",
    name: () => "its devices",
    end: (_, who) => `Rings the devices of the ${who}`,
  },
  script_unnamed: { text: () => "No script is named.", cause: "unset" },
  script_address_invalid: {
    text: () => "The script cannot be requested: its address is no URL.",
    cause: (_, who) => `the script of the ${who} has an address that is no URL`,
    name: (_, field) => `no ${field}`,
  },
  script_refused: { text: ({ problem }) => `The script is refused: ${problem}.` },
  agent_unnamed: {
    text: () => "It goes to a Dialogflow agent, which an endpoint has no field to name.",
    end: () => "Goes to a Dialogflow agent",
  },
  handler_unlisted: {
    text: () => "The specification does not list that handler, and it is not played.",
    end: (_, who) => `Goes where the handler of the ${who} leads, which the specification does not list`,
  },
  destination_unnamed: { text: ({ thing }) => `No ${thing} is named.`, cause: "unset" },
  handed_over: {
    text: ({ thing, name }) => `It goes to the ${thing} ${name}.`,
    name: ({ thing, name }) => `${thing} ${name}`,
    end: ({ thing, name }) => `Goes to the ${thing} ${name}`,
  },
  endpoint_unnamed: { text: () => "No SIP endpoint is named.", cause: "unset" },
  endpoint_unknown: {
    text: ({ id, absence }) => `The project has no SIP endpoint ${id}${absence}.`,
    cause: ({ id, absence }, who) => `the ${who} rings the SIP endpoint ${id}, which is not there${absence}`,
    name: ({ id }) => `SIP endpoint ${id}`,
  },
  endpoint_unchecked: {
    text: ({ id }) => `It rings the SIP endpoint ${id}, which is not known. The account was not read.`,
    name: ({ id }) => `SIP endpoint ${id}`,
    end: ({ id }) => `Goes to the SIP endpoint ${id}, which is not known; the account was not read`,
  },
  next: { text: ({ who }) => `The ${who} is next.`, name: labelIn },
  client_unnamed: { text: () => "No client is named.", cause: "unset" },
  client_absent: {
    text: ({ name }) => `No client is connected as ${name}.`,
    cause: ({ name }) => `no client is connected as ${name}`,
    name: ({ name }) => `client ${name}`,
  },
  client_rings: {
    text: ({ name }) => `The client ${name} rings.`,
    name: ({ name }) => `client ${name}`,
    end: ({ name }) => `Rings the client ${name}`,
  },
  rings_itself: { text: () => "It rings.", end: (_, who) => `Rings the ${who}` },
  call_rejected: {
    text: () => "The document rejects the call.",
    cause: (_, who) => `the document of the ${who} rejects the call`,
    name: () => "rejected",
  },
  value_hidden: { text: ({ part, what }) => `The ${part} has ${what}, so what follows is not known.` },
  verb_unknown: { text: ({ part, nearest }) => `The document has ${part}, a verb that does not exist${nearest}` },
  part_unplayed: { text: ({ part }) => `The document has ${part}, which this server does not play.` },
  document_leads_on: { text: ({ part }) => `${part} leads to another document.` },
  next_address_invalid: {
    text: ({ part, named }) => `${part} names ${named}, which is no address to request.`,
    cause: ({ part, named }) => `${part} names ${named}, which is no address`,
    name: ({ named }) => String(named),
  },
  section_next: {
    text: ({ verb, section }) => `${verb} leads to the section ${section}.`,
    name: ({ section }) => `section ${section}`,
  },
  section_unknown: {
    text: ({ verb, name }) => `${verb} names ${name}, which is neither a section nor an address.`,
    cause: ({ verb, name }) => `${verb} names ${name}, which is neither a section nor an address`,
    name: ({ name }) => `section ${name}`,
  },
  digits_pressed: {
    text: ({ part, digits }) => `The caller presses ${digits} at ${part}.`,
    name: ({ digits }) => `digits ${digits}`,
  },
  digits_missing: { text: ({ part }) => `The caller presses no digits at ${part}.`, name: () => "no digits" },
  switch_takes_case: { text: ({ value }) => `switch takes its case "${value}".` },
  switch_takes_default: { text: ({ value }) => `switch has no case "${value}" and takes its default.` },
  switch_passed: { text: ({ value }) => `switch has no case "${value}" and no default.` },
  condition_holds: { text: ({ when }) => `The condition ${when} holds.` },
  condition_fails: { text: ({ when }) => `The condition ${when} does not hold.` },
  condition_unknown: {
    text: ({ when, problem }) => `The condition ${when} has no value that this server knows: ${problem}.`,
  },
  expression_ended: {
    text: ({ expression, problem }) => `The expression ${expression} has no value that is known: ${problem}.`,
  },
  goes_to_label: { text: ({ label }) => `goto leads to the label ${label}.` },
  variable_unknown: { text: ({ name }) => `The variable ${name} has no value that this server knows.` },
  nothing_played: { text: () => "The documents play nothing to the caller." },
  nothing_sent: { text: () => "The documents send nothing." },
  message_replied: { text: ({ what }) => `The document sends ${what}.` },
  message_forwarded: { text: ({ what }) => `The document sends ${what}.` },
  message_received: { text: () => "The document takes the message without a reply." },
  taken_by: { text: ({ what }) => `The document passes the call to ${what}.` },
  goes_on: { text: ({ what }) => `The document goes on after ${what}.` },
  not_taken: {
    text: ({ who, reason }) => `The ${who} does not take the call: ${reason}.`,
    cause: ({ who, reason }) => `the ${who} does not take the call (${reason})`,
    name: ({ reason }) => String(reason),
  },
  document_not_ours: {
    text: ({ method, url }) => `${method} ${url} is not a document of this project. What it does is not known.`,
    name: ({ method, url }) => `${method} ${url}`,
    end: ({ url }) => `Goes on as ${url} says, which is not known`,
  },
  menu_ends: { text: () => "The document hangs up after the menu." },
  menu_repeats: { text: () => "The menu repeats until the caller presses digits. The trace ends here." },
  documents_go_round: {
    text: ({ where }) => `The documents go round: they lead back to ${where}, and the call ends here.`,
    cause: ({ where }) => `the documents of the call lead back to ${where}`,
    name: () => "round",
  },
  documents_too_many: {
    text: ({ most }) => `${most} documents and sections followed in this call; the server plays no more.`,
    cause: ({ most }) => `more than ${most} documents and sections followed`,
    name: () => "too many documents",
  },
  dials: { text: ({ to, who }) => `The document dials ${to}: The ${who} is next.`, name: labelIn },
  dials_in_turn: { text: () => "If nobody takes the call, the document dials on." },
  rings_long: {
    text: ({ seconds, longest }) =>
      `The document dials for ${seconds} seconds. At one recorded space, each dial ended with an error after about ${longest}.`,
  },
  dials_outside: {
    text: ({ to }) => `The document dials ${to}, which is outside of the project.`,
    name: ({ to }) => String(to),
    end: ({ to }) => `Leaves the project for ${to}`,
  },
  dials_unplayed: {
    text: ({ to }) => `The document dials ${to}, which this server does not play.`,
    name: ({ to }) => String(to),
    end: ({ to }) => `Goes on to ${to}, which is not played`,
  },
  dials_unknown: {
    text: ({ to, absence }) => `The document dials ${to}, an address that no object has${absence}.`,
    cause: ({ to, absence }) => `the document dials ${to}, an address that no object has${absence}`,
    name: ({ to }) => String(to),
  },
  dials_unchecked: {
    text: ({ to }) => `The document dials ${to}, which no known object has. The account was not read.`,
    name: ({ to }) => String(to),
    end: ({ to }) => `Goes on to ${to}, which no known object has; the account was not read`,
  },
  dialled_too_many: {
    text: ({ most }) => `${most} addresses were dialled in this call; the server dials no more.`,
    cause: ({ most }) => `more than ${most} were dialled in this call`,
    name: () => "too many dialled",
  },
  goes_round: {
    text: ({ circle }) => `The call goes round and ends here: ${circle}.`,
    cause: ({ circle }) => `the call goes round: ${circle}`,
    name: () => "round",
  },
  request_url_unset: { text: () => "No request URL is set.", cause: "unset" },
  fallback_url_unset: { text: () => "No fallback is set." },
  document_refused: { text: ({ code, problem }) => `The document is refused (${code}): ${problem}.` },
  server_stopped: {
    text: () => "The server was stopped: it sends no more requests.",
    cause: () => "the server was stopped",
  },
  status_callback_dropped: { text: () => "The status callback failed three times and is dropped." },
  webhook_answered: {
    text: ({ method, url, status, duration }) => `${method} ${url} answered ${status}, after ${duration} ms.`,
  },
  webhook_failed: {
    text: ({ method, url, code, reason, duration }) =>
      `${method} ${url} failed (${code}): ${reason}, after ${duration} ms.`,
  },
} as const satisfies { readonly [code: string]: Event };

/** The event of a step, for programs. */
export type StepCode = keyof typeof TABLE;

export const events: { readonly [code in StepCode]: Event } = TABLE;

function named(name: string | number | undefined): string {
  return name === undefined ? "without a name" : `by the name ${name}`;
}

function labelIn({ label }: Details): string {
  return String(label);
}

/** Suggests a correction for a number without its plus, or without the country code of North America. */
function suggestion(to: string): string {
  const digits = to.replace(/[\s().-]/g, "");
  if (!/^\d{7,15}$/.test(digits)) return "";
  return `; a number is in E.164: ${digits.length === 10 ? "+1" : "+"}${digits}?`;
}
