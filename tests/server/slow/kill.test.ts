// The server is killed during its work again and again: acknowledged changes must remain.

import { expect, test } from "vitest";
import { tries } from "../../tries.ts";
import { type Running, startProcess } from "../process.ts";
import { dataFile, ENDPOINTS } from "../support.ts";

const MOMENTS = tries(12);
const WRITERS = 8;

/** The acknowledged changes of one endpoint. */
interface Promised {
  readonly id: string;
  readonly username: string;
  /** The last acknowledged and the last requested change. */
  acknowledged: number;
  asked: number;
  deleted: "no" | "asked" | "acknowledged";
}

test(`every acknowledged write survives ${MOMENTS} kills under load`, { timeout: 180_000 }, async () => {
  const data = dataFile();
  const promised: Promised[] = [];
  let serial = 0;

  for (let moment = 0; moment <= MOMENTS; moment += 1) {
    const server = await startProcess(data);
    await verify(server, promised);
    if (moment === MOMENTS) break;

    // Kills after a random number of acknowledgements, while other writers wait for theirs.
    let left = 1 + Math.floor(Math.random() * 60);
    const acknowledged = () => {
      left -= 1;
      if (left === 0) server.child.kill("SIGKILL");
    };
    const write = async () => {
      for (;;) {
        serial += 1;
        const username = `user-${serial}`;
        const created = await server.ask("POST", ENDPOINTS, { username, password: "x", caller_id: "0" });
        expect(created.status).toBe(201);
        const mine: Promised = { id: created.body.id, username, acknowledged: 0, asked: 0, deleted: "no" };
        promised.push(mine);
        acknowledged();
        mine.asked = serial;
        await server.ask("PUT", `${ENDPOINTS}/${mine.id}`, { caller_id: String(mine.asked) });
        mine.acknowledged = mine.asked;
        acknowledged();
        if (serial % 3 > 0) continue;
        mine.deleted = "asked";
        await server.ask("DELETE", `${ENDPOINTS}/${mine.id}`);
        mine.deleted = "acknowledged";
        acknowledged();
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, () => write().catch(expectBroken)));
  }
  expect(promised.length).toBeGreaterThan(MOMENTS);
});

async function verify(server: Running, promised: readonly Promised[]): Promise<void> {
  const found = new Map<string, string>();
  for (let path: string | undefined = `${ENDPOINTS}?page_size=1000`; path; ) {
    const { body } = await server.ask("GET", path);
    for (const { id, caller_id } of body.data) found.set(id, caller_id);
    path = body.links.next;
  }
  for (const { id, username, acknowledged, asked, deleted } of promised) {
    const value = found.get(id);
    if (deleted === "acknowledged") expect(value, `${username} was deleted`).toBeUndefined();
    else if (deleted === "no" || value !== undefined) {
      expect([String(acknowledged), String(asked)], `${username} was created and changed`).toContain(value);
    }
  }
}

/** Only a broken connection may end a writer. */
function expectBroken(error: unknown): void {
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toMatch(/fetch failed|terminated/);
}
