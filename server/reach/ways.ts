// The ways of every object: what its handlers name, what its document dials and leads to, and why a call on a way is not taken.

import {
  cxmlApplication,
  masked,
  plural,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  rung,
  sipEndpoint,
} from "../../contract/index.ts";
import { type Target, waysOf } from "../../contract/ways.ts";
import { Documents } from "../api/documents.ts";
import { served } from "../api/open.ts";
import type { HostedScript } from "../api/script.ts";
import { wordsOf } from "../calls/hand-over.ts";
import { APPLICATION_FIELDS } from "../calls/laml-request.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import { CLIENT } from "../calls/targets.ts";
import type { Step } from "../calls/trace.ts";
import { followScript } from "../calls/traffic.ts";
import type { Project } from "../store/store.ts";
import { type Mistake, mistakesIn, withSmallStart } from "./ends.ts";
import { Explorer } from "./explorer.ts";

/** An object on the ways of calls and messages. */
export interface Routed {
  readonly project: string;
  /** The class of the object. */
  readonly type: ResourceName;
  /** The kind of object: "phone number". */
  readonly title: string;
  readonly id: string;
  /** The phone number, the endpoint's user name, or the name of a script. */
  readonly label: string;
  readonly name: string | null;
  /** `called` from outside; `rung` for an object that rings by itself without a handler; `document` for what others lead to. */
  readonly place: "called" | "rung" | "document";
  readonly ways: readonly RoutedWay[];
  /** The destination of its calls, the same for objects that lead alike: `Menu (cXML script)`, `SIP endpoints`, `nobody`. */
  readonly leadsTo: string;
  readonly trouble?: Trouble;
}

/** The ways of one kind of traffic. */
export interface RoutedWay {
  readonly traffic: string;
  /** Null when no handler is set, and for a script. */
  readonly handler: string | null;
  readonly leads: readonly Lead[];
  /** The field that the handler needs and that has no value. */
  readonly unset?: string;
}

/** One destination on a way. */
export interface Lead {
  /** The part of a handler, or what a document does: it dials the destination, or goes on with its document. */
  readonly role: "target" | "fallback" | "status" | "dials" | "contents";
  /** The kind of destination, and its name: "SIP endpoint" and "desk", "document" and its address. */
  readonly what: string;
  readonly name: string;
  /** The object, where the project has it. */
  readonly type?: ResourceName;
  readonly id?: string;
  /** True when no object has this id or address. */
  readonly isMissing?: true;
}

/** The reason why calls or messages to an object are not taken. */
export interface Trouble {
  /** `none`: no handler is set. `broken`: a step leads to what is missing. */
  readonly kind: "none" | "broken";
  /** A sentence without its full stop. */
  readonly text: string;
}

/**
 * Returns every object that takes calls or messages, oldest first, then every script. Secrets in addresses are masked.
 *
 * @param explorer What it played already is not played again.
 */
export async function routesOf(switchboard: Switchboard, explorer = new Explorer(switchboard)): Promise<Routed[]> {
  const found: Routed[] = [];
  for (const project of switchboard.store.projects()) {
    const objects = resourceNames.flatMap((type) => objectsOf(switchboard, project, type));
    const scripts: (Unmarked & { readonly mistakes: readonly Mistake[] })[] = [];
    for (const script of switchboard.scripts(project.id))
      scripts.push(await played(switchboard, explorer, project, script));
    found.push(...withTroubles([...objects, ...scripts]));
  }
  return found;
}

/** An object before its end is looked up. */
type Unmarked = Omit<Routed, "leadsTo" | "trouble"> & {
  /** The steps of its document that lead to what does not exist. */
  readonly mistakes?: readonly Mistake[];
};

