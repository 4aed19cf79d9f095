// Reads that share a page: an object that is written meanwhile is read again.

import { expect, test } from "vitest";
import { batchReads } from "../../../provider/client/batched-reads.ts";

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
