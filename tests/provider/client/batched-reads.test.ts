// Reads that share a page: an object that is written meanwhile is read again.

import { expect, test } from "vitest";
import { batchReads } from "../../../provider/client/batched-reads.ts";

test.each([
  ["before the page is requested", ["new", "old"], ["page", "a", "a"]],
  ["while the page is under way", ["new", "old"], ["page", "a", "a"]],
  ["after the page arrived", ["old", "old"], ["page", "a"]],
])("an object that is written %s is not taken from the page", async (moment, first, requests) => {
  const asked: string[] = [];
  const reader = batchReads(
    async (id) => {
      asked.push(id);
      return { id, name: "new" };
    },
    async () => {
      asked.push("page");
      writeIf("while");
      return ["a", "b"].map((id) => ({ id, name: "old" }));
    },
  );
  const writeIf = (start: string) => moment.startsWith(start) && reader.forget("A");
  const namesOf = (...ids: string[]) => Promise.all(ids.map(async (id) => (await reader.read(id)).name));
  const reading = namesOf("a", "b");
  writeIf("before");
  expect(await reading).toEqual(first);
  writeIf("after");
  expect([await namesOf("a", "B"), asked]).toEqual([["new", "old"], requests]);
});
