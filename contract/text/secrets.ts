// Decides which text and data from outside is secret: by its name, its place in an address, or its form. Reports, exports,
// policies and the state all use this file.

/** Printed in place of a secret. */
export const SECRET = "[secret]";

/** Masks the secrets in data: `https://[secret]@host/…?token=[secret]`, and members by their names. */
export function masked<T>(data: T): T {
  return mapped(data, false, () => SECRET) as T;
}

/** Returns the secrets in a value, as written there. `name` is the name of the argument or member that holds it. */
export function secretsIn(data: unknown, name = ""): string[] {
  const found: string[] = [];
  mapped(data, isSecretName(name), (secret) => {
    found.push(secret);
    return SECRET;
  });
  return found;
}

export function holdsSecret(data: unknown, name = ""): boolean {
  return secretsIn(data, name).length > 0;
}

type Replace = (secret: string) => string;

/** Numbers and flags are never secret, whatever their names are. */
function mapped(data: unknown, isSecret: boolean, replace: Replace): unknown {
  if (typeof data === "string") return isSecret ? maskedWhole(data, replace) : mappedText(data, replace);
  if (Array.isArray(data)) return data.map((each) => mapped(each, isSecret, replace));
  if (typeof data !== "object" || data === null) return data;
  // A header of a document: `{ "name": "Authorization", "value": "…" }`.
  const { name } = data as { readonly name?: unknown };
  const isNamed = typeof name === "string" && isSecretName(name);
  const members = Object.entries(data).map(([key, value]) => {
    return [key, mapped(value, isSecret || isSecretName(key) || (isNamed && key === "value"), replace)] as const;
  });
  return Object.fromEntries(members);
}

function maskedWhole(text: string, replace: Replace): string {
  return text === "" || text === SECRET ? text : replace(text);
}

function mappedText(text: string, replace: Replace): string {
  const user = (whole: string, start: string, name: string) => (name === SECRET ? whole : `${start}${replace(name)}@`);
  return text
    .replace(USERINFO, user)
    .replace(LOOSE_USERINFO, user)
    .replace(PARAMETER, (whole, name: string, value: string) => parameter(whole, name, value, replace))
    .replace(PATH, (_, start: string, path: string) => start + mappedPath(path, replace))
    .replace(MEMBER, (whole, name: string, quote: string, value: string) => {
      const isSecret = value !== SECRET && hasStrongName(wordsOf(name));
      return isSecret ? whole.slice(0, -value.length - quote.length) + replace(value) + quote : whole;
    })
    .replace(TOKEN, replace);
}

