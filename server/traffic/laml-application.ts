// Applications that name documents for the handler `laml_application` (gap `laml-application-ids`).

import { cxmlApplication } from "../../contract/index.ts";
import { Documents } from "../api/documents.ts";
import type { HandledCall } from "./running-call.ts";
import type { LamlSource } from "./webhooks.ts";

const applications = new Documents(cxmlApplication);

const FIELDS = {
  call: { request: "voice_url", fallback: "voice_fallback_url", status: "status_callback" },
  message: { request: "sms_url", fallback: "sms_fallback_url" },
} as const;

/** Returns the addresses of the application that a handler names; undefined when the project has no such application. */
export function findLamlApplication(
  { switchboard: { store }, tracer, target: { project, object } }: HandledCall,
  traffic: "call" | "message",
): LamlSource | undefined {
  const field = `${traffic}_laml_application_id`;
  const id = String(object[field]).toLowerCase();
  const document = store.collection(cxmlApplication).find(project.id, id);
  if (!document) return undefined;
  const next = { what: cxmlApplication.title, name: String(document[cxmlApplication.label]) };
  const who = `${next.what} ${next.name}`;
  tracer.note("next", { who, label: who }, { field, next });
  return { object: applications.present(id, document), fields: FIELDS[traffic] };
}
