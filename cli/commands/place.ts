// Places a call or a message at a running reference server, over its control API.

import { SignalWireError } from "../../contract/index.ts";
import { reportOf } from "../../server/calls/report.ts";
import { TAKEN } from "../../server/calls/verdict.ts";
import type { Trace } from "../../server/index.ts";

interface PlaceOptions {
  readonly from: string;
  readonly server?: string;
  readonly token?: string;
  /** The IP address that a call by SIP comes from. */
  readonly sourceIp?: string;
  readonly json?: boolean;
}

/** Prints the verdict, the route and its steps. Exit codes: 0 for taken, 1 for not taken, 2 when nothing could be placed. */
export async function place(kind: "calls" | "messages", what: object, options: PlaceOptions): Promise<void> {
  const { from, json, sourceIp } = options;
  const answer = await send(kind, { ...what, from, ...(sourceIp === undefined ? {} : { sourceIp }) }, options);
  console.log(json ? JSON.stringify(answer) : reportOf(answer));
  process.exitCode = TAKEN.has(answer.outcome) ? 0 : 1;
}

class CannotPlace extends SignalWireError {
  readonly code = "call_not_placed";
}

async function send(kind: string, body: object, { server, token }: PlaceOptions): Promise<Trace> {
  if (!server)
    throw new CannotPlace(
      "Name the server with --server or SIGNALWIRE_BASE_URL; `pulumi-signalwire serve --control` prints it.",
    );
  if (!URL.canParse(server))
    throw new CannotPlace(
      `${server} is not an address. Use the one that \`serve\` prints, for example http://127.0.0.1:4010.`,
    );
  if (!token)
    throw new CannotPlace(
      "The control API needs its token: set SIGNALWIRE_CONTROL_TOKEN to the one that `pulumi-signalwire serve --control` prints.",
    );
  const request = {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`${server.replace(/\/+$/, "")}/_reference/${kind}`, request).catch(() => undefined);
  if (!answer)
    throw new CannotPlace(`No server answers at ${server}: start one with \`pulumi-signalwire serve --control\`.`);
  const trace = (await answer.json().catch(() => ({}))) as Trace & { readonly problems?: readonly string[] };
  if (answer.status === 401)
    throw new CannotPlace(
      `The server at ${server} refuses the control token. Use the one that it printed at its start.`,
    );
  if (answer.status === 422) throw new CannotPlace((trace.problems ?? []).join("\n"));
  if (answer.ok && typeof trace.text === "string") return trace;
  throw new CannotPlace(
    `${server} has no control API (it answered ${answer.status}): start the server with \`pulumi-signalwire serve --control\`.`,
  );
}
