// Dials the devices of the verb `connect`: those in series ring one after the other, those in parallel at once.

import type * as z from "zod";
import { phoneNumber, sipEndpoint } from "../../contract/index.ts";
import type { Missed } from "./choices.ts";
import { type End, isHidden } from "./document.ts";
import type { Playback } from "./playback.ts";
import type { HandledCall } from "./running-call.ts";
import type { connect } from "./swml.ts";
import type { Values, Variables } from "./variables.ts";

interface Reading {
  readonly params: Values;
  /** True when the script reads whether a device took the call. */
  readonly isRead: boolean;
}

/**
 * Returns the end of the call. Where the script goes on, returns why the last device did not take it, or no reason after a device that
 * did. Undefined when no address is known.
 */
export async function dialDevices(
  playback: Playback,
  variables: Variables,
  asked: z.infer<typeof connect>,
  { params, isRead }: Reading,
): Promise<End | { readonly missed: Missed | undefined } | undefined> {
  const { call } = playback;
  const { to, serial = [], parallel = [], serial_parallel: groups = [] } = asked;
  const inTurn = [...(to === undefined ? [] : [[{ to }]]), ...serial.map((each) => [each]), parallel, ...groups];
  // Who takes a real call is not known, so all are followed.
  const followsAll = !playback.isExplored || call.assumed.given !== undefined;
  const from = asked.from === undefined ? undefined : await variables.filledIn(asked.from, params);
  playback.rings(asked.timeout);
  let last: { readonly missed: Missed } | undefined;
  let taken: End | undefined;
  for (const devices of inTurn) {
    const known: string[] = [];
    for (const device of devices) {
      if (isHidden(device.to)) return playback.hidden("connect", device.to);
      variables.tellApartAddress(device.to, () => addressesIn(call));
      const address = await variables.filledIn(device.to, params);
      if (address === undefined) playback.unplayed("connect");
      else known.push(address);
    }
    if (known.length === 0) continue;
    if (taken) playback.note("dials_in_turn");
    const end = await playback.dial(known, from);
    if ("outcome" in end) taken ??= end;
    else last = { missed: end.missed ?? "error" };
    if (taken && (!followsAll || taken.outcome === "looped")) break;
  }
  if (!taken) return last;
  // Steps that read no result are tried after a device that did not answer.
  const isLast = taken.outcome === "looped" || !isRead || !playback.goesOn("the connected call");
  return isLast ? taken : { missed: undefined };
}

/** Returns the user names and the numbers of the project. */
function addressesIn({ target, switchboard }: HandledCall): string[] {
  return [sipEndpoint, phoneNumber].flatMap((resource) =>
    switchboard.store
      .collection(resource)
      .all(target.project.id)
      .map(({ document }) => String(document[resource.label])),
  );
}
