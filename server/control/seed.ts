import * as z from "zod";
import { phoneNumber } from "../../contract/index.ts";
import { InputError, problemsOf } from "../conditions/input.ts";
import { type SeedObjects, seedLists } from "./seed-objects.ts";

/** The scopes of a project token on the live service. This server requires only the first two. */
const TOKEN_SCOPES = [
  "Voice",
  "Numbers",
  "Messaging",
  "Fax",
  "Video",
  "Chat",
  "PubSub",
  "Storage",
  "Tasking",
  "Management",
  "Datasphere",
] as const;

const { number, capabilities, number_type, e911_address_id, created_at } = phoneNumber.fields;
const e164 = number.type.schema as z.ZodType<string>;
const uuid = z.guid("must be a UUID");

export type TokenScope = (typeof TOKEN_SCOPES)[number];

/**
 * The initial content of a server. Members of `numbers`, `sipProfile` and the lists of objects have the API's own field names.
 * A text may refer to an object of the same project by its kind and label: `{{cxmlScript:Menu}}` is the address of a script, and
 * `{{sipEndpoint:desk}}` the id of an object without an address.
 */
export interface Seed {
  projects: SeedProject[];
}

export interface SeedProject extends SeedObjects {
  /** A UUID. Default: random. */
  id?: string | undefined;
  /** Default: one token with every scope. */
  tokens?: SeedToken[] | undefined;
  /** Signs webhook requests. Default: random. */
  signingKey?: string | undefined;
  /** Numbers in E.164. */
  numbers?: (string | SeedNumber)[] | undefined;
  /** Numbers outside the project that it may send as. */
  verifiedNumbers?: string[] | undefined;
  /** Fields of the SIP profile, for example `default_codecs`. */
  sipProfile?: { [field: string]: unknown } | undefined;
}

export interface SeedToken {
  /** Any text. Default: `PT` and 48 random hexadecimal digits. */
  token?: string | undefined;
  scopes: TokenScope[];
}

/** A number in E.164, its kind, and any field that an update may set, for example `name`. */
export interface SeedNumber {
  number: string;
  id?: string | undefined;
  capabilities?: string[] | undefined;
  number_type?: string | undefined;
  e911_address_id?: string | undefined;
  /** The time when the project got the number. Default: now. */
  created_at?: string | undefined;
  [field: string]: unknown;
}

export const seedToken = z.strictObject({
  token: z.string().min(1, "must not be empty").max(80, "must have at most 80 characters").optional(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
});

/** A union of a text and an object would report each problem of the object as "Invalid input". */
const seedNumber = z.preprocess(
  (given) => (typeof given === "string" ? { number: given } : given),
  z.looseObject({
    number: e164,
    id: uuid.optional(),
    capabilities: (capabilities.type.schema as z.ZodType<string[]>).optional(),
    number_type: (number_type.type.schema as z.ZodType<string>).optional(),
    e911_address_id: (e911_address_id.type.schema as z.ZodType<string>).optional(),
    created_at: (created_at.type.schema as z.ZodType<string>).optional(),
  }),
);

const seedProject = z.strictObject({
  id: uuid.optional(),
  tokens: z.array(seedToken).min(1, "must hold at least one token").optional(),
  signingKey: z.string().min(1, "must not be empty").optional(),
  numbers: z.array(seedNumber).optional(),
  verifiedNumbers: z.array(e164).optional(),
  sipProfile: z.record(z.string(), z.unknown()).optional(),
  ...seedLists,
});

const seed: z.ZodType<Seed> = z.strictObject({
  projects: z.array(seedProject).min(1, "must hold at least one project"),
});

/**
 * One project with one token, and three numbers from ranges reserved for fiction. The project's id is constant: a restarted
 * server in memory is the same project without its objects, not another project. Its secrets are random.
 */
export const defaultSeed: Seed = {
  projects: [
    {
      id: "5ea1c0de-3b1f-4c57-9a20-8d6e4f7b1c93",
      tokens: [{ scopes: ["Voice", "Numbers"] }],
      numbers: ["+12025550101", "+12025550102", { number: "+18005550103", number_type: "toll-free" }],
    },
  ],
};

/** Thrown for an invalid seed, with every problem. */
export class SeedError extends InputError {
  override readonly code: string = "seed_invalid";

  constructor(problems: readonly string[]) {
    super("The seed", problems);
  }
}

/**
 * Parses a seed. Throws a {@link SeedError} with every problem of its form. `fillStore` finds the problems of its objects.
 */
export function parseSeed(value: unknown): Seed {
  const parsed = seed.safeParse(value);
  if (!parsed.success) throw new SeedError(problemsOf(parsed.error, "the seed"));
  return parsed.data;
}
