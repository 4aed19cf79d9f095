// Answers the requests of a tried call. The stack's scripts are answered as the stack has them, hosts on the allow list are
// requested, and for other hosts the call is assumed to be kept. Status callbacks are not sent.

import { type Resource, resources, SECRET, UNKNOWN } from "../../contract/index.ts";
import type { HostedScript } from "../../server/api/script.ts";
import { type DocumentRequest, type Fetched, fetchDocument } from "../../server/traffic/fetch-document.ts";
import { isStatus } from "../../server/traffic/verdict.ts";
import { keepingDocument } from "../../server/traffic/webhooks.ts";
import { type KnownObject, labelOf } from "./objects.ts";

export interface TrialDocuments {
  /** The stack's scripts, by their addresses. */
  readonly scripts: ReadonlyMap<string, HostedScript>;
  /** Hosts that may be requested, with or without a port. */
  readonly allow: readonly string[];
}

/** An attempt without a status and without a failure was not sent. */
export async function answer(wanted: DocumentRequest, { scripts, allow }: TrialDocuments): Promise<Fetched> {
  const { method, address: url, headers, onAttempt } = wanted;
  const attempt = { method, url, duration: 0 };
  if (isStatus(wanted)) {
    onAttempt({ ...attempt, status: null });
    return { body: "", url };
  }
  const script = scriptAt(scripts, url);
  if (script) {
    onAttempt({ ...attempt, status: 200 });
    return { body: script.document, url };
  }
  const allowed = ({ hostname, host }: URL) => allow.some((each) => [hostname, host].includes(each.toLowerCase()));
  if (!allowed(new URL(url))) {
    onAttempt({ ...attempt, status: null });
    return { body: keepingDocument(headers), url };
  }
  const fetched = await fetchDocument({ ...wanted, allowed, onAttempt: () => undefined });
  if ("body" in fetched) {
    onAttempt({ ...attempt, status: 200 });
    return fetched;
  }
  const { failure } = fetched;
  const isRedirect = failure.cause === "host_not_allowed";
  const reason = isRedirect ? "a redirect leads to a host that is not allowed" : failure.reason;
  onAttempt({ ...attempt, status: null, failure: { ...failure, reason } });
  return fetched;
}

export function scriptAt(scripts: ReadonlyMap<string, HostedScript>, url: string): HostedScript | undefined {
  // The fragment of a handler's address sets time-outs.
  return scripts.get(url.replace(/#.*/, ""));
}

/** Returns the stack's scripts by their addresses, except those with a part that is secret or not known yet. */
export function scriptsOf(objects: readonly KnownObject[]): Map<string, HostedScript> {
  const found = objects.flatMap((object): [string, HostedScript][] => {
    const { type, fields } = object;
    const { hosted, title }: Resource = resources[type];
    const [address, contents] = hosted ? [fields[hosted.url], fields[hosted.contents]] : [];
    if (typeof address !== "string" || contents === undefined) return [];
    const document = typeof contents === "string" ? contents : JSON.stringify(contents);
    if ([UNKNOWN, SECRET].some((hidden) => document.includes(hidden))) return [];
    return [[address, { address, party: { what: title, name: labelOf(object) }, document }]];
  });
  return new Map(found);
}
