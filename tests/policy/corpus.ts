// Realistic telephony programs as lists of resources, each with every violation by hand.

import type { Sent } from "./analyzer.ts";
import { BAD } from "./corpus-bad.ts";
import { GOOD } from "./corpus-good.ts";
import { desk, type Good, hooks, line, type Program, type Rows } from "./corpus-resources.ts";
import { BAD_SCRIPTS, GOOD_SCRIPTS } from "./corpus-scripts.ts";
import * as written from "./corpus-text.ts";

const hooked = (url: string): Sent => line(hooks({ callRequestUrl: url }));
const hosted = (host: string): Sent => hooked(`https://${host}/call`);

const GOOD_TEXTS: readonly Good[] = [
  ...written.goodCallerIds.map((callerId): Good => [`the caller ID ${callerId}`, [desk({ callerId })]]),
  ...written.openUrls.map((url): Good => [`a webhook at ${url}`, [hooked(url)]]),
  ...written.publicHosts.map((host): Good => [`a webhook at the host ${host}`, [hosted(host)]]),
  ["a live line that is left as it is when destroyed", [line({ onDestroy: "leave" })]],
  ["a test stack called prod that clears its line", [line({ onDestroy: "clear" })], { stackName: "prod" }],
];

const BAD_TEXTS: Rows = {
  "sip-endpoint-caller-id": Object.entries(written.badCallerIds).flatMap(([problem, all]) =>
    all.map((callerId) => [problem, desk({ callerId })] as const),
  ),
  "webhook-credentials": [
    ...Object.entries(written.secretUrls).flatMap(([problem, urls]) =>
      urls.map((url) => [`callRequestUrl ${problem}`, hooked(url)] as const),
    ),
    ...written.secretParameters.map((query) => {
      const name = /([^&;=]+)=[^=]+$/.exec(query)?.[1];
      const problem = `callRequestUrl has the parameter ${name}, which is a credential by its name`;
      return [problem, hooked(`https://voice.example.com/call?${query}`)] as const;
    }),
  ],
  "webhook-public-host": [
    ...written.privateHosts.map(
      (host) => ["callRequestUrl has a host that is not on the internet", hosted(host)] as const,
    ),
    ...written.namedAddresses.map(
      (host) => ["callRequestUrl has a host whose name contains an address", hosted(host)] as const,
    ),
    ...Object.entries(written.tunnels).map(
      ([host, domain]) =>
        [`callRequestUrl has a host that is a tunnel (option tunnels: ${domain})`, hosted(host)] as const,
    ),
  ],
};

export const good: readonly Program[] = [...GOOD, ...GOOD_SCRIPTS, ...GOOD_TEXTS].map(([title, stack, under]) => ({
  title,
  stack,
  says: [],
  ...under,
}));

export const bad: readonly Program[] = [BAD, BAD_SCRIPTS, BAD_TEXTS].flatMap((all) =>
  Object.entries(all).flatMap(([rule, rows]) =>
    rows.map(([says, stack, { options, ...under } = {}]) => ({
      title: `${rule} of ${JSON.stringify([stack].flat().map(({ args }) => args)).slice(0, 200)}`,
      stack: [stack].flat(),
      says: [says].flat().map((each) => `${rule}: ${each}`),
      ...(options && { options: { [rule]: options } }),
      ...under,
    })),
  ),
);
