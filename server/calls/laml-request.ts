// Requests for LaML documents: the fields with their addresses, and the parameters of a call or message.

import { type Body, cxmlApplication } from "../../contract/index.ts";
import { Documents } from "../api/documents.ts";
import type { HandledCall } from "./running-call.ts";

export interface Parameters {
  readonly [name: string]: string;
}

/** An object with the addresses of LaML documents. */
export interface LamlSource {
  readonly object: Body;
  /** The fields with the addresses. Each method is in the field that is named like its address. */
  readonly fields: { readonly request: string; readonly fallback: string; readonly status?: string };
}

const applications = new Documents(cxmlApplication);

/** The fields of a cXML application with the addresses of its documents. */
export const APPLICATION_FIELDS = {
  call: { request: "voice_url", fallback: "voice_fallback_url", status: "status_callback" },
  message: { request: "sms_url", fallback: "sms_fallback_url" },
} as const;

/**
 * Returns the addresses that the target's handler names: its own, or those of an application (gap `laml-application-ids`). Undefined
 * for another handler, and when the project has no such application.
 */
export function lamlSourceOf({ switchboard, tracer, target, delivered }: HandledCall): LamlSource | undefined {
  const { project, object } = target;
  const { kind } = delivered;
  const handler = object[`${kind}_handler`];
  if (handler === "laml_webhooks") {
    // A message has no status callback (gap `message-status`): no object has that field.
    const [request, fallback, status] = [`${kind}_request_url`, `${kind}_fallback_url`, `${kind}_status_callback_url`];
    return { object, fields: { request, fallback, status } };
  }
  if (handler !== "laml_application") return undefined;
  const field = `${kind}_laml_application_id`;
  const id = String(object[field]).toLowerCase();
  const document = switchboard.store.collection(cxmlApplication).find(project.id, id);
  if (!document) return undefined;
  const next = { what: cxmlApplication.title, name: String(document[cxmlApplication.label]) };
  const who = `${next.what} ${next.name}`;
  tracer.note("next", { who, label: who }, { field, next });
  return { object: applications.present(id, document), fields: APPLICATION_FIELDS[kind] };
}

/** Returns the parameters of each request for a LaML document. */
export function parametersOf({ target: { project }, delivered }: HandledCall): Parameters {
  const { id, from, to } = delivered;
  const common = { AccountSid: project.id, From: from, To: to };
  if (delivered.kind === "message") {
    const { body, segments } = delivered;
    const ids = { MessageSid: id, SmsSid: id };
    return { ...common, ...ids, Body: body, NumMedia: "0", NumSegments: String(segments) };
  }
  const ApiVersion = "2010-04-01";
  if (delivered.isFax) return { ...common, ApiVersion, FaxSid: id };
  const { parent } = delivered;
  return {
    ...{ ...common, ApiVersion, CallSid: id, CallStatus: "ringing", Direction: "inbound" },
    ...(parent !== undefined && { ParentCallSid: parent }),
  };
}
