// Reads what a script's document asks of the service: the addresses that it requests, the numbers that it dials, and the
// credentials that it holds, each with its place in the script.

import { type Element, elements, readLaml, textOf } from "../server/calls/laml.ts";
import { readSwml } from "../server/calls/swml.ts";
import { type Assemble, assemblerOf, OPEN } from "./assembled.ts";
import { isCredential } from "./credential.ts";

export interface Part {
  readonly kind: "address" | "number" | "secret";
  /** `sections.main[0].request.url`, or `Response/Dial/Number`. */
  readonly place: string;
  readonly text: string;
}

/** Returns the parts of a document. A text that is no document has none: the provider refuses it. */
export function partsOf(language: "swml" | "laml", contents: unknown): readonly Part[] {
  if (language === "laml") return typeof contents === "string" ? partsOfLaml(contents) : [];
  if (typeof contents !== "string" && typeof contents !== "object") return [];
  // Values that are not known yet are left out of the text.
  const document = readSwml(typeof contents === "string" ? contents : JSON.stringify(contents));
  return "problem" in document ? [] : [...partsOfValue(document, "", "", assemblerOf(document))];
}

/** Members that hold text for people, never an address that the service requests. */
const SPOKEN = /^(?:text|body|prompt|say|display|description|purpose|hints|barge_match_string)$/;
/** Members that hold a destination of a call or a message; a verb may also have its destination as its only value. */
const DIALS = /^(?:to|to_number|to_uri|dest|destination|connect|transfer|dial|refer|sip_refer)$/;
/** A destination, whatever the name of the member that holds it. */
const TELEPHONE = /^(?:tel|sips?):/i;
/** What a script sends to a web server, which dials nothing. */
const REQUEST_BODY = /\.request\.body\b/;
/**
 * An address with a scheme, also with fewer slashes or backslashes, or one on the host of the script. `sip:front-desk` names a user,
 * and no host.
 */
export const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:https?|wss?):|sips?:[^@]*@|[\\/]{2})/i;

function* partsOfValue(value: unknown, place: string, name: string, assemble: Assemble): Generator<Part> {
  if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) yield* partsOfValue(each, `${place}[${at}]`, name, assemble);
  } else if (typeof value === "object" && value !== null) {
    for (const [member, each] of Object.entries(value))
      yield* partsOfValue(each, place === "" ? member : `${place}.${member}`, member, assemble);
  } else if (typeof value === "string" || typeof value === "number") {
    const text = String(value).trim();
    yield* partsOfText(text, place, name, assemble(text));
  }
}

/** @param forms The text as the script can assemble it; an address is also tried as it is. */
function* partsOfText(text: string, place: string, name: string, forms: readonly string[] = [text]): Generator<Part> {
  if ((DIALS.test(name) || (TELEPHONE.test(text) && !SPOKEN.test(name))) && !REQUEST_BODY.test(place))
    for (const form of forms) yield { kind: "number", place, text: form };
  const addresses = new Set([text, ...forms].filter((each) => ADDRESS.test(each) && !each.includes(OPEN)));
  if (addresses.size > 0 && !SPOKEN.test(name))
    for (const each of addresses) yield { kind: "address", place, text: each };
  else if (isCredential(name, text)) yield { kind: "secret", place, text };
}

function partsOfLaml(contents: string): Part[] {
  const document = readLaml(contents);
  return "problem" in document ? [] : partsOfElements(document.verbs, "Response");
}

const FOR_PEOPLE: ReadonlySet<string> = new Set(["Say", "Message", "Sms", "Body", "Prompt"]);
const DIALLED: ReadonlySet<string> = new Set(["Dial", "Number", "Sip", "Refer"]);

function partsOfElements(all: readonly Element[], parent: string): Part[] {
  return all.flatMap(({ name, attributes, content }, at) => {
    const isOnly = all.filter((each) => each.name === name).length === 1;
    const place = `${parent}/${name}${isOnly ? "" : `[${all.slice(0, at).filter((each) => each.name === name).length + 1}]`}`;
    const text = textOf(content);
    const own: Part[] = [];
    if (DIALLED.has(name) || (TELEPHONE.test(text) && !FOR_PEOPLE.has(name))) own.push({ kind: "number", place, text });
    if (ADDRESS.test(text) && !FOR_PEOPLE.has(name)) own.push({ kind: "address", place, text });
    const named = attributes.name === undefined ? {} : { [attributes.name]: attributes.value ?? "" };
    const set = [...Object.entries(attributes), ...Object.entries(named)].flatMap(([attribute, value]) => [
      ...partsOfText(value.trim(), `${place}@${attribute}`, attribute),
    ]);
    return [...own, ...set, ...partsOfElements(elements(content), place)];
  });
}