function objectsOf(switchboard: Switchboard, project: Project, type: ResourceName): Unmarked[] {
  const { store, extraFields } = switchboard;
  const resource: Resource = resources[type];
  const isApplication = resource === cxmlApplication;
  if (resource.handlers.length === 0 && !isApplication) return [];
  const documents = new Documents(served(resource, extraFields));
  return store
    .collection(resource)
    .all(project.id)
    .map(({ id, document }) => {
      const object = documents.present(id, document);
      return {
        ...{ project: project.id, type, title: resource.title, id, label: String(object[resource.label]) },
        name: typeof object.name === "string" ? object.name : null,
        place: isApplication ? "document" : rung.has(resource) ? "rung" : "called",
        ways: isApplication
          ? applicationWays(switchboard, object)
          : waysOf(resource, object).map(({ traffic, handler, targets, fallback, statusCallback, unset }) => ({
              ...{ traffic, handler },
              leads: [
                ...targets.map((target) => targetLead(switchboard, project, target)),
                ...(fallback === null ? [] : [documentLead(switchboard, "fallback", fallback)]),
                ...(statusCallback === null ? [] : [documentLead(switchboard, "status", statusCallback)]),
              ],
              ...(unset !== undefined && { unset }),
            })),
      };
    });
}

/** Returns the ways of a cXML application, whose documents its numbers play. */
function applicationWays(switchboard: Switchboard, object: { readonly [field: string]: unknown }): RoutedWay[] {
  return Object.entries(APPLICATION_FIELDS).flatMap(([traffic, fields]): RoutedWay[] => {
    const { request, ...others } = fields;
    const url = object[request];
    if (typeof url !== "string") return [];
    const more = Object.entries(others).flatMap(([role, field]) => {
      const address = object[field];
      return typeof address === "string" ? [documentLead(switchboard, role as Lead["role"], address)] : [];
    });
    return [{ traffic, handler: request, leads: [documentLead(switchboard, "target", url), ...more] }];
  });
}

function targetLead(switchboard: Switchboard, project: Project, target: Target): Lead {
  const { field, value, refersTo, mayReferElsewhere, namesOne } = target;
  if (refersTo !== undefined) {
    const resource: Resource = resources[refersTo];
    const id = value.toLowerCase();
    const next = switchboard.store.collection(resource).find(project.id, id);
    const lead = { role: "target", what: resource.title } as const;
    if (next) return { ...lead, name: String(next[resource.label]), type: refersTo, id };
    if (!mayReferElsewhere)
      return { ...lead, name: value, ...(switchboard.absence(value) !== undefined && { isMissing: true }) };
  }
  if (namesOne !== undefined) return { role: "target", what: CLIENT, name: value };
  if (field.endsWith("_url")) return documentLead(switchboard, "target", value);
  return { role: "target", what: wordsOf(field), name: masked(value) };
}

function documentLead(switchboard: Switchboard, role: Lead["role"], url: string): Lead {
  const script = URL.canParse(url) ? switchboard.documentAt(new URL(url)) : undefined;
  if (!script) return { role, what: "document", name: masked(url) };
  if (script.document === undefined)
    return { role, ...(script.party ?? { what: "document", name: masked(url) }), isMissing: true };
  const { party, id, resource } = script;
  return { role, ...party, type: nameOf(resource), id };
}

function nameOf(resource: Resource): ResourceName {
  return resourceNames.find((type) => resources[type] === resource) as ResourceName;
}

/** Returns a script with what its document does on any path. A script that no caller reaches is played alone. */
async function played(
  switchboard: Switchboard,
  explorer: Explorer,
  project: Project,
  script: HostedScript,
): Promise<Unmarked & { readonly mistakes: readonly Mistake[] }> {
  const { address, id, resource, party, traffic } = script;
  if (!explorer.hasPlayed(address))
    await explorer.pathsOf(`script ${address}`, (parts, assumptions) =>
      followScript(parts, project, script, assumptions),
    );
  const own = explorer.stepsBy(address);
  const leads = own.flatMap((step) => leadOf(switchboard, project, step) ?? []);
  const { title } = resource;
  return {
    ...{ project: project.id, type: nameOf(resource), title, id, label: party.name, name: null, place: "document" },
    ways: [{ traffic, handler: null, leads: [...new Map(leads.map((each) => [JSON.stringify(each), each])).values()] }],
    mistakes: mistakesIn(own),
  };
}

