import { z } from "zod";
import { phoneNumber, type Resource, sipProfile } from "../../contract/index.ts";
import { Documents } from "../api/documents.ts";
import { withExtraFields } from "../api/open.ts";
import { InputError, problemsOf } from "../conditions/input.ts";
import { placedObjects, References, type SeedObjects, seedLists } from "./seed-objects.ts";

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

const seedNumber = z.looseObject({
  number: e164,
  id: uuid.optional(),
  capabilities: (capabilities.type.schema as z.ZodType<string[]>).optional(),
  number_type: (number_type.type.schema as z.ZodType<string>).optional(),
  e911_address_id: (e911_address_id.type.schema as z.ZodType<string>).optional(),
  created_at: (created_at.type.schema as z.ZodType<string>).optional(),
});

const seedProject = z.strictObject({
  id: uuid.optional(),
  tokens: z.array(seedToken).min(1, "must hold at least one token").optional(),
  signingKey: z.string().min(1, "must not be empty").optional(),
  numbers: z.array(z.union([e164, seedNumber])).optional(),
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
 * Parses a seed. Throws a {@link SeedError} with every problem; unless `extraFields` is set, a field outside the specification
 * is a problem.
 */
export function parseSeed(value: unknown, extraFields = false): Seed {
  const parsed = seed.safeParse(value);
  if (!parsed.success) throw new SeedError(problemsOf(parsed.error, "the seed"));
  const problems = [...validateContents(parsed.data, extraFields), ...repetitions(parsed.data)];
  if (problems.length > 0) throw new SeedError(problems);
  return parsed.data;
}

/** Returns the fields of a seeded number that an update could also set. */
export function settableFields(number: SeedNumber): { [field: string]: unknown } {
  const fields: { [field: string]: unknown } = { ...number };
  for (const name of Object.keys(seedNumber.shape)) delete fields[name];
  return fields;
}

/** In place of ids and addresses that only the start of the server makes. */
const ANY_ID = "00000000-0000-4000-8000-000000000000";
const ANY_ORIGIN = "http://127.0.0.1";

function validateContents({ projects }: Seed, extraFields: boolean): string[] {
  const documents = (resource: Resource) => new Documents(withExtraFields(resource, extraFields));
  return projects.flatMap((project, at) => {
    const objects = placedObjects(project, () => ANY_ID);
    const references = new References(objects, { origin: () => ANY_ORIGIN });
    for (const { place, body } of objects) references.fill(body, place);
    const profile = documents(sipProfile)
      .validate("update", project.sipProfile ?? {})
      .map(({ field, detail }) => `projects[${at}].sipProfile.${field}: ${detail}`);
    const numbers = (project.numbers ?? []).flatMap((number, n) =>
      typeof number === "string"
        ? []
        : documents(phoneNumber)
            .validate("update", references.fill(settableFields(number), `numbers[${n}]`))
            .map(({ field, detail }) => `projects[${at}].numbers[${n}].${field}: ${detail}`),
    );
    const others = [...references.problems, ...foreignSendAs(project)];
    return [...profile, ...numbers, ...others.map((problem) => `projects[${at}].${problem}`)];
  });
}

function foreignSendAs({ sipProfile: profile, numbers = [], verifiedNumbers = [] }: SeedProject): string[] {
  const number = profile?.default_send_as ?? "";
  const own = [...verifiedNumbers, ...numbers.map((each) => (typeof each === "string" ? each : each.number))];
  if (number === "" || number === "random" || own.includes(String(number))) return [];
  return ["sipProfile.default_send_as: must be one of the project's numbers, bought or verified"];
}

function repetitions({ projects }: Seed): string[] {
  const seen = new Map<string, string>();
  const problems: string[] = [];
  const note = (kind: string, value: string | undefined, where: string) => {
    if (value === undefined) return;
    const key = `${kind} ${value.toLowerCase()}`;
    const first = seen.get(key);
    if (first) problems.push(`${where}: repeats ${first}`);
    else seen.set(key, where);
  };
  projects.forEach((project, at) => {
    note("project", project.id, `projects[${at}].id`);
    project.verifiedNumbers?.forEach((number, n) => {
      note(`verified in ${at}`, number, `projects[${at}].verifiedNumbers[${n}]`);
    });
    // Without a domain in the seed, the domain is the beginning of the project's id.
    note(
      "domain",
      text(project.sipProfile?.domain_identifier) ?? project.id?.slice(0, 8),
      `projects[${at}].sipProfile.domain_identifier`,
    );
    project.numbers?.forEach((number, n) => {
      const where = `projects[${at}].numbers[${n}]`;
      note("number", typeof number === "string" ? number : number.number, where);
      if (typeof number !== "string") note("id", number.id, `${where}.id`);
    });
    for (const { resource, place, id } of placedObjects(project, () => ""))
      note(`${resource.kind} id`, id === "" ? undefined : id, `projects[${at}].${place}.id`);
  });
  return problems;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
