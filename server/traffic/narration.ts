// The sentences of a trace. The rules of a call return codes with details; only this table turns them into English.

/** Step code → its sentence. `who` names an object at the beginning of a sentence: "The phone number +12025550101". */
export const sentences = {
  belongs_to_project: ({ who, project }) => `${who} belongs to the project ${project}.`,
  user_unmatched: ({ called, user }) => `Calls to the user ${called} are refused: only ${user} is taken.`,
  address_unchecked: () => "IP authentication is off, so calls from any address are taken.",
  source_unnamed: () =>
    "IP authentication is on, and the call names no address that it comes from (--source-ip), so it is refused.",
  source_allowed: ({ address }) => `The caller's address ${address} is on the list.`,
  source_refused: ({ address }) => `The caller's address ${address} is not on the list, so the call is refused.`,
  leaves_server: ({ to }) => `The call leaves this server for ${to}.`,
  address_unknown: ({ to }) => `No object has the address ${to}.`,
  number_unknown: ({ to }) => `No project has the number ${to}.`,
  calls_as: ({ who, as }) => `${who} calls, and is seen as ${as}.`,
  calls_from_number: ({ who, number }) => `${who} calls as ${number}, without a name.`,
  calls_from_number_named: ({ who, number, name }) => `${who} calls as ${number}, by the name ${name}.`,
  calls_from_any_number: ({ who, number }) => `${who} calls as ${number}, chosen at random, without a name.`,
  calls_from_any_number_named: ({ who, number, name }) =>
    `${who} calls as ${number}, chosen at random, by the name ${name}.`,
  no_number_to_send_as: ({ who }) => `${who} cannot call: the project has no number to send as.`,
  taken_as_fax: () => "It is taken as a fax.",
  handler_chosen: ({ handler }) => `The handler is ${handler}.`,
  handler_unset: () => "No handler is set, so the call is not taken.",
  message_handler_unset: () => "No handler is set, so the message is not taken.",
  messages_unsupported: () => "It cannot carry messages.",
  rings_devices: () => "It rings the endpoint's devices; this server has none.",
  script_unnamed: () => "No script is named.",
  script_address_invalid: () => "The script cannot be requested: its address is no URL.",
  script_refused: ({ problem }) => `The script is refused: ${problem}.`,
  agent_unnamed: () => "It goes to a Dialogflow agent, which an endpoint has no field to name.",
  handler_unlisted: () => "The specification does not list that handler, and this server does not play it.",
  destination_unnamed: ({ thing }) => `No ${thing} is named.`,
  handed_over: ({ thing, name }) => `It goes to the ${thing} ${name}, which this server does not play.`,
  endpoint_unnamed: () => "No SIP endpoint is named.",
  endpoint_unknown: ({ id }) => `The project has no SIP endpoint ${id}.`,
  next: ({ who }) => `${who} is next.`,
  client_unnamed: () => "No client is named.",
  client_absent: ({ name }) => `No client is connected as ${name}.`,
  client_rings: ({ name }) => `The client ${name} is connected and rings.`,
  call_rejected: () => "The document rejects the call.",
  part_unplayed: ({ part }) => `The document has ${part}, which this server does not play.`,
  document_leads_on: ({ part }) => `${part} leads to another document.`,
  next_address_invalid: ({ part, named }) => `${part} names ${named}, which is no address to request.`,
  section_next: ({ verb, section }) => `${verb} leads to the section ${section}.`,
  section_unknown: ({ verb, name }) => `${verb} names ${name}, which is neither a section nor an address.`,
  digits_pressed: ({ part, digits }) => `The caller presses ${digits} at ${part}.`,
  digits_missing: ({ part }) => `The caller presses no digits at ${part}.`,
  switch_takes_case: ({ value }) => `switch takes its case "${value}".`,
  switch_takes_default: ({ value }) => `switch has no case "${value}" and takes its default.`,
  switch_passed: ({ value }) => `switch has no case "${value}" and no default.`,
  variable_unknown: ({ name }) => `The variable ${name} has no value that this server knows.`,
  menu_repeats: () => "The menu repeats until the caller presses digits. The trace ends here.",
  documents_go_round: ({ where }) => `The documents go round: they lead back to ${where}, and the call ends here.`,
  documents_too_many: ({ most }) => `${most} documents and sections followed in this call; the server plays no more.`,
  dials: ({ to, who }) => `The document dials ${to}: ${who} is next.`,
  dials_outside: ({ to }) => `The document dials ${to}, which is outside of this server.`,
  dials_unknown: ({ to }) => `The document dials ${to}, an address that no object has.`,
  dialled_too_many: ({ most }) => `${most} addresses were dialled in this call; the server dials no more.`,
  goes_round: ({ circle }) => `The call goes round and ends here: ${circle}.`,
  request_url_unset: () => "No request URL is set.",
  fallback_url_unset: () => "No fallback is set.",
  document_refused: ({ code, problem }) => `The document is refused (${code}): ${problem}.`,
  server_stopped: () => "The server was stopped: it sends no more requests.",
  status_callback_dropped: () => "The status callback failed three times and is dropped.",
  webhook_answered: ({ method, url, status, duration }) => `${method} ${url} answered ${status}, after ${duration} ms.`,
  webhook_failed: ({ method, url, code, reason, duration }) =>
    `${method} ${url} failed (${code}): ${reason}, after ${duration} ms.`,
} as const satisfies { readonly [code: string]: (details: Details) => string };

/** The event of a step, for programs. */
export type StepCode = keyof typeof sentences;

/** The values in a sentence. */
export interface Details {
  readonly [name: string]: string | number;
}

/** Returns the sentence of a step, from the table above or from `others`, which replaces some of its sentences. */
export function sentenceOf(code: StepCode, details: Details, others: Partial<Sentences> = {}): string {
  return (others[code] ?? (sentences as Sentences)[code])(details);
}

/** A sentence for each code. */
export type Sentences = { readonly [code in StepCode]: (details: Details) => string };

/** Cause of a missing document → its sentence, which precedes the service's own code. */
export const causes = {
  host_not_allowed: () => "this server calls loopback addresses only, unless the host is allowed (--allow-webhooks-to)",
  server_stopped: () => "the server was stopped",
  redirect_invalid: () => "the redirect leads to an address that is no URL",
  too_many_redirects: ({ most }) => `more than ${most} redirects`,
  bad_status: ({ status }) => `the answer was ${status}`,
  not_done: ({ milliseconds }) => `not done within ${milliseconds} ms`,
  no_connection: ({ milliseconds }) => `no connection within ${milliseconds} ms`,
  no_answer: ({ milliseconds }) => `no answer within ${milliseconds} ms`,
  too_large: ({ kilobytes }) => `the document is larger than ${kilobytes} kB`,
  refused: ({ host }) => `the connection to ${host} was refused (ECONNREFUSED)`,
  name_unknown: ({ host }) => `there is no host ${host} (ENOTFOUND)`,
  broken: ({ message }) => String(message),
} as const satisfies { readonly [cause: string]: (details: Details) => string };

export type Cause = keyof typeof causes;
