// The rule about calls that go round.

import { addressesOf, callable } from "../address.ts";
import { ignores } from "../handlers.ts";
import { stackRule, type Trial } from "../rule.ts";
import type { Member, Stack } from "../subject.ts";

const line: Trial = {
  kind: "PhoneNumber",
  name: "line",
  args: {
    number: "+12025550101",
    callHandler: "relay_sip_endpoint",
    callSipEndpointId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34",
  },
  from: { callSipEndpointId: "desk" },
};

function deskCalling(number: string): Trial {
  const callRelayScriptUrl = `https://a.example/dial?to=${encodeURIComponent(number)}`;
  return {
    kind: "SipEndpoint",
    name: "desk",
    args: { username: "desk", callHandler: "relay_script", callRelayScriptUrl },
  };
}

export const noCallLoops = stackRule({
  name: "stack-call-loops",
  demands: "Calls do not go round between numbers and endpoints.",
  because:
    "A call that goes in a circle is charged at every step and never answered. The rule follows the endpoint that a number rings. It also follows a target in the URL of a call handler: `?to=%2B12025550101`, `?target=sip:desk@…`, `?number=tel:%2B…` or `/dial/+12025550101`. It cannot see where else a document leads.",
  remedy: "Let one of them pass the call to a target outside the circle.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [deskCalling("+442071838750"), line],
    fails: [deskCalling("+12025550101"), line],
  },
  covers: "stack",

  *validate(stack) {
    const members = new Map(membersOf(stack).map((member) => [member.urn, member]));
    const addresses = namesOf(members.values());
    const targets = new Map([...members].map(([urn, member]) => [urn, targetsOf(member, addresses)]));
    // A member without callers or without targets is not part of a loop.
    const next = reversed(withoutEnds(reversed(withoutEnds(targets))));
    const reported = new Set<string>();
    for (const urn of next.keys()) {
      const circle = reported.has(urn) ? [] : circleFrom(urn, next);
      if (circle.length === 0 || circle.some((each) => reported.has(each))) continue;
      for (const each of circle) reported.add(each);
      const names = [...circle, urn].map((each) => members.get(each)?.name);
      yield { message: `calls go round: ${names.join(" → ")}`, urn };
    }
  },
});

function membersOf(stack: Stack): Member[] {
  return callable.flatMap((kind) => stack.all(kind) as unknown as readonly Member[]);
}

/** The argument that names an endpoint. */
const RINGS = "callSipEndpointId";
/** Places of a URL that answers a call. URLs of status callbacks are not among them. */
const CALL_URL = /^(extra$|extra\.call|call)(?!.*status_?callback)/i;

/** Returns the members of the stack to which a member passes its calls on. */
function targetsOf(member: Member, addresses: Addresses): Set<string> {
  const rings = member.isGiven(RINGS) && !ignores(member, RINGS);
  const urls = [...addressesOf(member, CALL_URL)];
  if ((!rings && urls.length === 0) || member.knownText("callHandler") === undefined) return new Set();
  const rung = rings ? member.originsOf(RINGS, "SipEndpoint") : [];
  const named = urls.flatMap(({ url }) => namedIn(url, member.account, addresses));
  // A URL that contains the called number itself is not a loop.
  return new Set([...rung, ...named].filter((urn) => urn !== member.urn));
}

/** Name in a URL → member: a number in E.164, or the user of a SIP address, who is one of an account. */
type Addresses = ReadonlyMap<string, string>;

function userOf(account: string, username: string): string {
  return `${account} ${username}`;
}

function namesOf(members: Iterable<Member>): Addresses {
  const addresses = new Map<string, string>();
  for (const member of members) {
    const [number, username] = [member.peek("number"), member.peek("username")];
    if (typeof number === "string") addresses.set(number, member.urn);
    if (typeof username === "string") addresses.set(userOf(member.account, username), member.urn);
  }
  return addresses;
}

/** Names of query parameters that hold a document's destination. */
const TARGET = /^(to|dial|call|target|destination|number|phone([-_]?number)?|forward([-_]?to)?|transfer([-_]?to)?)$/i;
/** A project's SIP addresses have a domain such as `example-project.sip.signalwire.com`. */
const SIP_ADDRESS = /^sips?:([^@]+)@[^.]+\.sip\./i;

function namedIn(url: URL, account: string, addresses: Addresses): string[] {
  const named = [...url.searchParams].flatMap(([name, value]) => (TARGET.test(name) ? [value] : []));
  // A path names a target as in `/dial/+12025550101`. Only whole segments count, so that a date or an id is not read as a
  // number.
  const segments = url.pathname.split("/").map(decoded);
  const inPath = segments.filter((segment) => /^(tel:)?\+\d{8,15}$/.test(segment) || SIP_ADDRESS.test(segment));
  return [...named, ...inPath].flatMap((text) => {
    // In a query, a plus means a blank: `?to=+1202…` becomes a blank and digits.
    const value = text.replace(/^tel:/i, "").replace(/^ (?=\d)/, "+");
    const [, user] = SIP_ADDRESS.exec(value) ?? [];
    const number = value.startsWith("+") ? value.replace(/[\s().-]/g, "") : undefined;
    const address = number ?? (user === undefined ? undefined : userOf(account, user));
    return (address !== undefined && addresses.get(address)) || [];
  });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Removes the members that lead nowhere, in one pass for chains of any length. */
function withoutEnds(graph: Graph): Graph {
  const callers = reversed(graph);
  const left = new Map([...graph].map(([urn, targets]) => [urn, new Set(targets)]));
  const ends = [...left.keys()].filter((urn) => left.get(urn)?.size === 0);
  for (const end of ends) {
    left.delete(end);
    for (const caller of callers.get(end) ?? []) {
      const targets = left.get(caller);
      if (targets?.delete(end) && targets.size === 0) ends.push(caller);
    }
  }
  return left;
}

function reversed(graph: Graph): Graph {
  const callers = new Map([...graph.keys()].map((urn) => [urn, new Set<string>()]));
  for (const [urn, targets] of graph) for (const target of targets) callers.get(target)?.add(urn);
  return callers;
}

/** Returns the shortest loop from a member, without its repetition at the end; empty without a loop. */
function circleFrom(start: string, next: Graph): string[] {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const urn of queue)
    for (const target of next.get(urn) ?? []) {
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, urn);
      queue.push(target);
    }
  const circle: string[] = [];
  for (let at = cameFrom.get(start); at !== undefined; at = at === start ? undefined : cameFrom.get(at))
    circle.unshift(at);
  return circle;
}
