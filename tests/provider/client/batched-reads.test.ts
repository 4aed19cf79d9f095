// A broken object on a page must not affect the other objects.

import { expect, test } from "vitest";
import type { Live } from "../../../provider/client/answers.ts";
import { batchReads } from "../../../provider/client/batched-reads.ts";
import { type FailureCode, RequestFailure } from "../../../provider/client/errors.ts";

function brokenPages(code: FailureCode) {
  const asked: string[] = [];
  async function readOne(id: string): Promise<Live> {
    asked.push(id);
    if (id === "broken") throw new RequestFailure("service_error", "the service answered 500");
    return { id };
  }
  async function nextPage(): Promise<readonly Live[]> {
    asked.push("page");
    throw new RequestFailure(code, "the service answered badly");
  }
  const reader = batchReads(readOne, nextPage);
  const read = (...ids: string[]) => Promise.allSettled(ids.map((id) => reader.read(id)));
  return { read, asked };
}

test("where the list fails, objects are asked for one by one, and the list is not asked again", async () => {
  const { read, asked } = brokenPages("service_error");
  const first = await read("a", "broken", "b");
  expect(first.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  await read("c", "d");
  expect(asked).toEqual(["page", "a", "broken", "b", "c", "d"]);
});

test("refused credentials or a service that is away fail the reads at once", async () => {
  for (const code of ["unauthorized", "unreachable", "cancelled"] as const) {
    const { read, asked } = brokenPages(code);
    const outcomes = await read("a", "b");
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(asked).toEqual(["page"]);
  }
});
