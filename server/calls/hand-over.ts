// Handlers whose target this server does not play: the trace names the target, by the fields that the contract lists for them.

import { waysOf } from "../../contract/ways.ts";
import { hiddenAs, isHidden } from "./document.ts";
import type { HandledCall } from "./running-call.ts";
import type { TrafficOutcome } from "./trace.ts";

/** Hands a call or message over to the target of its handler. */
export function handOver({ tracer, target: { resource, object }, delivered }: HandledCall): TrafficOutcome {
  const field = `${delivered.kind}_handler`;
  const table = resource.handlers.find((each) => each.field === field);
  const handler = String(object[field]);
  if (isHidden(handler)) {
    tracer.note("value_hidden", { part: field, what: hiddenAs(handler) });
    return "handed-over";
  }
  if (!table || !Object.hasOwn(table.cases, handler)) {
    tracer.note("handler_unlisted");
    return "handed-over";
  }
  const { targets = [], unset = field } = waysOf(resource, object).find((way) => way.field === field) ?? {};
  const [target] = targets;
  if (!target) {
    tracer.note("destination_unnamed", { thing: wordsOf(unset) }, { field: unset });
    return "unanswered";
  }
  const [thing, name] = [wordsOf(target.field), target.value];
  tracer.note("handed_over", { thing, name }, { field: target.field, next: { what: thing, name } });
  return "handed-over";
}

/** Returns the target's kind from its field: `call_laml_application_id` becomes "LaML application". */
export function wordsOf(field: string): string {
  const words = field.replace(/^(call|message)_|_id$/g, "").split("_");
  return words.map((word) => NAMES[word] ?? word).join(" ");
}

const NAMES: { readonly [word: string]: string } = {
  ...{ ai: "AI", dialogflow: "Dialogflow", laml: "LaML", relay: "Relay", sip: "SIP", url: "URL" },
};
