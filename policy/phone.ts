// What a telephone number is: an emergency number, a premium number, or no number at all.

import { createRequire } from "node:module";

/** Returns a text with every decimal digit as 0 to 9: full-width, Arabic-Indic, Devanagari and all others. */
export function plainDigits(text: string): string {
  return text.normalize("NFKC").replace(/[^\p{ASCII}]/gu, (character) => {
    if (!DIGIT.test(character)) return character;
    // Each script has its ten digits in a row, so the distance to the start of the row is the value.
    let value = 0;
    const code = character.codePointAt(0) ?? 0;
    while (DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value % 10);
  });
}

const DIGIT = /^\p{Nd}$/u;

/** A number up to its extension, the digits to send, or a parameter; `*67` and the like before it hide the caller. */
const MAIN = /^(?:\*\d\d)?(\+?[\d\s()./\-\p{Pd}]{3,}?)\s*(?:[;,#*].*|(?:[pwx]|ext\.?)\s*\d+)?$/iu;

/**
 * Returns the number that a text dials, as a plus or nothing and then digits. Undefined for a text that is no number, such as a
 * SIP address of a desk or a client's name.
 */
export function dialledNumber(text: string): string | undefined {
  const plain = plainDigits(text.trim().replace(/\p{Cf}/gu, ""));
  const [, user = plain] = /^(?:sips?|tel):([^@;?]*)/i.exec(plain) ?? [];
  const main = decoded(user);
  const bare = (MAIN.exec(main)?.[1] ?? main).replace(/[\s()./-]|\p{Pd}/gu, "");
  return /^\+?\d+$/.test(bare) ? bare.replace(/^(?:00|011)(?=\d{7})/, "+") : undefined;
}

/** True for an emergency number: alone, after a digit for an outside line, or after a country code. */
export function isEmergency(dialled: string): boolean {
  return EMERGENCY.test(dialled);
}

/** North America, the EU, the UK, Australia, Japan, China, New Zealand, India and Brazil. */
const EMERGENCY = /^(?:[09]|\+\d{0,3})?(?:911|112|999|000|110|119|111|113|108|190)$/;

export function isPremium(dialled: string): boolean {
  return PREMIUM.test(dialled) || parsed(dialled)?.getType() === "PREMIUM_RATE";
}

/** The library knows these only at their full length, or not at all: 976 is an exchange, 979 and 881 to 883 belong to no country. */
const PREMIUM = /^(?:\+?1)?(?:900\d{7}|976\d{7}|[2-9]\d{2}976\d{4})$|^\+(?:1900|1976|979|88[123]|449|49900)\d/;

/** True for a number of a numbering plan. E.164 allows many that no plan gives out. */
export function isPlausible(number: string): boolean {
  const found = parsed(number);
  return (found?.countryCallingCode === "1" ? found.isValid() : found?.isPossible()) ?? false;
}

/** True when a premium number begins with these digits, at least four. */
export function isPremiumBeginning(dialled: string): boolean {
  if (!/^\+?\d{4,}$/.test(dialled)) return false;
  const whole = Array.from({ length: FILLING.length + 1 }, (_, digits) => dialled + FILLING.slice(0, digits));
  return whole.some((each) => each.length >= 10 && isPremium(each));
}

const FILLING = "5550123";

type Library = typeof import("libphonenumber-js/max");
let library: Library | undefined;
const known = new Map<string, ReturnType<Library["parsePhoneNumberFromString"]>>();

/**
 * Loads the numbering plans at the first number. A stack without senders and scripts never needs them. Remembers each number, because
 * all desks of an office send as one.
 */
function parsed(number: string) {
  library ??= createRequire(import.meta.url)("libphonenumber-js/max") as Library;
  if (!known.has(number)) known.set(number, library.parsePhoneNumberFromString(number, "US"));
  return known.get(number);
}

/** Returns a text without percent-encoding; as it is when its encoding is wrong. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
