// Three numbers with menus, forty expectations of their callers, and changes of one word in their scripts.

import type { KnownObject } from "../../../cli/calls/objects.ts";
import { type Expectation, resources } from "../../../contract/index.ts";
import { endpoint, idOf, phone } from "./objects.ts";

const [ONE, TWO, THREE] = ["+12025550101", "+12025550102", "+12025550103"] as const;
const at = (id: number) => `https://example.signalwire.com/relay-bins/${idOf(id)}`;
const bin = at(30_004);
const OPEN = "new Date().getUTCDay() % 6 != 0 && new Date().getUTCHours() >= 9 && new Date().getUTCHours() < 17";

const prompt = (play: string, more: object = {}) => ({ prompt: { play: `say:${play}`, max_digits: 1, ...more } });
const keys = (cases: object, otherwise: unknown[] = [{ transfer: { dest: bin } }]) => ({
  switch: { variable: "prompt_value", case: cases, default: otherwise },
});
const rings = (...names: string[]) => [{ connect: { serial: names.map((each) => ({ to: `sip:${each}` })) } }];

/** The scripts, by their names. */
export const SCRIPTS: { readonly [name: string]: unknown } = {
  Office: {
    main: [
      { cond: [{ when: OPEN, then: [{ transfer: { dest: "open" } }] }, { else: [{ transfer: { dest: "closed" } }] }] },
    ],
    open: [
      { label: "again" },
      prompt("1 for sales, 2 for support, 3 for billing, 0 for the desk"),
      keys(
        {
          "0": rings("reception"),
          "1": [...rings("sales", "sales-backup"), { transfer: { dest: bin } }],
          "2": [{ transfer: { dest: at(30_002) } }],
          "3": [{ connect: { to: "+15557654321" } }],
        },
        [{ play: "say:Wrong key" }, { goto: { label: "again", max: 2 } }, "hangup"],
      ),
    ],
    closed: [{ transfer: { dest: bin } }],
  },
  Support: {
    main: [
      prompt("1 for phones, 2 for lines, or your number and the hash", { max_digits: 2, terminators: "#" }),
      keys({
        "1": rings("phones"),
        "2": rings("lines"),
        "42": rings("reception"),
        "7": [{ transfer: { dest: "lost" } }],
      }),
    ],
    lost: [{ transfer: { dest: "lost" } }],
  },
  Evening: {
    main: [
      prompt("1 for the night desk, 2 for a message, 3 for partners"),
      keys({
        "1": rings("night-desk"),
        "2": [{ play: "say:Leave a message" }, { record: {} }],
        "3": [{ connect: { parallel: [{ to: "sip:lines" }, { to: "sip:phones" }] } }],
        "4": [{ transfer: { dest: at(30_001) } }],
      }),
    ],
  },
  Voicemail: { main: [{ play: "say:Please leave a message" }, { record: {} }] },
};

const ADDRESSES: { readonly [name: string]: string } = {
  Office: at(30_001),
  Support: at(30_002),
  Evening: at(30_003),
  Voicemail: bin,
};

/** User name → its name in the program. */
const DESKS: { readonly [username: string]: string } = {
  reception: "front desk",
  ...{ sales: "sales", "sales-backup": "sales-backup", phones: "phones", lines: "lines", "night-desk": "night-desk" },
};

/** What a reader of the scripts knows. */
export const OFFICE = { addresses: ADDRESSES, desks: DESKS };

const open = { at: "Tue 10:00" };

