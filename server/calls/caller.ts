import { phoneNumber } from "../../contract/index.ts";
import { verifiedCallerId } from "../api/verified-caller-id.ts";
import type { Ringing } from "../sessions/sessions.ts";
import type { Project } from "../store/store.ts";
import type { Switchboard } from "./switchboard.ts";
import { findDialled, namesOf, type Target } from "./targets.ts";
import type { Tracer } from "./tracer.ts";

/**
 * Returns the endpoint or connected client that calls; undefined for a caller from outside. Searched like a destination: in the
 * first project that has it, or in the named one.
 */
export function findCaller(switchboard: Switchboard, from: string, only?: string): Target | undefined {
  if (from.startsWith("+")) return undefined;
  for (const project of switchboard.store.projects()) {
    if (only !== undefined && project.id !== only.toLowerCase()) continue;
    const found = findDialled(switchboard, project, from);
    if (found && found !== "elsewhere") return found;
  }
  return undefined;
}

/** Returns the caller for the called party (gap `outbound-calls`); undefined when the call cannot be made. */
export function shownFrom(
  switchboard: Switchboard,
  tracer: Tracer,
  caller: Target,
  to: string,
): Pick<Ringing, "from" | "name"> | undefined {
  const { who } = namesOf(caller);
  if (!caller.resource) {
    tracer.note("calls_as", { who, as: caller.id });
    return { from: caller.id };
  }
  const { project, object } = caller;
  const name = typeof object.caller_id === "string" ? object.caller_id : undefined;
  if (!to.startsWith("+")) {
    const from = name ?? `sip:${object.username}@${switchboard.sipDomain(project)}`;
    tracer.note("calls_as", { who, as: from }, { field: "caller_id" });
    return { from };
  }
  const isRandom = typeof object.send_as !== "string" || object.send_as === "random";
  const number = isRandom ? anyNumber(switchboard, project) : String(object.send_as);
  if (number === undefined) {
    tracer.note("no_number_to_send_as", namesOf(caller), { field: "send_as" });
    return undefined;
  }
  const code = isRandom ? "calls_from_any_number" : "calls_from_number";
  tracer.note(code, { who, number, ...(name !== undefined && { name }) }, { field: "send_as" });
  return { from: number, name };
}

function anyNumber({ store, random }: Switchboard, { id }: Project): string | undefined {
  const numbers = [phoneNumber, verifiedCallerId].flatMap((resource) => store.collection(resource).all(id));
  const chosen = numbers[Buffer.from(random.bytes(4)).readUInt32BE() % numbers.length];
  return chosen && String(chosen.document.number);
}