// An unencoded password may contain a slash. Then only a port distinguishes it from `host:80/a@b`. The limit of 500 characters
// bounds the time for hostile text.
const USERINFO = /(:\/\/)([^\s/?#]*|[^\s/?#:]*:(?!\d+[/?#])[^\s@]{0,500})@/g;

/** Address parsers also accept `https:user:password@host`, and other numbers of slashes. */
const LOOSE_USERINFO = /((?<![a-z])https?:[\\/]{0,9})([^\s/?#@\\]{1,500})@/gi;

/** After a semicolon, a parameter may also belong to a path segment. */
const PARAMETER = /(?<=[?&#;])([^\s?&=#;/]{1,100})=([^\s?&#"'`]+)/g;

const PATH = /((?::\/\/|(?<![a-z])https?:[\\/]{0,9})[^\s/?#\\"'`]{1,255})(\/[^\s?#"'`]*)/gi;

/** Matches an attribute of a document, or a quoted member of JSON or YAML inside text. */
const MEMBER = /(?<![\w-])([\w-]{1,100})(?:\\*["'])?\s{0,9}[=:]\s{0,9}(\\*["'])([^"'\\\n]{1,1000})\2/g;

/** A JSON Web Token, an API token, or a signing key of this service. */
const TOKEN = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?|\bPT[\da-f]{32,}\b|\bPSK_\w{12,}/g;

/** The service's page tokens name a place in a list, which only its project can read. They are not secret. */
const PAGE = /^page_?token$/i;
const PAGE_TOKEN = /^PA[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Masks a parameter whose name or value is secret. Some addresses separate parameters by semicolons. */
function parameter(whole: string, name: string, value: string, replace: Replace): string {
  if (value === SECRET || (PAGE.test(name) && PAGE_TOKEN.test(value))) return whole;
  const names = [name, ...value.split(";").slice(1)].map(decoded).map((each) => each.split("=", 1)[0] ?? each);
  return looksRandom(decoded(value)) || names.some(isSecretName) ? `${name}=${replace(value)}` : whole;
}

function mappedPath(path: string, replace: Replace): string {
  let before = "";
  const segments = path.split("/").map((segment) => {
    const [, text = "", rest = ""] = /^([^;]*)(.*)$/s.exec(segment) ?? [];
    const after = before;
    before = decoded(text);
    if (text.includes(SECRET)) return segment;
    const [, name = "", value = ""] = /^([^=]{1,100})=(.+)$/s.exec(text) ?? [];
    if (value !== "") return isSecretName(name) || looksRandom(value) ? `${name}=${replace(value)}${rest}` : segment;
    const isToken = looksRandom(before) || (isSecretName(after) && isOdd(before)) || isNamedToken(before);
    return isToken ? replace(text) + rest : segment;
  });
  return segments.join("/");
}

/** True for a segment such as `tok_4fz9x1`: the name of a secret, then text that is not a word. */
function isNamedToken(segment: string): boolean {
  const [, name = "", rest = ""] = /^([^-_.:]+)[-_.:](.*)$/s.exec(segment) ?? [];
  return isSecretName(name) && rest.split(SEPARATOR).some(isOdd);
}

/** From this length on, text that is not a word counts as random. */
const LEAST_RANDOM = 16;
const SEPARATOR = /[-_.~+=:,@ ]+/;
/** Matches an identifier of the service. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The service's identifiers are UUIDs and visible to all users of the project, so they are not secret. A sentence may continue
 * after one.
 */
function looksRandom(text: string): boolean {
  const isId = UUID.test(text.replace(/[.:,;)]+$/, ""));
  if (/[\s/]/.test(text) || isId) return false;
  const odd = text.split(SEPARATOR).filter(isOdd);
  return odd.join("").length >= LEAST_RANDOM;
}

/** Returns false for a number, and for words in one case or in camel case, even with a short number at the end. */
function isOdd(text: string): boolean {
  if (text.length < 4 || /^\d+$/.test(text)) return false;
  const [, letters] = /^([a-z]+|[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]+)*)\d{0,4}$/.exec(text) ?? [];
  if (letters === undefined) return /^[\w%]+$/.test(text);
  if (letters.length < LEAST_RANDOM) return false;
  const capitals = letters.replace(/[^A-Z]/g, "").length;
  const isCamel = capitals < letters.length;
  const vowels = letters.replace(/[^aeiouy]/gi, "").length;
  return (isCamel && capitals > letters.length / 4) || vowels < letters.length * 0.27;
}

/** True for a name of a parameter, header, field or member of `extra` that holds a secret. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  const [whole, before = ""] = [words.join(""), words.at(-2)];
  if (words.some((word) => STRONG.has(word))) return hasStrongName(words);
  if (JOINED.test(whole)) return true;
  if (last === "key") return !OPEN_KEYS.has(before);
  if (last === "code") return words.length === 1 || CODES.has(before);
  // `ip_auth` of domain applications lists addresses.
  return LAST.has(last) && whole !== "ipauth";
}

/** True for names that mark a secret in any text, where `key` and `code` often mean something else. */
function hasStrongName(words: readonly string[]): boolean {
  return (
    words.some((word) => STRONG.has(word) || /^auth(?:orization)?$/.test(word)) && !DESCRIBING.has(words.at(-1) ?? "")
  );
}

/** Words that mark a name as secret anywhere in it, unless its last word makes it a description. */
const STRONG = setOf("token secret password passwd passphrase pwd jwt apikey credential credentials bearer hmac");
const DESCRIBING = setOf(
  "type kind method version length policy expiry expires expiration ttl timeout lifetime name url uri file path env required enabled count limit at from hint",
);
const LAST = setOf("auth authorization sig signature pass pin otp nonce hash session cred creds tok pw");
const OPEN_KEYS = setOf("public primary foreign sort partition sorting cache");
const CODES = setOf("auth authorization access pass security verification secret");
const JOINED =
  /(?:token|secret|password|passwd|passphrase|(?:api|access|secret|private|signing|auth|shared|subscription)key|signature|sessionid|(?:auth|access|pass)code)$/;

/** Splits a name: `apiKey`, `api_key`, `X-API-Key` and `api%5Fkey` are two words. A number at the end is not a word. */
function wordsOf(name: string): string[] {
  return inLatin(decoded(name).slice(0, 200))
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\d+/g, "")
    .split(/[^a-z]+/)
    .filter((word) => word !== "" && word !== "v");
}

function decoded(text: string): string {
  return text.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Returns a name with Latin letters for those of other scripts that look like them, and without invisible characters. */
export function inLatin(name: string): string {
  if (/^\p{ASCII}*$/u.test(name)) return name;
  const bare = name.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  return bare.replace(/[^\p{ASCII}]/gu, (letter) => LATIN.get(letter.toLowerCase()) ?? letter);
}

/** Cyrillic, Greek and other letters, each before the Latin one that it looks like. */
const LATIN = new Map(
  "аaαaсcԁdеeεeһhіiιiıiјjкkκkӏlмmпnηnоoοoрpρpԛqгrѕsтtτtυuцuѵvνvԝwхxχxуyγyзz"
    .match(/../gu)
    ?.map(([from = "", to = ""]) => [from, to]),
);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
