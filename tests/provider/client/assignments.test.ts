// Fields that requests of their own set: the wait for the service, its end, and its bound.

import { expect, it } from "vitest";
import { phoneNumber } from "../../../contract/index.ts";
import type { Unassigned } from "../../../provider/client/assignments.ts";
import { openClient } from "../../../provider/client/collection.ts";
import { RequestFailure } from "../../../provider/client/errors.ts";
import type { HttpRequest } from "../../../provider/client/transport.ts";
import { phoneNumber as line } from "../bodies.ts";

const [OLD, NEW] = ["3fa85f64-5717-4562-b3fc-2c963f66afa6", "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34"];
type State = readonly [address: string | null, status: string | null];

/** Sets the address of a number that shows these states, one a read; the last one stays. */
async function assigned(value: string | null, states: readonly State[], refused?: RequestFailure) {
  const asked: string[] = [];
  const printed: string[] = [];
  let waited = 0;
  let reads = 0;
  const client = openClient(
    async ({ method, path, body }: HttpRequest) => {
      if (method !== "GET") {
        asked.push(
          `${method} ${path.slice("/api/relay/rest/phone_numbers".length)} ${JSON.stringify(body) ?? ""}`.trim(),
        );
        if (refused && path.endsWith("e911_address")) throw refused;
      }
      const at = method === "GET" ? reads++ : reads;
      const [e911_address_id, e911_status] = states[Math.min(at, states.length - 1)] ?? [null, null];
      const { name = null } = method === "PUT" ? (body as { name?: string }) : {};
      return { ...line(), id: "n", name, e911_address_id, e911_status };
    },
    {
      patience: { print: (each) => printed.push(each), pause: async (milliseconds) => (waited += milliseconds) },
    },
  );
  const body = { ...(refused ? { name: "x" } : {}), emergency_address: value };
  const outcome = await client
    .collection(phoneNumber)
    .update("n", body)
    .then(({ emergency_address }) => emergency_address)
    .catch((error: unknown) => error);
  return { outcome, asked, printed, waited };
}

const pending = (address: string): State => [address, "pending"];
const active = (address: string): State => [address, "active"];
const SENT = `POST /n/e911_address {"e911_address_id":"${NEW}"}`;
const REMOVED: State[] = [active(OLD), [OLD, "pending_removal"], [null, "unregistered"]];
const HALF_WAY = [pending(OLD), active(OLD), pending(NEW), active(OLD), active(NEW)];

it.each<[string, string | null, State[], string[], number]>([
  ["is in force already is not sent again", NEW.toUpperCase(), [active(NEW)], [], 0],
  ["is under way is waited for", NEW, [pending(NEW), active(NEW)], [], 1_000],
  ["is missing is sent after what is under way, and is there once the service says so", NEW, HALF_WAY, [SENT], 8_000],
  ["is taken away is gone once the service says so", null, REMOVED, ["DELETE /n/e911_address"], 3_000],
  ["is gone is not taken away again", null, [[OLD, "unregistered"]], [], 0],
])("a value that %s", async (_, value, states, asked, waited) => {
  const outcome = value?.toLowerCase() ?? null;
  expect(await assigned(value, states)).toEqual({ outcome, asked, waited, printed: expect.any(Array) });
});

it("the wait has an end, and lines that say how far it is", async () => {
  const { outcome, printed, waited } = await assigned(NEW, [[NEW, "pending_removal"], pending(NEW)]);
  expect((outcome as Unassigned).message).toMatch(/is still pending after 10 minutes$/);
  expect((outcome as Unassigned).remedy).toContain("run the same command again to wait on");
  expect([waited, printed.length]).toEqual([607_000, 11]);
  expect(printed[1]).toMatch(/: pending, 37 s so far\.$/);
});

it("a refusal after other settings were written may not count as if nothing was done", async () => {
  const { outcome } = await assigned(NEW, [[null, null]], new RequestFailure("invalid", "no"));
  expect(outcome).toMatchObject({ code: "invalid", reach: "unknown" });
});
