// Reads that share a page: a broken object affects no other, and an object that is written meanwhile is read again.

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

test("where the list is broken, objects are asked for one by one, and the list is not asked again", async () => {
  for (const code of ["service_error", "unexpected_answer"] as const) {
    const { read, asked } = brokenPages(code);
    const first = await read("a", "broken", "b");
    expect(first.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    await read("c", "d");
    expect(asked).toEqual(["page", "a", "broken", "b", "c", "d"]);
  }
});

test("refused credentials or a service that is away fail the reads at once", async () => {
  const { read, asked } = brokenPages("unreachable");
  expect((await read("a", "b")).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(asked).toEqual(["page"]);
});

test.each(["before the page is requested", "while the page is under way", "after the page arrived"])(
  "an object that is written %s is not taken from the page",
  async (moment) => {
    const asked: string[] = [];
    const arrival = Promise.withResolvers<void>();
    const reader = batchReads(
      async (id) => {
        asked.push(id);
        return { id, name: "new" };
      },
      async () => {
        asked.push("page");
        if (moment.startsWith("while")) reader.forget("A");
        await arrival.promise;
        return [
          { id: "a", name: "old" },
          { id: "b", name: "old" },
        ];
      },
    );
    const write = () => reader.forget("A");
    const first = Promise.all([reader.read("a"), reader.read("b")]);
    if (moment.startsWith("before")) write();
    arrival.resolve();
    const names = (await first).map(({ name }) => name);
    if (moment.startsWith("after")) write();
    expect(names).toEqual([moment.startsWith("after") ? "old" : "new", "old"]);
    expect([await reader.read("a"), await reader.read("B")]).toEqual([
      { id: "a", name: "new" },
      { id: "b", name: "old" },
    ]);
    expect(asked).toEqual(moment.startsWith("after") ? ["page", "a"] : ["page", "a", "a"]);
  },
);
