// Plays LaML documents to a caller, or to the sender of a message: verb by verb, and on to the documents that they name.

import { type End, methodIn, type Requested } from "./document.ts";
import { type Element, elements, type Laml, textOf } from "./laml.ts";
import { FAILS, KEEPS, type Playback } from "./playback.ts";
import { LAML } from "./verbs.ts";

export type LamlDocument = Requested & Laml;

/** Requests the next document with further parameters. Returns undefined when that fails. */
export type RequestNext = (
  method: "GET" | "POST",
  url: string,
  parameters: { readonly [name: string]: string },
) => Promise<LamlDocument | undefined>;

/** Plays a document, and those that it leads to, up to the end of the call's part. */
export async function playLaml(playback: Playback, first: LamlDocument, requestNext: RequestNext): Promise<End> {
  let document = first;
  for (;;) {
    const round = playback.roundTo(`${document.name} ${document.url} ${document.text}`, document.name);
    playback.call.tracer.by = document.url;
    const end = round ?? (await play(playback, document.verbs));
    if ("outcome" in end) return end;
    const { part, named, method, digits } = end;
    const url = playback.next(part, named, document);
    const next = url && (await requestNext(method, url, digits === undefined ? {} : { Digits: digits }));
    if (!next) return FAILS;
    document = next;
  }
}

/** A verb that leads to another document. */
interface Lead {
  readonly part: string;
  readonly named: string;
  readonly method: "GET" | "POST";
  readonly digits?: string;
}

/** Nouns with a destination. A conference or a queue belongs to the document itself. */
export const NOUNS = new Set(["Number", "Sip", "Client", "Verto"]);

async function play(playback: Playback, verbs: readonly Element[]): Promise<End | Lead> {
  for (const verb of verbs) {
    const { name, attributes, content } = verb;
    const done = await playback.perform(LAML, name);
    if (done === "done" && name === "Record" && attributes.action !== undefined)
      return { part: "<Record>", named: attributes.action.trim(), method: methodIn(attributes.method) };
    if (done === "done") continue;
    if (done) return done;
    switch (name) {
      case "Hangup":
        return playback.ended();
      case "Reject":
        return playback.rejected(attributes.reason === "busy");
      case "Redirect":
        return { part: "<Redirect>", named: textOf(content), method: methodIn(attributes.method) };
      case "Message":
        playback.send(attributes.to);
        if (attributes.action === undefined) break;
        return { part: "<Message>", named: attributes.action, method: methodIn(attributes.method) };
      case "Dial": {
        const end = await dial(playback, verb);
        if (end) return end;
        break;
      }
      case "Gather": {
        const lead = gathered(playback, verb);
        if (lead) return lead;
        break;
      }
      default:
        playback.unsupported(LAML, name);
    }
  }
  await playback.answer();
  if (playback.call.delivered.kind === "message") playback.received();
  return playback.ended();
}

/** Returns the request with the digits; undefined when the document continues after the menu. */
function gathered(playback: Playback, { attributes, content }: Element): Lead | undefined {
  for (const { name } of elements(content)) {
    if (LAML.heard.has(name)) playback.heard();
    else if (!LAML.silent.has(name)) playback.unplayed(LAML.written(name));
  }
  const { input = "dtmf", action = "", method, numDigits, finishOnKey = "#", actionOnEmptyResult } = attributes;
  const hearsSpeech = !input.split(/\s+/).includes("dtmf");
  if (hearsSpeech && !playback.isExplored) return playback.unplayed(`<Gather input="${input}">`);
  const most = Number(numDigits) >= 1 ? Math.floor(Number(numDigits)) : Number.POSITIVE_INFINITY;
  const menu = { id: "<Gather>", most: hearsSpeech ? 0 : most, ending: finishOnKey, hearsSpeech };
  const { digits } = playback.collect("<Gather>", menu);
  if (digits === "" && actionOnEmptyResult !== "true") return undefined;
  return { part: "<Gather>", named: action.trim(), method: methodIn(method), digits };
}

/** Dials the destinations. Returns undefined when none takes the call and the document continues. */
async function dial(playback: Playback, verb: Element): Promise<End | Lead | undefined> {
  const { attributes, content } = verb;
  const nouns = elements(content);
  for (const { name } of nouns) if (!NOUNS.has(name)) playback.unsupported(LAML, name);
  const named = nouns.length > 0 ? nouns.filter(({ name }) => NOUNS.has(name)) : [verb];
  const to = named.flatMap((each) => addressIn(each));
  if (to.length === 0) return nouns.length > named.length ? KEEPS : undefined;
  playback.rings(attributes.timeout);
  const end = await playback.dial(to, attributes.callerId);
  if ("outcome" in end) return end;
  if (attributes.action === undefined) return undefined;
  return { part: "<Dial>", named: attributes.action.trim(), method: methodIn(attributes.method) };
}

/** Returns the destination of a noun: the name of a client is no user name. */
function addressIn({ name, content }: Element): string[] {
  const address = textOf(content);
  if (address === "") return [];
  return [(name === "Client" || name === "Verto") && !address.includes(":") ? `client:${address}` : address];
}
