// Calls whose scripts lead to other sections and scripts, and that press keys in menus.

import { describe, expect, test } from "vitest";
import { FROM, filledIn, script, swml } from "./called.ts";
import { ok } from "./receiver.ts";

describe("a script", () => {
  const branches = {
    variable: "prompt_value",
    case: { "1": [{ connect: { to: "sip:sales" } }], "2": [{ transfer: { dest: "second" } }] },
    default: [{ transfer: "wrong" }],
  };
  const second = [{ prompt: { play: "say:More?", max_digits: 3, terminators: "#" } }, { execute: { dest: "sub" } }];
  const menu = swml([{ prompt: { play: "say:1 or 2" } }, { switch: branches }], {
    second,
    sub: [{ switch: { variable: "prompt_value", case: { "42": [{ connect: { to: "support" } }] } } }, { return: 1 }],
    wrong: [{ play: "say:Wrong" }, "hangup"],
  });

  test.each([
    ["1", ["sales"], "handed-over"],
    ["242#", ["support"], "handed-over"],
    ["29", [], "answered"],
    ["5", [], "answered"],
    [undefined, [], "answered"],
  ])("with the digits %j takes its branch", async (digits, expected, outcome) => {
    const { reached, trace } = await script({ "/one": menu }, digits);
    expect(reached).toEqual(expected);
    expect(trace.outcome).toBe(outcome);
    expect(trace.steps.filter(({ code }) => code === "part_unplayed")).toEqual([]);
  });

  test("that transfers to a URL sends the variables, the parameters and the call", async () => {
    const { bodies, received, reached } = await script(
      {
        "/one": swml([
          { prompt: { play: "say:?", max_digits: 2 } },
          {
            transfer: { dest: `/menu/${filledIn("prompt_value")}`, params: { digits: "%{vars.prompt_value}", a: [1] } },
          },
        ]),
        "/menu/12": swml([{ connect: { to: `sip:${filledIn("params.digits")}` } }, { connect: { to: "sip:sales" } }]),
      },
      "12",
    );
    expect(received[1]).toMatchObject({ path: "/menu/12", method: "POST" });
    expect(bodies[1]).toMatchObject({
      call: { call_id: bodies[0].call.call_id, call_state: "answered", from: FROM },
      vars: { prompt_value: "12", prompt_result: "match_digits" },
      params: { digits: "12", a: [1] },
    });
    // No object has the user name 12, so the script goes on.
    expect(reached).toEqual(["sales"]);
  });

  test("that executes a URL goes on after it, with its return value", async () => {
    const on_return = [{ switch: { variable: "return_value", case: { open: [{ connect: { to: "sip:sales" } }] } } }];
    const { reached, received } = await script({
      "/one": swml([{ execute: { dest: "hours", on_return: [] } }], {
        hours: [{ execute: { dest: "lib/hours.yaml", on_return } }],
      }),
      "/lib/hours.yaml": ok("sections: { main: [ { return: open } ] }"),
    });
    expect(received.map(({ path }) => path)).toEqual(["/one", "/lib/hours.yaml"]);
    expect(reached).toEqual(["sales"]);
  });

  test("in a circle ends the call, by sections and by addresses", async () => {
    const sections = await script({ "/one": swml([{ transfer: "a" }], { a: [{ transfer: "main" }] }) });
    expect(sections.trace.outcome).toBe("looped");
    const urls = await script({ "/one": swml([{ transfer: "/two" }]), "/two": swml([{ execute: "/one" }]) });
    expect(urls.trace.outcome).toBe("looped");
    expect(urls.trace.text).toContain(`they lead back to POST ${urls.url}/one`);
    const recursion = await script({ "/one": swml([{ set: { a: "1" } }, { execute: "main" }]) });
    expect(recursion.trace.outcome).toBe("looped");
    const growing = await script({
      "/one": swml([{ set: { a: "1" } }, { transfer: "more" }], {
        more: [{ set: { a: `${filledIn("a")}1` } }, { execute: "more" }],
      }),
    });
    expect(growing.trace).toMatchObject({
      outcome: "failed",
      verdict: expect.stringContaining("more than 100 documents"),
    });
  });

  test("may execute the same section twice", async () => {
    const main = [{ execute: "greet" }, { execute: "greet" }, { connect: { to: "sip:sales" } }];
    const { reached } = await script({ "/one": swml(main, { greet: [{ play: "say:Hello" }] }) });
    expect(reached).toEqual(["sales"]);
  });

  test("goes on at the branch whose condition holds, and at a label", async () => {
    const { reached, trace } = await script(
      {
        "/one": swml([
          { set: { tries: 1 } },
          { label: "again" },
          {
            cond: [
              { when: "vars.tries > 2", then: [{ connect: { to: "sip:sales" } }] },
              { else: [{ set: { tries: filledIn("Number(tries) + 1") } }, { goto: { label: "again" } }] },
            ],
          },
        ]),
      },
      "1",
    );
    expect(reached).toEqual(["sales"]);
    expect(trace.steps.filter(({ code }) => code === "goes_to_label")).toHaveLength(2);
  });

  test("goes on after a connect that nobody took, with its result", async () => {
    const result = { case: { failed: [{ connect: { to: "sip:sales" } }] } };
    const { reached, trace } = await script({ "/one": swml([{ connect: { to: "sip:missing", result } }]) }, "1");
    expect(reached).toEqual(["sales"]);
    expect(trace.outcome).toBe("handed-over");
  });
});
