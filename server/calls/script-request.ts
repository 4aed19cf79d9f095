// The JSON that is posted for an SWML document of a call or a message (gap `script-requests`, gap `message-scripts`).

import { createHash } from "node:crypto";
import { domainApplication } from "../../contract/index.ts";
import { timestamp } from "../conditions/clock.ts";
import type { HandledCall } from "./running-call.ts";
import { domainIn, usernameIn } from "./targets.ts";
import type { Values } from "./variables.ts";

/** The variables in a request for a further script. */
export interface Passed {
  readonly vars: Values;
  readonly params: Values;
}

/** Returns a function that describes the call or message in each request. Without variables, the request is for the first script. */
export function scriptRequests({ switchboard, target: { project, resource, object }, delivered }: HandledCall) {
  const { id, from, to } = delivered;
  const common = { project_id: project.id, space_id: uuidFor("space", project.id), direction: "inbound", from, to };
  if (delivered.kind === "message") {
    const { body, segments } = delivered;
    const received = timestamp(switchboard.clock.now());
    const message = { message_id: id, ...common, type: "sms", body, media: [], segments, timestamp: received };
    return (_: boolean, passed?: Passed) => ({ message, ...(passed ?? { params: {} }) });
  }
  const isApplication = resource === domainApplication;
  const isClient = switchboard.sessions.named(project.id, from) > 0;
  const type = isApplication ? "sip" : from.startsWith("+") ? "phone" : isClient ? "webrtc" : "sip";
  const domain = isApplication ? String(object.domain) : switchboard.sipDomain(project);
  const node_id = `${uuidFor("node", project.id)}@local`;
  const { parent } = delivered;
  const described = {
    // The first leg of a call is its first segment.
    ...{ call_id: id, node_id, segment_id: parent === undefined ? id : switchboard.random.uuid(), ...common, type },
    ...(type !== "webrtc" && { headers: [] }),
    ...(type === "phone" && { from_number: from, to_number: to }),
    ...(parent !== undefined && { parent: { device_type: type, call_id: parent, node_id } }),
    ...(type === "sip" && { sip_data: sipData(from, to, domain) }),
  };
  return (isAnswered: boolean, passed?: Passed) => ({
    call: { ...described, call_state: isAnswered ? "answered" : "created" },
    vars: {},
    envs: {},
    ...passed,
  });
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
  const [user, host] = [usernameIn(address), domainIn(address) ?? domain];
  return { user, host, uri: `${user}@${host}` };
}

/** Returns a constant UUID for a project: this server has neither nodes nor spaces. */
function uuidFor(thing: string, project: string): string {
  const digits = createHash("sha256").update(`${thing} ${project}`).digest("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
}
