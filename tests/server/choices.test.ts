// What a caller may press or say, as whole lists.

import { expect, test } from "vitest";
import { inputsFor, toldApartBy } from "../../server/calls/choices.ts";
import { absenceOf, functionsOf, LAML, nameIn, SWML } from "../../server/calls/verbs.ts";

const inputs = (menu: Omit<Parameters<typeof inputsFor>[0], "id">, ...told: string[]) =>
  inputsFor({ id: "menu", ...menu }, new Set(told)).map(({ name, value: { digits, isSpoken }, keys }) =>
    [name, isSpoken ? `"${digits}"` : digits, keys].join(" | "),
  );

test("keys come in order, then another one and none; keys that end the input or are too many are none", () => {
  expect(inputs({ most: 2, ending: "#" }, "2", "12", "1", "3#", "123", "")).toEqual([
    "key 1 | 1 | 1w",
    "key 12 | 12 | 12",
    "key 2 | 2 | 2w",
    "another key | 3 | 3w",
    "no key |  | w",
  ]);
  expect(inputs({ most: 1, ending: "" })).toEqual(["any key | 1 | 1", "no key |  | w"]);
});

test("words come in order behind the keys where speech is heard", () => {
  expect(inputs({ most: 0, ending: "", hearsSpeech: true }, "support", "sales", "7", "")).toEqual([
    'says "sales" | "sales" | w',
    'says "support" | "support" | w',
    'says something else | "something else" | w',
    "says nothing |  | ",
  ]);
  expect(inputs({ most: 1, ending: "", hearsSpeech: true }, "sales", "1")[1]).toBe('says "sales" | "sales" | w');
  expect(inputs({ most: 1, ending: "" }, "sales", "1")[1]).toBe("another key | 2 | 2");
});

test.each<[condition: string, told: string[]]>([
  ["prompt_value == '1' || prompt_value == \"sales\"", ["1", "sales"]],
  ["Number(prompt_value) > 3", ["2", "3", "4"]],
  ["prompt_value == 0 && x1 != 2.5", ["0"]],
  ["prompt_value < 0", ["0", "1"]],
])("the condition %s tells inputs apart", (condition, told) => {
  expect(toldApartBy(condition)).toEqual(told);
});

test("a condition with a pattern or a function may tell every key apart", () => {
  for (const condition of ["/^1/.test(prompt_value)", "isOpen(prompt_value)"])
    expect(toldApartBy(condition)).toEqual(expect.arrayContaining(["0", "9", "*", "#"]));
  expect(toldApartBy("['1'].includes(prompt_value)")).toEqual(["1"]);
});

test("a verb that does not exist has the nearest one: by one character where it is short", () => {
  const found = [absenceOf(SWML, "conectt"), absenceOf(SWML, "plsy"), absenceOf(SWML, "plxx"), absenceOf(LAML, "dial")];
  expect(found).toEqual(["; did you mean connect?", "; did you mean play?", "", "; did you mean <Dial>?"]);
});

test("what takes a call has the name under each of its keys, and an agent the names of its functions", () => {
  const names = ["a", { queue_name: "b" }, { name: "c" }, { room_name: "d" }, {}].map(nameIn);
  expect(names).toEqual(["a", "b", "c", "d", undefined]);
  const includes = [{ url: "https://a.example", functions: ["b", "c"] }, { url: "https://d.example" }];

  expect(functionsOf({ SWAIG: { functions: [{ function: "a" }], includes } })).toEqual([
    ...["a", "b, c", "https://d.example"],
  ]);
});
