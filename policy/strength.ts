// How hard a password or a name is to guess, in bits. What people tend to choose counts for little: words, runs on the keyboard,
// repetitions, years, and whatever the guesser knows of the resource. The rest counts by the characters it is made of.

/** A lower estimate: a passphrase of unusual words is better than this. `known` is what a guesser would try first. */
export function bitsOf(text: string, known: readonly string[] = []): number {
  const perCharacter = Math.log2(poolOf(text));
  const own = known.flatMap(partsOf);
  const plain = text.toLowerCase();
  const spelled = plain.replace(/[@013457$!]/g, (sign) => LETTERS[sign] ?? sign);
  let bits = 0;
  for (let at = 0; at < text.length; ) {
    const tried = [...own, ...(COMMON.get(plain[at] ?? "") ?? []), ...(COMMON.get(spelled[at] ?? "") ?? [])];
    const words = tried.filter((word) => plain.startsWith(word, at) || spelled.startsWith(word, at));
    const parts: readonly Part[] = [
      { length: Math.max(0, ...words.map((word) => word.length)), bits: 10 },
      { length: runAt(plain, at), bits: 8 },
      { length: repeatedAt(text, at), bits: 6 },
      { length: YEAR.test(text.slice(at)) ? 4 : 0, bits: 6 },
      wordLikeAt(text, at),
    ];
    const longest = parts.reduce((best, part) => (part.length > best.length ? part : best));
    const length = longest.length >= 3 ? longest.length : 1;
    bits += length === 1 ? perCharacter : Math.min(longest.bits, length * perCharacter);
    at += length;
  }
  return Math.floor(bits);
}

/** What a guesser tries as a whole, and what that is worth. */
interface Part {
  readonly length: number;
  readonly bits: number;
}

const YEAR = /^(19|20)\d\d(?!\d)/;
const LETTERS: { readonly [sign: string]: string } = {
  "@": "a",
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  $: "s",
  "!": "i",
};

/** Letters written as words are, with some two bits each. Letters in any case, or that nobody could pronounce, are none. */
function wordLikeAt(text: string, at: number): Part {
  const letters = /^\p{L}+/u.exec(text.slice(at))?.[0] ?? "";
  const isWords =
    /^(\p{Lu}?\p{Ll}{2,}|(\p{Lu}?\p{Ll}{3,})+|\p{Lu}{3,})$/u.test(letters) &&
    !/[bcdfghjklmnpqrstvwxz]{4}/i.test(letters);
  return { length: isWords ? letters.length : 0, bits: letters.length * 2.3 };
}

/** Characters that follow each other in the alphabet or on a keyboard, either way, or that are all the same. */
function runAt(text: string, at: number): number {
  const lengthOf = (order: string) => {
    let length = 1;
    while (at + length < text.length && ordersOf(text, at + length - 1).includes(order)) length++;
    return length;
  };
  return Math.max(1, ...ordersOf(text, at).map(lengthOf));
}

/** The orders in which a character and the next one are neighbours. */
function ordersOf(text: string, at: number): readonly string[] {
  const [one, other] = [text[at], text[at + 1]];
  return one === other ? ["same"] : (NEIGHBOURS.get(`${one}${other}`) ?? []);
}

const ORDERS = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qazwsxedcrfvtgb"];
const NEIGHBOURS = new Map<string, string[]>();
for (const order of ORDERS.flatMap((each) => [each, [...each].reverse().join("")]))
  for (let at = 1; at < order.length; at++) {
    const pair = order.slice(at - 1, at + 1);
    NEIGHBOURS.set(pair, [...(NEIGHBOURS.get(pair) ?? []), order]);
  }

/** How much of what comes next stood before. */
function repeatedAt(text: string, at: number): number {
  const before = text.slice(0, at);
  let length = 0;
  while (at + length < text.length && before.includes(text.slice(at, at + length + 1))) length++;
  return length;
}

/** A name and its parts, forwards and backwards. What is shorter than three characters gives nothing away. */
function partsOf(known: string): string[] {
  const parts = [known, ...known.split(/[^\p{L}\p{N}]+/u)]
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= 3);
  return parts.flatMap((part) => [part, [...part].reverse().join("")]);
}

/** How many characters a guesser has to try in every place. */
function poolOf(text: string): number {
  if (/^[\da-f-]+$|^[\dA-F-]+$/.test(text) && /\d/.test(text) && /[a-f]/i.test(text)) return 16;
  const classes = [
    [/\d/, 10],
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/[^\p{L}\p{N}]/u, 20],
  ] as const;
  return Math.max(
    2,
    classes.reduce((sum, [characters, size]) => (characters.test(text) ? sum + size : sum), 0),
  );
}

/** What is tried first everywhere, and in telephony, by the first letter. */
const COMMON = Map.groupBy(
  "password passwort passwd admin administrator welcome letmein login master secret default change changeme test guest user root system server voip sip phone asterisk freepbx polycom yealink cisco grandstream snom extension telephone dragon monkey sunshine princess football baseball superman batman iloveyou trustno1 hello abc123 winter spring summer autumn company office".split(
    " ",
  ),
  (word) => word.charAt(0),
);
