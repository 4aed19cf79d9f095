// The addresses that a resource gives to the service: in its arguments, in `extra`, and in the document of a script.

import type { IPv4, IPv6 } from "ipaddr.js";
import {
  acceptedFields,
  hostedResources,
  isLoopback,
  type Resource,
  resourceNames,
  resources,
  toCamel,
} from "../contract/index.ts";
import { FILLED_IN, withoutPlaceholders } from "./credential.ts";
import { ADDRESS, type Part, partsOf } from "./document.ts";
import { ignores } from "./handlers.ts";
import { forEveryKind, type Subject } from "./subject.ts";

interface Webhook {
  readonly url: string;
  readonly fallback: string | undefined;
}

interface Address {
  /** An argument, and in a document the place in it: `contents sections.main[0].request.url`. */
  readonly place: string;
  /** `https:` for a SIP address too, whose host alone counts. */
  readonly url: URL;
  /** True for an address that the service requests: not for a SIP address. */
  readonly isRequested: boolean;
  /** False while the script fills in the host when it runs. */
  readonly hasHost: boolean;
  /** True for a document that the service hosts: in the project's own space, or in one of others. */
  readonly isHosted: boolean;
}

const webhooks = forEveryKind(webhooksOf);

export const callable = resourceNames.filter((kind) => webhooks[kind].length > 0);

/** Returns the webhooks that the chosen handler reads. The service never calls an ignored URL. */
export function webhooksInUse(subject: Subject): readonly Webhook[] {
  return webhooks[subject.kind].filter(({ url }) => !ignores(subject, url));
}

/**
 * Yields the given and known addresses in use, without those of documents that the service hosts. Records unknown ones. The
 * provider refuses invalid URLs.
 */
export function* addressesOf(subject: Subject): Generator<Address> {
  for (const address of allAddressesOf(subject)) if (!address.isHosted) yield address;
}

/**
 * Returns the known addresses of documents that the service hosts, this machine's reference server aside. Records no unknown ones:
 * `addressesOf` does.
 */
export function hostedAddressesOf(subject: Subject): Address[] {
  const awaited = [...subject.awaited];
  const all = [...allAddressesOf(subject)];
  subject.awaited.clear();
  for (const argument of awaited) subject.awaited.add(argument);
  return all.filter(({ isHosted, url }) => isHosted && !isLoopback(url.hostname));
}

function* allAddressesOf(subject: Subject): Generator<Address> {
  for (const { url } of webhooksInUse(subject)) {
    const text = subject.knownText(url);
    if (text !== undefined) yield* addressIn(url, text);
  }
  for (const field of subject.extras) {
    for (const [place, text] of textsWithin(subject.tree(field), field))
      if (ADDRESS.test(text)) yield* addressIn(place, text);
  }
  for (const { kind, place, text } of documentParts(subject)) if (kind === "address") yield* addressIn(place, text);
}

/** Returns the parts of a script's document, by their places in it. Records unknown ones. */
export function documentParts(subject: Subject): readonly Part[] {
  const { hosted }: Resource = resources[subject.kind];
  if (!hosted) return [];
  const contents = subject.tree(hosted.contents);
  return partsOf(hosted.language, contents).map((part) => ({ ...part, place: `${hosted.contents} ${part.place}` }));
}

/** Returns a URL's host without port and final dot: `host.` is the same host. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, "");
}

/** False for the addresses that no host on the internet has: of IPv6, only 2000::/3 is assigned. */
export function isAssigned(address: IPv4 | IPv6): boolean {
  return address.kind() === "ipv4" || (address.toByteArray()[0] ?? 0) >> 5 === 1;
}

function* addressIn(place: string, text: string): Generator<Address> {
  const isSip = /^sips?:/i.test(text);
  const filled = withoutPlaceholders(text);
  // A document's address without a scheme is on the host of the script.
  const url =
    URL.parse(isSip ? filled.replace(/^sips?:/i, "https://") : filled, "https://example.signalwire.com") ?? undefined;
  if (!url) return;
  const hasHost = !url.hostname.includes(FILLED_IN);
  yield { place, url, isRequested: !isSip, hasHost, isHosted: isHosted(url) };
}

function* textsWithin(value: unknown, place: string): Generator<readonly [place: string, text: string]> {
  if (typeof value === "string") yield [place, value.trim()];
  if (typeof value !== "object" || value === null) return;
  for (const [member, each] of Object.entries(value))
    yield* textsWithin(each, Array.isArray(value) ? `${place}[${member}]` : `${place}.${member}`);
}

/** True for a document that the service hosts in its own domain, or a reference server on this machine. */
function isHosted({ protocol, hostname, pathname, username, search }: URL): boolean {
  const isOfService = protocol === "https:" && hostname.endsWith(".signalwire.com");
  return (
    hostedResources.some(({ hosted }) => pathname.startsWith(hosted.path.replace("{id}", ""))) &&
    (isOfService || isLoopback(hostname)) &&
    username === "" &&
    search === ""
  );
}

function webhooksOf(resource: Resource): Webhook[] {
  const fields = acceptedFields(resource);
  const nameOf = (field: string) => (fields.includes(field) ? toCamel(field) : undefined);
  return fields
    .filter((field) => field.endsWith("_url") || field.endsWith("status_callback"))
    .map((field) => ({
      url: toCamel(field),
      fallback: nameOf(`${field.replace(/(?:_request)?_url$/, "")}_fallback_url`),
    }));
}
