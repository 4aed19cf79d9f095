// The JSON that is posted for an SWML document of a call or a message (gap `script-requests`, gap `message-scripts`).

import { createHash } from "node:crypto";
import type { Values } from "./variables.ts";

/** The call in a request to a script's server. */
export interface ScriptCall {
  readonly id: string;
  /** One part of the call. */
  readonly segment: string;
  readonly from: string;
  readonly to: string;
  readonly project: string;
  /** The domain for SIP addresses without one. */
  readonly domain: string;
  readonly type: "sip" | "phone" | "webrtc";
  /** The call whose document dialled this one. */
  readonly parent?: string | undefined;
}

/** The variables in a request for a further script. */
export interface Passed {
  readonly vars: Values;
  readonly params: Values;
}

/** The message in a request to a script's server. */
export interface ScriptMessage extends Pick<ScriptCall, "id" | "from" | "to" | "project"> {
  readonly body: string;
  readonly segments: number;
  /** UTC, ISO 8601 with seconds. */
  readonly received: string;
}

/** @param passed - Default: the script is the first one, which gets no variables. */
export function messageRequest(message: ScriptMessage, passed?: Passed) {
  const { id, from, to, body, segments, received, project } = message;
  return {
    message: {
      ...{ message_id: id, project_id: project, space_id: uuidFor("space", project), direction: "inbound" },
      ...{ type: "sms", from, to, body, media: [], segments, timestamp: received },
    },
    ...(passed ?? { params: {} }),
  };
}

/** @param passed - Default: the script is the first one, which gets empty variables. */
export function callRequest(call: ScriptCall, answered: boolean, passed: Passed = { vars: {}, params: {} }) {
  const { id, segment, from, to, project, domain, type, parent } = call;
  const call_state = answered ? "answered" : "created";
  const node_id = uuidFor("node", project);
  return {
    call: {
      ...{ call_id: id, node_id, segment_id: segment, call_state, direction: "inbound", type, from, to },
      ...(type === "phone" && { from_number: from, to_number: to }),
      headers: [],
      ...(parent !== undefined && { parent: { device_type: type, call_id: parent, node_id } }),
      ...(type === "sip" && { sip_data: sipData(from, to, domain) }),
      project_id: project,
      space_id: uuidFor("space", project),
    },
    envs: {},
    ...passed,
  };
}

function sipData(from: string, to: string, domain: string): object {
  const [caller, called] = [sipAddress(from, domain), sipAddress(to, domain)];
  return {
    ...{ sip_req_host: called.host, sip_req_uri: called.uri, sip_req_user: called.user },
    ...{ sip_from_host: caller.host, sip_from_uri: caller.uri, sip_from_user: caller.user },
    ...{ sip_to_host: called.host, sip_to_uri: called.uri, sip_to_user: called.user },
    ...{ sip_contact_user: caller.user, sip_contact_port: "5060", sip_contact_uri: `${caller.uri}:5060` },
    ...{ sip_contact_host: caller.host, sip_contact_params: {} },
  };
}

function sipAddress(address: string, domain: string): { user: string; host: string; uri: string } {
  const [user = "", host = domain] =
    address
      .replace(/^sips?:/i, "")
      .split(/[;?]/, 1)[0]
      ?.split("@") ?? [];
  const name = host.replace(/:\d+$/, "");
  return { user, host: name, uri: `${user}@${name}` };
}

/** Returns a constant UUID for a project: this server has neither nodes nor spaces. */
function uuidFor(thing: string, project: string): string {
  const digits = createHash("sha256").update(`${thing} ${project}`).digest("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
}
