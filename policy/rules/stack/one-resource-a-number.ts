import { stackRule } from "../../rule.ts";

export const oneResourceANumber = stackRule({
  name: "stack-numbers",
  demands: "No two PhoneNumber resources are about the same number.",
  because: "They overwrite each other at every update, and neither ever settles.",
  remedy: "Merge the two resources into one.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [
      { kind: "PhoneNumber", name: "a", args: { number: "+12025550101" } },
      { kind: "PhoneNumber", name: "b", args: { number: "+12025550102" } },
    ],
    fails: [
      { kind: "PhoneNumber", name: "a", args: { number: "+12025550101" } },
      { kind: "PhoneNumber", name: "b", args: { number: "+12025550101" } },
    ],
  },
  covers: "stack",

  *validate(stack) {
    const numbers = stack.all("PhoneNumber");
    const first = new Map<string, string>();
    for (const number of numbers) {
      const others = new Set<string>();
      for (const argument of ["number", "phoneNumberId"] as const) {
        const value = number.knownText(argument);
        if (value === undefined) continue;
        const key = `${argument} ${value}`;
        const other = first.get(key);
        if (other === undefined) first.set(key, number.name);
        else others.add(other);
      }
      for (const other of others) yield { message: `${number.name} is the same number as ${other}`, urn: number.urn };
    }
    // A number adopted by its id may equal one adopted by its digits. Only the service's answer shows it.
    const byId = numbers.filter((number) => !number.isGiven("number"));
    if (byId.length < numbers.length) for (const number of byId) number.await("number");
  },
});
