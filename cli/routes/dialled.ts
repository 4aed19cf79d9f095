// The destinations that the document of a script dials: numbers, SIP addresses and names of clients.

import { UNKNOWN } from "../../contract/index.ts";
import { elements, readLaml, textOf } from "../../server/calls/laml.ts";
import { NOUNS } from "../../server/calls/play-laml.ts";
import { connect, readSwml } from "../../server/calls/swml.ts";
import { domainIn, numberIn, usernameIn } from "../../server/calls/targets.ts";
import { type KnownObject, scriptIn } from "./objects.ts";

export function dialledIn(object: KnownObject): string[] {
  const script = scriptIn(object);
  if (!script) return [];
  const found = script.language === "laml" ? dialledByLaml(script.document) : dialledBySwml(script.contents);
  return [...new Set(found)].filter((to) => to !== "" && !to.includes(UNKNOWN));
}

function dialledByLaml(text: string): string[] {
  const document = readLaml(text);
  if ("problem" in document) return [];
  return document.verbs
    .filter(({ name }) => name === "Dial")
    .flatMap(({ content }) => [
      textOf(content),
      ...elements(content).flatMap(({ name, content: address }) => {
        const isClient = name === "Client" || name === "Verto";
        return NOUNS.has(name) ? [`${isClient ? "client:" : ""}${textOf(address)}`] : [];
      }),
    ]);
}

/** Returns the user name of a destination that only an object of the project can have; undefined for any other destination. */
export function projectUsernameIn(to: string, domains: readonly string[]): string | undefined {
  if (/[$%]\{|^\+|^\/|^(?!sips?:)[a-z_]+:/i.test(to)) return undefined;
  const domain = domainIn(to);
  const user = usernameIn(to);
  if (user === "" || to.includes("{{") || numberIn(user) !== undefined || /^[\d\s().-]{7,}$/.test(to)) return undefined;
  return domain === undefined || domains.some((each) => each.toLowerCase() === domain) ? user : undefined;
}

function dialledBySwml(contents: unknown): string[] {
  const script = typeof contents === "string" ? readSwml(contents) : { sections: contents };
  return "problem" in script ? [] : connected(script.sections);
}

/** Steps may be anywhere in a script: in its sections, in branches, and after an `execute`. */
function connected(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const { data } = name === "connect" ? connect.safeParse(member) : {};
    if (!data) return connected(member);
    const { to, serial = [], parallel = [], serial_parallel = [] } = data;
    const devices = [...serial, ...parallel, ...serial_parallel.flat()].map((device) => device.to);
    return to === undefined ? devices : [to, ...devices];
  });
}
