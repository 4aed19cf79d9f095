// Realistic telephony programs as lists of resources, each with every violation by hand.

import type { Sent } from "./analyzer.ts";
import { BAD } from "./corpus-bad.ts";
import { GOOD } from "./corpus-good.ts";
import { type Args, type Bad, desk, type Good, hooks, line, type Program } from "./corpus-resources.ts";
import { BAD_SCRIPTS, GOOD_SCRIPTS } from "./corpus-scripts.ts";
import * as written from "./corpus-text.ts";

const hooked = (url: string): Sent => line(hooks({ callRequestUrl: url }));
const hosted = (host: string): Sent => hooked(`https://${host}/call`);

/** Returns an object with other names and values. */
function mapped<Value>(
  of: { readonly [name: string]: Value } | Map<string | undefined, Value>,
  row: (name: string, value: Value) => [says: string, programs: Sent[]],
): Bad[string] {
  const entries = of instanceof Map ? [...of] : Object.entries(of);
  return Object.fromEntries(entries.map(([name = "", value]) => row(name, value)));
}

const GOOD_TEXTS: readonly Good[] = [
  ...written.goodCallerIds.map((callerId): Good => [`the caller ID ${callerId}`, [desk({ callerId })]]),
  ...written.openUrls.map((url): Good => [`a webhook at ${url}`, [hooked(url)]]),
  ...written.publicHosts.map((host): Good => [`a webhook at the host ${host}`, [hosted(host)]]),
  ["a live line that is left as it is when destroyed", [line({ onDestroy: "leave" })]],
  ["a test stack called prod that clears its line", [line({ onDestroy: "clear" })], { stackName: "prod" }],
];

const parameter = (query: string) => /([^&;=]+)=+[^=]+$/.exec(query)?.[1];
const NO_HOST = "callRequestUrl has a host";

const BAD_TEXTS: Bad = {
  "sip-endpoint-caller-id": mapped(written.badCallerIds, (problem, all) => [
    problem,
    all.map((callerId) => desk({ callerId })),
  ]),
  "webhook-credentials": {
    ...mapped(written.secretUrls, (problem, urls) => [`callRequestUrl ${problem}`, urls.map(hooked)]),
    ...mapped(Map.groupBy(written.secretParameters, parameter), (name, queries) => [
      `callRequestUrl has the parameter ${name}, which is a credential by its name`,
      queries.map((query) => hooked(`https://voice.example.com/call?${query}`)),
    ]),
  },
  "webhook-public-host": {
    [`${NO_HOST} that is not on the internet`]: written.privateHosts.map(hosted),
    [`${NO_HOST} whose name contains an address`]: written.namedAddresses.map(hosted),
    ...mapped(written.tunnels, (host, domain) => [
      `${NO_HOST} that is a tunnel (option tunnels: ${domain})`,
      [hosted(host)],
    ]),
  },
};

export const good: readonly Program[] = [...GOOD, ...GOOD_SCRIPTS, ...GOOD_TEXTS].map(([title, stack, under]) => {
  return { title, stack, says: [], ...under };
});

/** The options of a rule for its bad programs. */
const OPTIONS: { readonly [rule: string]: Args } = {
  "webhook-hosts": { hosts: ["voice.example.com", "*.example.net"] },
};

export const bad: readonly Program[] = [BAD, BAD_SCRIPTS, BAD_TEXTS].flatMap((all) =>
  Object.entries(all).flatMap(([rule, sentences]) =>
    Object.entries(sentences).flatMap(([says, programs]) =>
      programs.map((program) => ({
        title: `${rule} of ${JSON.stringify([program].flat().map(({ args }) => args)).slice(0, 200)}`,
        stack: [program].flat(),
        says: says.split("\n").map((each) => `${rule}: ${each}`),
        ...(OPTIONS[rule] && { options: { [rule]: OPTIONS[rule] } }),
      })),
    ),
  ),
);
