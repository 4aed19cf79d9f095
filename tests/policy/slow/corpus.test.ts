// No false alarm about callers, no crash and no printed secret: realistic and random programs, evaluated by the pack's own process.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { argumentFields, type Field, own, resourceNames, resources } from "../../../contract/index.ts";
import { unknown } from "../../../policy/index.ts";
import { Analyzer, configOf, type Diagnostic, type Sent } from "../analyzer.ts";
import { bad, good } from "../corpus.ts";

const CALLERS = "every-caller-is-reached";

let pack: Analyzer;

beforeAll(async () => {
  pack = await Analyzer.start();
}, 60_000);

afterAll(() => pack?.stop());

// The functions of all other rules are tried in tests/policy/corpus.test.ts.
it("reports the callers of a bad program alone", async () => {
  await pack.configure({ [CALLERS]: { level: "mandatory" } });
  for (const { title, stack, caughtBy } of [...good, ...bad.filter(({ caughtBy }) => caughtBy === CALLERS)]) {
    const found = (await pack.analyzeStack(stack)).filter(({ rule }) => rule === CALLERS);
    expect([title, found.length > 0]).toEqual([title, caughtBy === CALLERS]);
  }
});

describe("200 random programs", () => {
  const CANARY = "cAnary/7 x";
  const hidden = [CANARY, encodeURIComponent(CANARY)];
  const urls = ["http", "https"].flatMap((scheme) => [
    `${scheme}://user:${encodeURIComponent(CANARY)}@10.0.0.1/call`,
    `${scheme}://a.example/call?to=%2B12025550101&api_key=${encodeURIComponent(CANARY)}`,
  ]);
  const wrong = [null, "", "random", "+12025550101", 5, true, {}, [], ["AEAD_AES_256_GCM_8"], ...urls];
  const ID = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";

  /** A resource, and its arguments from outputs, which are unknown before the first update. */
  type Written = Sent & { readonly late: readonly string[] };
  const resource = fc.constantFrom(...resourceNames).chain((kind) => {
    const values = [...argumentFields(resources[kind])].map(([argument, field]) => {
      const type = own<Field>(resources[kind].fields, field)?.type;
      return [
        argument,
        fc.constantFrom<unknown>(undefined, undefined, type?.example, ...(type?.values ?? []), ...wrong),
      ] as const;
    });
    return fc
      .tuple(fc.record(Object.fromEntries(values)), fc.subarray(values.map(([argument]) => argument)), fc.boolean())
      .map(([given, late, isKnown]) => ({
        kind,
        args: { ...given, ...(kind === "SipEndpoint" && { password: CANARY }) },
        late: isKnown ? [] : late,
      }));
  });
  const given = ({ args }: Sent) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const rings = ({ callSipEndpointId }: Sent["args"]) => callSipEndpointId;
  const programs = fc.array(resource, { maxLength: 4 }).map((all) =>
    all.map((each, at): Written => {
      const named = { ...each, name: `r${at}` };
      const rung = all.findIndex(({ kind }) => kind === "SipEndpoint");
      if (each.kind !== "PhoneNumber" || rung < 0 || !rings(each.args)) return named;
      const args = { ...each.args, callSipEndpointId: ID };
      return { ...named, args, late: [...each.late, "callSipEndpointId"], from: { callSipEndpointId: `r${rung}` } };
    }),
  );

  /** Values in the service's answers. */
  const answers = fc.record({
    capabilities: fc.constantFrom(["voice"], ["voice", "sms"]),
    numberType: fc.constantFrom("longcode", "toll-free"),
    e911AddressId: fc.constantFrom(undefined, "1"),
  });

  function beforeTheUpdate({ late, ...sent }: Written): Sent {
    const known = Object.entries(sent.args).map(([argument, value]) => {
      // An output counts as given. The page on policies names an output without a value as the exception.
      if (value === undefined || value === null || !late.includes(argument)) return [argument, value];
      // Each member of a list is known or unknown by itself.
      return [argument, Array.isArray(value) && value.length > 1 ? [...value.slice(1), unknown] : unknown];
    });
    return { ...sent, args: Object.fromEntries(known) };
  }

  /** Returns the verdicts on a program: resources with `alone` first, and with `together` at the end. */
  async function verdict(alone: readonly Sent[], together = alone) {
    const found: Diagnostic[] = [];
    for (const each of alone) found.push(...(await pack.analyzeResource(each)));
    found.push(...(await pack.analyzeStack(together)));
    expect(hidden.filter((secret) => JSON.stringify(found).includes(secret))).toEqual([]);
    const isOpen = ({ message }: Diagnostic) => message.includes("cannot be evaluated yet");
    return {
      open: new Set(found.filter(isOpen).map(({ rule }) => rule)),
      said: found.filter((each) => !isOpen(each)).map(({ rule, message }) => ({ rule, message })),
    };
  }

  it("cause no crash, reveal no secret, and get equal verdicts from preview, update and analysis, except where values are unknown", async () => {
    await pack.configure(configOf("strict"));
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(programs, answers, async (program, answer) => {
        const written: Sent[] = program.map(({ late: _, ...sent }) => sent);
        const answered = (all: readonly Sent[]) =>
          all.map((each, at) => {
            // Every number has different digits, however the program names it.
            const number = `+1202555100${at}`;
            const shown = each.kind === "PhoneNumber" ? { number, ...answer } : {};
            return { ...each, args: { ...shown, ...given(each), id: ID } };
          });
        const first = await verdict(program.map(beforeTheUpdate));
        const update = await verdict(written, answered(written));
        // An update knows every value, and finds everything that a preview finds.
        expect([...update.open]).toEqual([]);
        expect(update.said).toEqual(expect.arrayContaining(first.said));
        const settled = ({ rule }: { rule: string }) => !first.open.has(rule);
        expect(first.said.filter(settled)).toEqual(update.said.filter(settled));
        compared += first.open.size > 0 ? 1 : 0;
        // A state that cannot be decrypted: the strength of an unreadable password is not evaluated.
        const masked = written.map((each) =>
          "password" in each.args ? { ...each, args: { ...each.args, password: "[secret]" } } : each,
        );
        const analysis = await verdict(masked, answered(masked));
        const others = update.said.filter(({ rule }) => rule !== "sip-endpoint-password-strength");
        expect(analysis.said).toEqual(others);
      }),
      { numRuns: 200, seed: 17 },
    );
    expect(compared).toBeGreaterThan(50);
  }, 120_000);
});
