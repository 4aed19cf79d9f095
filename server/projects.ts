// Decides who is who: the projects of this server, what their tokens may do, and the first content of a new one.

import { timingSafeEqual } from "node:crypto";
import { type Body, phoneNumber, sipProfile } from "../contract/index.ts";
import { type Clock, timestamp } from "./clock.ts";
import { Documents } from "./documents.ts";
import { defaultSeed, type Seed, type SeedNumber, type SeedProject, settableFields } from "./seed.ts";
import { hex, type Randomness } from "./sources.ts";
import type { Store, StoredProject } from "./store/store.ts";

export interface Project {
  readonly id: string;
  readonly signingKey: string;
  readonly tokens: readonly Token[];
  /** What the project set of its SIP profile. */
  profile: Body;
}

export interface Token {
  readonly token: string;
  readonly scopes: ReadonlySet<string>;
  readonly padded: Uint8Array;
}

/** Who sent a request, and with which of the project's tokens. */
export interface Caller {
  readonly project: Project;
  readonly token: Token;
}

/** What a client needs to use a project. */
export interface ProjectCredentials {
  readonly id: string;
  /** The project's first token. */
  readonly apiToken: string;
  /** Signs webhook requests. */
  readonly signingKey: string;
  /** The project's numbers in E.164, oldest first. */
  readonly numbers: readonly string[];
}

export class Projects {
  readonly #store: Store;
  readonly #projects = new Map<string, Project>();
  /** The token of the request at hand. */
  readonly #given = Buffer.alloc(PADDED);
  #credentials: readonly ProjectCredentials[] = [];
  /** What a connection has shown already: it shows the same with every request. */
  #shown = new WeakMap<object, { readonly header: string; readonly caller: Caller }>();

  constructor(store: Store) {
    this.#store = store;
    this.reload();
  }

  /** Takes up what the store holds. */
  reload(): void {
    this.#projects.clear();
    this.#shown = new WeakMap();
    for (const stored of this.#store.projects()) this.#projects.set(stored.id, project(stored));
    this.#credentials = this.all().map(({ id, tokens, signingKey }) => ({
      id,
      apiToken: tokens[0]?.token ?? "",
      signingKey,
      numbers: this.#store.numbers.handles(id),
    }));
  }

  /** Oldest project first. */
  get credentials(): readonly ProjectCredentials[] {
    return this.#credentials;
  }

  all(): Project[] {
    return [...this.#projects.values()];
  }

  find(id: string): Project | undefined {
    return this.#projects.get(id.toLowerCase());
  }

  /** The project and token that a Basic authorization header names, in a time that tells nothing about the token. */
  authenticate(header = "", connection: object): Caller | undefined {
    const shown = this.#shown.get(connection);
    if (shown?.header === header) return shown.caller;
    const caller = this.#recognise(header);
    if (caller) this.#shown.set(connection, { header, caller });
    return caller;
  }

  #recognise(header: string): Caller | undefined {
    const credential = /^basic /i.test(header) ? Buffer.from(header.slice(6), "base64").toString() : ":";
    const colon = credential.indexOf(":");
    const project = this.find(credential.slice(0, colon));
    const given = padded(credential.slice(colon + 1), this.#given);
    let found: Token | undefined;
    for (const token of project?.tokens ?? NOBODY) {
      if (timingSafeEqual(token.padded, given)) found = token;
    }
    return project && found ? { project, token: found } : undefined;
  }

  saveProfile(project: Project, profile: Body): void {
    const { id, signingKey, tokens } = project;
    this.#store.saveProject({
      id,
      signingKey,
      tokens: tokens.map(({ token, scopes }) => ({ token, scopes: [...scopes] })),
      profile,
    });
    project.profile = profile;
  }
}

/** Fills an empty store. A store that holds projects is left alone: its credentials stay good. */
export function sow(store: Store, seed: Seed = defaultSeed, clock: Clock, random: Randomness): boolean {
  if (store.projects().length > 0) return false;
  for (const each of seed.projects) sowProject(store, each, clock, random);
  store.makeSecrets();
  return true;
}

const profiles = new Documents(sipProfile);
const numbers = new Documents(phoneNumber);

function sowProject(store: Store, seed: SeedProject, clock: Clock, random: Randomness): void {
  const id = (seed.id ?? random.uuid()).toLowerCase();
  store.saveProject({
    id,
    signingKey: seed.signingKey ?? `PSK_${hex(random.bytes(20))}`,
    tokens: (seed.tokens ?? [{ scopes: ["Voice", "Numbers"] }]).map(({ token, scopes }) => ({
      token: token ?? `PT${hex(random.bytes(24))}`,
      scopes,
    })),
    profile: profiles.merge({}, seed.sipProfile ?? {}),
  });
  for (const number of seed.numbers ?? []) {
    sowNumber(store, id, typeof number === "string" ? { number } : number, clock, random);
  }
}

function sowNumber(store: Store, project: string, seed: SeedNumber, clock: Clock, random: Randomness): void {
  const now = clock.now();
  const fields = numbers.merge({}, settableFields(seed));
  store.numbers.insert({
    id: (seed.id ?? random.uuid()).toLowerCase(),
    project,
    document: {
      ...fields,
      number: seed.number,
      capabilities: seed.capabilities ?? ["voice", "fax", "sms", "mms"],
      number_type: seed.number_type ?? "longcode",
      created_at: timestamp(now),
      updated_at: timestamp(now),
      next_billed_at: timestamp(monthLater(now)),
    },
  });
}

function monthLater(time: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  // 31 January + a month is the last of February, not the third of March.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** Bytes of the longest token there can be: 80 characters in a seed, of up to three bytes each. */
const LONGEST_TOKEN = 252;
const PADDED = 4 + LONGEST_TOKEN;

/** Compared against when the project is unknown, so that the answer takes as long. */
const NOBODY: readonly Token[] = [{ token: "", scopes: new Set(), padded: new Uint8Array(PADDED) }];

function project(stored: StoredProject): Project {
  return {
    id: stored.id,
    signingKey: stored.signingKey,
    tokens: stored.tokens.map(({ token, scopes }) => ({
      token,
      scopes: new Set(scopes),
      padded: padded(token),
    })),
    profile: stored.profile,
  };
}

/** A token at a length that all have, its own length included: what is compared in constant time must be of one length. */
function padded(token: string, buffer = Buffer.alloc(PADDED)): Uint8Array {
  buffer.fill(0);
  const length = Buffer.byteLength(token);
  buffer.writeUInt32LE(length);
  buffer.write(length > LONGEST_TOKEN ? "" : token, 4);
  return buffer;
}
