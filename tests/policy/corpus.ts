// Realistic telephony programs as lists of resources, each with its expected verdict.

import type { Sent } from "./analyzer.ts";
import { BAD } from "./corpus-bad.ts";
import { GOOD } from "./corpus-good.ts";
import { desk, hooks, line, type Program, type Row } from "./corpus-resources.ts";
import { BAD_SCRIPTS, GOOD_SCRIPTS } from "./corpus-scripts.ts";
import * as written from "./corpus-text.ts";

const programs = (rows: readonly Row[]): Program[] =>
  rows.map(([title, stack, caughtBy, under]) => ({ title, stack, ...(caughtBy && { caughtBy }), ...under }));

const hooked = (url: string): Sent[] => [line(hooks({ callRequestUrl: url }))];

const GOOD_TEXTS: readonly Row[] = [
  ...written.goodCallerIds.map((callerId): Row => [`the caller ID ${callerId}`, [desk({ callerId })]]),
  ...written.openUrls.map((url): Row => [`a webhook at ${url}`, hooked(url)]),
  ...written.publicHosts.map((host): Row => [`a webhook at the host ${host}`, hooked(`https://${host}/call`)]),
  ["a live line that is left as it is when destroyed", [line({ onDestroy: "leave" })]],
  ["a test stack called prod that clears its line", [line({ onDestroy: "clear" })], undefined, { stackName: "prod" }],
];

const BAD_TEXTS: readonly Row[] = [
  ...written.badCallerIds.map(
    (callerId): Row => [`the caller ID ${JSON.stringify(callerId)}`, [desk({ callerId })], "sip-endpoint-caller-id"],
  ),
  ...written.secretUrls.map((url): Row => [`a webhook at ${url}`, hooked(url), "webhook-credentials"]),
  ...written.otherHosts.map(
    (host): Row => [`a webhook at the host ${host}`, hooked(`https://${host}/call`), "webhook-public-host"],
  ),
];

export const good = programs([...GOOD, ...GOOD_SCRIPTS, ...GOOD_TEXTS]);
export const bad = programs([...BAD, ...BAD_SCRIPTS, ...BAD_TEXTS]);
