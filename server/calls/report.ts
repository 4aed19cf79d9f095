// The trace as text: the verdict, the route, the status callbacks in one line, then each step.

import { visible, wrapped } from "../../contract/index.ts";
import { isStatus } from "./status-callback.ts";
import type { OpenTrace, Trace } from "./trace.ts";

/** Returns the lines that `call` prints and that a failed test shows, without a final line break. */
export function reportOf(trace: Trace): string {
  const { kind, id, from, to, verdict, way, steps } = trace;
  const callbacks = callbacksOf(steps);
  const start = Date.parse(steps[0]?.time ?? "");
  const details = steps
    .filter((step) => !isStatus(step))
    .flatMap(({ time, text, field }) => {
      const offset = `+${Date.parse(time) - start} ms`.padEnd(9);
      return wrapped(`${text}${field ? ` [${field}]` : ""}`, `  ${offset}`);
    });
  const head = wrapped(`${kind} ${id} from ${from} to ${to}${steps[0] ? ` at ${steps[0].time}` : ""}`, "");
  return [verdict, `  ${way}`, ...(callbacks === undefined ? [] : [`  ${callbacks}`]), "", ...head, ...details].join(
    "\n",
  );
}

/** Returns `status callback: POST http://…, 4 requests, all answered`; undefined without callbacks. */
export function callbacksOf(steps: OpenTrace["steps"]): string | undefined {
  const statuses = steps.filter((step) => isStatus(step) && step.attempt);
  const first = statuses[0]?.attempt;
  if (!first) return undefined;
  const hosts = new Set(statuses.map(({ attempt }) => attempt?.url.split("?", 1)[0]));
  const failed = statuses.filter(({ attempt }) => attempt?.failure).length;
  const where = hosts.size === 1 ? `${first.method} ${[...hosts][0]}` : `${hosts.size} addresses`;
  const requests = `${statuses.length} request${statuses.length === 1 ? "" : "s"}`;
  const end = failed === 0 ? "all answered" : failed === statuses.length ? "all failed" : `${failed} failed`;
  return visible(`status callback: ${where}, ${requests}, ${end}`);
}