/** Returns the destination of a document's step. */
function leadOf(switchboard: Switchboard, project: Project, { code, details, attempt, next }: Step): Lead | undefined {
  if (attempt) return documentLead(switchboard, "contents", attempt.url);
  if (code === "dials_unknown") return { role: "dials", what: "address", name: String(details.to), isMissing: true };
  if (code === "document_not_ours") return { role: "contents", what: "document", name: String(details.url) };
  if (!next) return undefined;
  const type = resourceNames.find((each) => resources[each].title === next.what);
  const row = type && switchboard.store.collection(resources[type]).findByKey(project.id, next.name);
  return { role: "dials", ...next, ...(row && { type, id: row.id }) };
}

function withTroubles(found: readonly Unmarked[]): Routed[] {
  const known = new Map(found.map((each) => [keyOf(each), each]));
  const troubles = new Map<Unmarked, Trouble | undefined>();
  const troubleOf = (object: Unmarked): Trouble | undefined => {
    // Documents may lead back to each other.
    if (!troubles.has(object)) {
      troubles.set(object, undefined);
      troubles.set(object, findTrouble(object));
    }
    return troubles.get(object);
  };
  const findTrouble = ({ place, ways, mistakes = [] }: Unmarked): Trouble | undefined => {
    const calls = ways.find(({ traffic }) => traffic === "call");
    if (calls?.handler === null && place === "called") return { kind: "none", text: "no handler is set for calls" };
    const [text] = [...mistakes.map((each) => withSmallStart(each.text)), ...ways.flatMap(brokenAt)];
    return text === undefined ? undefined : { kind: "broken", text };
  };
  const brokenAt = ({ traffic, handler, leads, unset }: RoutedWay): string[] => {
    const what = traffic === "call" ? "" : `${traffic}s: `;
    if (unset !== undefined) return [`${what}${handler} needs ${unset}, which is not set`];
    return leads.flatMap((lead) => {
      const { role, name, type, id, isMissing } = lead;
      if (role === "fallback" || role === "status") return [];
      const isEndpoint = lead.what === sipEndpoint.title;
      const verb = isEndpoint || role === "dials" ? "rings" : "goes on to";
      if (isMissing) return [`${what}${verb} ${isEndpoint ? "an endpoint" : `a ${lead.what}`} that is not there`];
      const next = type === undefined || id === undefined ? undefined : known.get(keyOf({ type, id }));
      const further = next && troubleOf(next);
      return further && (further.kind === "broken" || role === "dials")
        ? [`${what}${verb} ${name}, where ${further.text}`]
        : [];
    });
  };
  return found.map((object) => {
    const { mistakes, ...shown } = object;
    const trouble = troubleOf(object);
    return { ...shown, leadsTo: leadsTo(object, trouble), ...(trouble && { trouble }) };
  });
}

function leadsTo({ ways, place }: Unmarked, trouble: Trouble | undefined): string {
  if (trouble) return trouble.kind === "none" ? "nobody" : "a broken route";
  const { handler = null, leads = [] } = ways.find(({ traffic }) => traffic === "call") ?? {};
  const lead = leads.find(({ role }) => role === "target");
  if (handler === null) return place === "document" ? "what its document says" : "its own devices";
  if (!lead) return handler;
  const { what, name, type } = lead;
  if (type !== undefined && rung.has(resources[type])) return plural(what);
  if (type !== undefined) return `${name} (${what})`;
  return URL.canParse(name) && new URL(name).host !== "" ? `webhook ${new URL(name).host}` : handler;
}

function keyOf({ type, id }: Pick<Unmarked, "type" | "id">): string {
  return `${type} ${id.toLowerCase()}`;
}