/** Number → its script and its expectations, forty in all. */
export const EXPECTED: {
  readonly [number: string]: { readonly script: string; readonly expects: readonly Expectation[] };
} = {
  [ONE]: {
    script: "Office",
    expects: [
      { keys: "0", at: "Mon–Fri 09:00–17:00", rings: "reception" },
      { keys: "0", at: "Fri 16:59", rings: "front desk" },
      { keys: "1", ...open, rings: "sales" },
      { keys: "1", ...open, rings: "sales-backup" },
      { keys: "1", at: "Mon 09:00", rings: "sales" },
      { keys: "91", ...open, rings: "sales" },
      { keys: "3", ...open, handedTo: "+15557654321" },
      { keys: "3", at: "Thu 12:30", handedTo: "+15557654321" },
      { keys: "21#", ...open, rings: "phones" },
      { keys: "22w", ...open, rings: "lines" },
      { keys: "242", ...open, rings: "reception" },
      { keys: "27#", ...open, reaches: "nobody" },
      { keys: "2", ...open, answeredBy: "Voicemail" },
      { keys: "29#", ...open, answeredBy: "Voicemail" },
      { ...open, answeredBy: "Office" },
      { at: "Mon 08:59", answeredBy: "Voicemail" },
      { at: "Sat", answeredBy: "Voicemail" },
      { at: "Sun 12:00", answeredBy: "voicemail" },
      { at: "Wed 17:00", answeredBy: "Voicemail" },
    ],
  },
  [TWO]: {
    script: "Support",
    expects: [
      { keys: "1#", rings: "phones" },
      { keys: "1", rings: "phones" },
      { keys: "2#", rings: "lines" },
      { keys: "42", rings: "reception" },
      { keys: "42", answeredBy: "reception" },
      { keys: "7#", reaches: "nobody" },
      { keys: "3#", answeredBy: "Voicemail" },
      { keys: "99", answeredBy: "Voicemail" },
      { answeredBy: "Voicemail" },
      { from: "+12025550199", keys: "1#", rings: "phones" },
    ],
  },
  [THREE]: {
    script: "Evening",
    expects: [
      { keys: "1", rings: "night-desk" },
      { keys: "1", answeredBy: "night-desk" },
      { keys: "2", answeredBy: "Evening" },
      { keys: "3", rings: "lines" },
      { keys: "3", rings: "phones" },
      { keys: "41", ...open, rings: "sales" },
      { keys: "40", ...open, rings: "reception" },
      { keys: "421#", ...open, rings: "phones" },
      { keys: "4", at: "Sat 10:00", answeredBy: "Voicemail" },
      { keys: "8", answeredBy: "Voicemail" },
      { answeredBy: "Voicemail" },
    ],
  },
};

/** Returns the objects, with their names in the program, where the scripts read so. */
export function program(scripts = SCRIPTS): KnownObject[] {
  return [
    ...Object.entries(DESKS).map(([username, name], id) => endpoint(username, id, { name })),
    ...Object.entries(scripts).map(([name, sections], id): KnownObject => {
      const isCxml = typeof sections === "string";
      const contents = isCxml ? sections : { version: "1.0.0", sections };
      const fields = { display_name: name, contents, request_url: ADDRESSES[name] };
      return { type: isCxml ? "CxmlScript" : "SwmlScript", id: idOf(20_100 + id), name: name.toLowerCase(), fields };
    }),
    ...Object.entries(EXPECTED).map(([number, { script, expects }], id) => {
      const fields = { call_handler: "relay_script", call_relay_script_url: ADDRESSES[script] };
      return phone(number, id + 1, { name: `line-${id + 1}`, expects, fields });
    }),
  ];
}

export interface OneWord {
  readonly said: string;
  /** The changed script. */
  readonly name: string;
  readonly scripts: typeof SCRIPTS;
}

/** Returns changes of one word: to another word of the scripts, or to a misspelt one. The provider takes each of them. */
export function oneWordChanges(count: number, seed = 67): OneWord[] {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
  const names = Object.keys(SCRIPTS);
  const words = [...JSON.stringify(SCRIPTS).matchAll(/[A-Za-z0-9][\w.+-]*/g)].map(([word]) => word);
  const found = new Map<string, OneWord>();
  while (found.size < count) {
    const name = names[below(names.length)] ?? "";
    const text = JSON.stringify(SCRIPTS[name]);
    const all = [...text.matchAll(/[A-Za-z0-9][\w.+-]*/g)];
    const { 0: word = "", index = 0 } = all[below(all.length)] ?? {};
    const kinds = [words[below(words.length)] ?? "", `${word.slice(0, -1)}x`, `${word}s`, String(below(10))];
    const other = kinds[below(kinds.length)] ?? "";
    const changed = `${text.slice(0, index)}${other}${text.slice(index + word.length)}`;
    if (other === word || !isTaken(changed)) continue;
    const said = `${name}: ${text.slice(Math.max(0, index - 20), index)}[${word} → ${other}]`;
    found.set(changed, { said, name, scripts: { ...SCRIPTS, [name]: JSON.parse(changed) } });
  }
  return [...found.values()];
}

function isTaken(text: string): boolean {
  try {
    const sections = JSON.parse(text);
    const { contents } = resources[typeof sections === "string" ? "CxmlScript" : "SwmlScript"].fields;
    return contents.type.schema.safeParse(typeof sections === "string" ? sections : { version: "1.0.0", sections })
      .success;
  } catch {
    return false;
  }
}
