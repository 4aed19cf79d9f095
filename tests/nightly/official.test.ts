// The fields of the routes in scope, as the types that SignalWire generates for its own Python SDK from its description of the API name
// them, against this server's description. Each difference has a verdict; another one fails.

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { obtainPython, whyNoPython } from "../engine/python/venv.ts";
import { given } from "../server/support.ts";

const TYPES = fileURLToPath(new URL("official-types.py", import.meta.url));

/** Class of the SDK → schema of `/openapi.json`. */
const SCHEMAS = {
  SipEndpointResponse: "SipEndpoint",
  CreateSipEndpointRequest: "SipEndpointCreate",
  UpdateSipEndpointRequest: "SipEndpointUpdate",
  PhoneNumberResponse: "PhoneNumber",
  UpdatePhoneNumberRequest: "PhoneNumberUpdate",
  SipProfileResponse: "SipProfile",
} as const;

/**
 * Verdict → differences. `spec`: the specification decides (docs/specification.md). `live`: answers have it and arguments do not, because
 * the specification does not list it; `extra` sends it. `unknown`: neither says.
 */
const VERDICTS = {
  spec: [
    "SipEndpoint: only ours: call_ai_agent_id",
    "SipEndpoint: only ours: call_flow_id",
    "PhoneNumber: only ours: message_relay_application",
  ],
  live: [
    ...ofEndpoints("only theirs: call_dialogflow_agent_id"),
    ...ofEndpoints("only theirs: call_relay_context_status_callback_url"),
    ...ofEndpoints("only theirs: call_relay_topic"),
    ...ofEndpoints("only theirs: call_relay_topic_status_callback_url"),
    "PhoneNumber: only ours: e911_status",
    "PhoneNumberUpdate: only theirs: call_relay_context_status_callback_url",
    "PhoneNumberUpdate: only theirs: call_relay_topic",
    "PhoneNumberUpdate: only theirs: call_relay_topic_status_callback_url",
    "PhoneNumberUpdate: only theirs: message_relay_topic",
  ],
  unknown: [
    ...ofEndpoints("only theirs: call_flow_version"),
    ...ofEndpoints("only theirs: call_handler relay_topic"),
    ...ofEndpoints("only theirs: call_handler relay_application"),
    ...ofEndpoints("only theirs: call_handler relay_connector"),
    "PhoneNumberUpdate: only theirs: call_ai_agent_id",
    "PhoneNumberUpdate: only theirs: call_flow_id",
    "PhoneNumberUpdate: only theirs: call_flow_version",
  ],
} as const;

function ofEndpoints(difference: string): string[] {
  return [`SipEndpointCreate: ${difference}`, `SipEndpointUpdate: ${difference}`];
}

type Fields = { readonly [field: string]: readonly string[] | null };

const why = await whyNoPython();
const title = "name the same fields and values as the server's description, apart from the differences with a verdict";

it.skipIf(why !== undefined)(`SignalWire's own types ${title}${why ? ` (skipped: ${why})` : ""}`, async () => {
  const python = await obtainPython("sdk");
  const child = spawn(python, [TYPES, ...Object.keys(SCHEMAS)], { stdio: ["ignore", "pipe", "inherit"] });
  const official: { readonly [name: string]: Fields } = JSON.parse(await text(child.stdout));
  const { schemas } = (await (await given()).get("/openapi.json")).body.components;
  const differences = Object.entries(SCHEMAS).flatMap(([name, ours]) =>
    differencesOf(official[name] ?? {}, schemas[ours].properties).map((difference) => `${ours}: ${difference}`),
  );
  expect(differences.sort()).toEqual(Object.values(VERDICTS).flat().sort());
});

interface Property {
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Property[];
}

function differencesOf(theirs: Fields, ours: { readonly [field: string]: Property }): string[] {
  const values = ({ enum: own, anyOf = [] }: Property): readonly (string | null)[] => own ?? anyOf.flatMap(values);
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].sort();
  return names.flatMap((name) => {
    const own = ours[name];
    if (own === undefined) return [`only theirs: ${name}`];
    if (!(name in theirs)) return [`only ours: ${name}`];
    const [listed, known] = [theirs[name] ?? [], values(own)];
    if (listed.length === 0 || known.length === 0) return [];
    return [
      ...listed.filter((each) => !known.includes(each)).map((each) => `only theirs: ${name} ${each}`),
      ...known.filter((each) => each !== null && !listed.includes(each)).map((each) => `only ours: ${name} ${each}`),
    ];
  });
}
