import { phoneNumber } from "../../contract/index.ts";
import { sipDomain } from "../api/sip-profile.ts";
import { verifiedCallerId } from "../api/verified-caller-id.ts";
import type { Service } from "../service.ts";
import type { Project } from "../store/store.ts";
import { findDialled, type Target, titleOf } from "./targets.ts";
import type { Tracer } from "./trace.ts";

/** The endpoint or connected client that calls; undefined for a caller from outside. Found as whom a call is for: in the first project that has it, or the one that is named. */
export function findCaller(service: Service, from: string, only?: string): Target | undefined {
  if (from.startsWith("+")) return undefined;
  for (const project of service.store.projects()) {
    if (only !== undefined && project.id !== only.toLowerCase()) continue;
    const found = findDialled(service, project, from);
    if (found && found !== "elsewhere") return found;
  }
  return undefined;
}

/** What the called see as the caller (gap `outbound-calls`); undefined where the call cannot be made. */
export function shownFrom(service: Service, tracer: Tracer, caller: Target, to: string): string | undefined {
  const title = titleOf(caller);
  if (caller.kind === "client") {
    tracer.say(`${title} calls, and is seen as ${caller.id}.`);
    return caller.id;
  }
  const { project, object } = caller;
  const name = typeof object.caller_id === "string" ? object.caller_id : undefined;
  if (!to.startsWith("+")) {
    const seen = name ?? `sip:${object.username}@${sipDomain(service.store, project)}`;
    tracer.say(`${title} calls, and is seen as ${seen}.`, { field: "caller_id" });
    return seen;
  }
  const isRandom = typeof object.send_as !== "string" || object.send_as === "random";
  const number = isRandom ? anyNumber(service, project) : String(object.send_as);
  if (number === undefined) {
    tracer.say(`${title} cannot call: the project has no number to send as.`, { field: "send_as" });
    return undefined;
  }
  const chosen = isRandom ? ", chosen at random" : "";
  tracer.say(`${title} calls as ${number}${chosen}, ${name ? `by the name ${name}` : "without a name"}.`, {
    field: "send_as",
  });
  return number;
}

/** One of those that the project has bought or verified. */
function anyNumber({ store, random }: Service, { id }: Project): string | undefined {
  const numbers = [phoneNumber, verifiedCallerId].flatMap((resource) => store.collection(resource).all(id));
  const chosen = numbers[Buffer.from(random.bytes(4)).readUInt32BE() % numbers.length];
  return chosen && String(chosen.document.number);
}
