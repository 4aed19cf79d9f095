import { addressesOf, callable } from "../address.ts";
import { ignores } from "../handlers.ts";
import { decoded } from "../phone.ts";
import { stackRule } from "../rule.ts";
import type { Member, Stack } from "../subject.ts";

export const noCallLoops = stackRule({
  name: "stack-call-loops",
  demands: "Calls do not go round between numbers and endpoints.",
  because:
    "A call that goes in a circle is charged at every step and never answered. The rule follows the endpoint that a number rings, and a target in the URL of a call handler: `?to=%2B12025550101` or `/dial/+12025550101`.",
  remedy: "Let one of them pass the call to a target outside the circle.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  covers: "stack",

  *validate(stack) {
    const members = new Map(membersOf(stack).map((member) => [member.urn, member]));
    const addresses = namesOf(members.values());
    const targets = new Map([...members].map(([urn, member]) => [urn, targetsOf(member, addresses)]));
    for (const loop of loopsIn(targets)) {
      const names = [...loop, loop[0] ?? ""].map((urn) => members.get(urn)?.name);
      yield { message: `calls go round: ${names.join(" → ")}`, urn: loop[0] ?? "" };
    }
  },
});

function membersOf(stack: Stack): Member[] {
  return callable.flatMap((kind) => stack.all(kind) as unknown as readonly Member[]);
}

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

/** Yields loops, of which no two share a member. Follows each way once, in chains of any length. */
function* loopsIn(targets: ReadonlyMap<string, ReadonlySet<string>>): Generator<readonly string[]> {
  /** Member → the ways that are left. Members of a loop, and those that lead into none, leave. */
  const left = new Map([...targets].map(([urn, each]) => [urn, each.values()]));
  for (const start of targets.keys()) {
    const path: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined) {
      const begin = path.indexOf(at);
      const next: string | undefined = begin < 0 ? left.get(at)?.next().value : undefined;
      if (next !== undefined) {
        path.push(at);
        at = next;
        continue;
      }
      const loop = begin < 0 ? [] : path.splice(begin);
      if (loop.length > 0) yield loop;
      for (const urn of [at, ...loop]) left.delete(urn);
      at = path.pop();
    }
  }
}
