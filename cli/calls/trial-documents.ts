// Answers the requests of a tried call. The stack's scripts are answered as the stack has them, hosts on the allow list are
// requested, and for other hosts the call is assumed to be kept. Status callbacks are not sent.

import { hostedResources, resources } from "../../contract/index.ts";
import type { DeletedScript, HostedScript } from "../../server/api/script.ts";
import { isHidden } from "../../server/calls/document.ts";
import { failed } from "../../server/calls/failures.ts";
import type { DocumentRequest, Fetched } from "../../server/calls/fetch-document.ts";
import { isStatus } from "../../server/calls/status-callback.ts";
import { keepingDocument } from "../../server/calls/webhooks.ts";
import { type KnownObject, labelOf, scriptIn } from "./objects.ts";

export type Scripts = ReadonlyMap<string, HostedScript | DeletedScript>;

export interface TrialDocuments {
  readonly scripts: Scripts;
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
    const failure = script.document === undefined ? failed("script_deleted") : undefined;
    onAttempt({ ...attempt, status: failure ? 404 : 200, ...(failure && { failure }) });
    return failure ? { failure } : { body: script.document ?? "", url };
  }
  const allowed = ({ hostname, host }: URL) => allow.some((each) => [hostname, host].includes(each.toLowerCase()));
  if (!allowed(new URL(url))) {
    onAttempt({ ...attempt, status: null });
    return { body: keepingDocument(headers), url };
  }
  // Loaded here: most trials request nothing, and a client of HTTP takes as long to load as all else.
  const { fetchDocument } = await import("../../server/calls/fetch-document.ts");
  let status: number | null = null;
  const keep = (each: { readonly status: number | null }) => {
    status = each.status;
  };
  const fetched = await fetchDocument({ ...wanted, allowed, onAttempt: keep });
  if ("body" in fetched) {
    onAttempt({ ...attempt, status });
    return fetched;
  }
  const { failure } = fetched;
  const isRedirect = failure.cause === "host_not_allowed";
  const reason = isRedirect ? "a redirect leads to a host that is not allowed (--allow)" : failure.reason;
  onAttempt({ ...attempt, status, failure: { ...failure, reason } });
  return fetched;
}

export function scriptAt(scripts: Scripts, url: string): HostedScript | DeletedScript | undefined {
  // The fragment of a handler's address sets time-outs.
  return scripts.get(url.replace(/#.*/, ""));
}

/**
 * Returns the stack's scripts by their addresses, and the earlier ones that were deleted. A script whose whole text is secret or not
 * known yet is left out, so that its document is unknown.
 */
export function scriptsOf(objects: readonly KnownObject[], earlier: readonly KnownObject[]): Scripts {
  const isThere = ({ mark }: KnownObject) => mark !== "missing";
  const present = objects.filter(isThere).flatMap(hostedIn);
  const addresses = new Set(present.map(({ address }) => address));
  const others = [...earlier, ...objects].flatMap(hostedIn).filter(({ address }) => !addresses.has(address));
  const deleted = others.map(({ address, party }): DeletedScript => ({ address, party }));
  const known = objects.filter((each) => isThere(each) && !isHidden(scriptIn(each)?.contents)).flatMap(hostedIn);
  return new Map([...deleted, ...known].map((each) => [each.address, each] as const));
}

function hostedIn(object: KnownObject): HostedScript[] {
  const resource = hostedResources.find((each) => each === resources[object.type]);
  const { address, document } = scriptIn(object) ?? {};
  if (!resource || address === undefined || document === undefined || !URL.canParse(address)) return [];
  const party = { what: resource.title, name: labelOf(object) };
  const traffic = object.fields.script_type === "messaging" ? "message" : "call";
  return [
    {
      ...{ address, id: object.id, resource, party, traffic, document },
    },
  ];
}
