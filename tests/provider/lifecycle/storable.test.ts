// The values that can be stored: any other value would make the engine lose an existing object.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storable } from "../../../provider/lifecycle/state.ts";

describe("stored values", () => {
  it("holds neither undefined nor null", () => {
    expect(storable({ a: undefined, b: null, c: "c", d: 0, e: false, f: "" })).toEqual({
      c: "c",
      d: 0,
      e: false,
      f: "",
    });
  });

  it("holds plain values only", () => {
    const moment = new Date("2026-05-08T19:08:41.000Z");
    expect(storable({ moment, list: ["a"], nested: { a: undefined, b: [1] } })).toStrictEqual({
      moment: "2026-05-08T19:08:41.000Z",
      list: ["a"],
      nested: { b: [1] },
    });
  });

  it("is a copy", () => {
    const list = ["a"];
    const stored = storable({ list });
    list.push("b");
    expect(stored).toEqual({ list: ["a"] });
  });

  it("comes back the same from the engine's JSON, whatever the service returned", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (props) => {
        const stored = storable(props);
        expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
        expect(Object.values(stored)).not.toContain(null);
      }),
    );
  });
});
