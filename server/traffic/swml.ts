import { parse } from "yaml";
import { z } from "zod";
import type { Document } from "./document.ts";

/** Reads an SWML script, in YAML or JSON (which is valid YAML): the destinations of its first `connect`. */
export function readSwml(text: string): Document {
  let value: unknown;
  try {
    value = parse(text, { logLevel: "error" });
  } catch (error) {
    return { problem: `it is neither YAML nor JSON: ${(error as Error).message.split("\n", 1)[0]}` };
  }
  const { data } = script.safeParse(value);
  if (!data) return { problem: "it has no list sections.main" };

  const unplayed = new Set<string>();
  for (const step of data.sections.main) {
    const [verb, argument] = typeof step === "object" && step !== null ? (Object.entries(step)[0] ?? []) : [step];
    if (UNPLAYED.has(String(verb))) unplayed.add(String(verb));
    if (verb === "hangup" || verb === "transfer") break;
    const connected = verb === "connect" ? connect.safeParse(argument).data : undefined;
    if (!connected) continue;
    const { to, from, serial = [], parallel = [], serial_parallel = [] } = connected;
    const devices = [...(to === undefined ? [] : [{ to }]), ...serial, ...parallel, ...serial_parallel.flat()];
    return { to: devices.map((device) => device.to), from, unplayed: [...unplayed] };
  }
  return { to: [], from: undefined, unplayed: [...unplayed] };
}

/** The verbs that request another document, choose a branch, or wait for the caller. */
const UNPLAYED = new Set([
  ...["transfer", "execute", "goto", "label", "cond", "switch", "prompt", "record", "request"],
  ...["ai", "enter_queue", "join_conference", "join_room", "sip_refer"],
]);

const script = z.object({ sections: z.object({ main: z.array(z.unknown()) }) });

const devices = z.array(z.object({ to: z.string() }));
const connect = z.object({
  to: z.string().optional(),
  from: z.string().optional(),
  serial: devices.optional(),
  parallel: devices.optional(),
  serial_parallel: z.array(devices).optional(),
});
