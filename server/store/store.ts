// Decides what the server remembers: projects, their endpoints and numbers, and the secrets it signs with. It is all in memory;
// with a data file, every change is also written there.

import { InputError } from "../input.ts";
import { hex, type Randomness } from "../sources.ts";
import { Collection, type Keys, type Row } from "./collection.ts";
import { Commits, type Waiting } from "./commits.ts";
import type { Ledger, TableRow, Tables } from "./ledger.ts";

export interface StoredToken {
  readonly token: string;
  readonly scopes: readonly string[];
}

export interface StoredProject {
  readonly id: string;
  readonly signingKey: string;
  readonly tokens: readonly StoredToken[];
  /** What the project set of its SIP profile; the rest is at its default. */
  readonly profile: { readonly [field: string]: unknown };
}

export class Store {
  readonly endpoints = this.#collection("endpoints", { handle: "username", label: "caller_id" });
  readonly numbers = this.#collection("numbers", { handle: "number", label: "name" });
  readonly #random: Randomness;
  readonly #ledger: Ledger | undefined;
  readonly #commits: Commits | undefined;
  readonly #settings = new Map<string, string>();
  readonly #projects = new Map<string, PlacedProject>();
  readonly #spent = new Set<string>();
  #replaced: () => void = () => {};

  /** @param ledger - Where everything is kept and was kept before; nothing outlives the process when not given. */
  constructor(random: Randomness, ledger?: Ledger) {
    this.#random = random;
    this.#ledger = ledger;
    if (!ledger) return;
    try {
      this.#fill(ledger.read());
    } catch {
      throw ledger.damage();
    }
    this.#commits = new Commits(ledger, () => {
      this.#fill(ledger.read());
      this.#replaced();
    });
  }

  /** Calls `action` whenever everything was replaced at once. */
  whenReplaced(action: () => void): void {
    this.#replaced = action;
  }

  /** Oldest first. */
  projects(): StoredProject[] {
    return [...this.#projects.values()].map(({ project }) => project);
  }

  saveProject(project: StoredProject): void {
    const last = Math.max(0, ...[...this.#projects.values()].map(({ position }) => position));
    const position = this.#projects.get(project.id)?.position ?? last + 1;
    this.#projects.set(project.id, { position, project });
    this.#commits?.write((ledger) => ledger.put("projects", projectRow({ position, project })));
  }

  /** Makes all secrets, so that no later read has to write. */
  makeSecrets(): void {
    for (const name of SECRETS) this.secret(name);
  }

  /** A secret of this server's own, 64 bytes in hexadecimal, kept with the data. */
  secret(name: (typeof SECRETS)[number]): string {
    const known = this.#settings.get(name);
    if (known !== undefined) return known;
    const value = hex(this.#random.bytes(64));
    this.#settings.set(name, value);
    this.#commits?.write((ledger) => ledger.put("settings", { name, value }));
    return value;
  }

  /** Marks a single-use token as spent; false when it already was. */
  spend(id: string): boolean {
    if (this.#spent.has(id)) return false;
    this.#spent.add(id);
    this.#commits?.write((ledger) => ledger.put("spent_tokens", { id }));
    return true;
  }

  /** Everything the store holds, as plain JSON. It contains credentials. */
  tables(): Tables {
    return {
      settings: [...this.#settings].map(([name, value]) => ({ name, value })),
      projects: [...this.#projects.values()].map(projectRow),
      spent_tokens: [...this.#spent].map((id) => ({ id })),
      endpoints: this.endpoints.all().map(objectRow),
      numbers: this.numbers.all().map(objectRow),
    };
  }

  /** Holds these tables and nothing else from now on. Throws an InputError, and changes nothing, when their rows contradict each other. */
  replace(tables: Tables): void {
    const before = this.tables();
    try {
      this.#fill(tables);
    } catch (error) {
      this.#fill(before);
      throw new InputError("The snapshot", [`its rows contradict each other: ${(error as Error).message}`]);
    }
    this.#commits?.write((ledger) => ledger.replace(tables));
    this.commit();
    this.#replaced();
  }

  /** Calls back once everything written so far would outlive this process; at once, where it already would or never will. */
  whenSafe(then: Waiting): void {
    if (this.#commits) this.#commits.whenSafe(then);
    else then();
  }

  /** Makes everything written so far safe now. Throws, and goes back to what the file has, when that cannot be done. */
  commit(): void {
    this.#commits?.commit();
  }

  /** What was not committed is lost. */
  close(): void {
    this.#ledger?.close();
  }

  #collection(table: "endpoints" | "numbers", keys: Keys): Collection {
    return new Collection(keys, {
      put: (row) => this.#commits?.write((ledger) => ledger.put(table, objectRow(row))),
      remove: ({ position }) => this.#commits?.write((ledger) => ledger.remove(table, position)),
    });
  }

  #fill({ settings, projects, spent_tokens, endpoints, numbers }: Tables): void {
    refill(
      this.#settings,
      "setting",
      settings.map(({ name, value }) => [String(name), String(value)]),
    );
    const placed = projects.map(({ position, document }) => ({
      position: Number(position),
      project: JSON.parse(String(document)) as StoredProject,
    }));
    placed.sort((a, b) => a.position - b.position);
    refill(
      this.#projects,
      "project",
      placed.map((each) => [each.project.id, each]),
    );
    this.#spent.clear();
    for (const { id } of spent_tokens) this.#spent.add(String(id));
    this.endpoints.fill(endpoints.map(toRow));
    this.numbers.fill(numbers.map(toRow));
  }
}

const SECRETS = ["client tokens", "page tokens"] as const;

interface PlacedProject {
  /** Oldest is lowest. */
  readonly position: number;
  readonly project: StoredProject;
}

function refill<T>(map: Map<string, T>, what: string, entries: readonly (readonly [key: string, value: T])[]): void {
  map.clear();
  for (const [key, value] of entries) {
    if (map.has(key)) throw new Error(`two rows are the ${what} ${key}`);
    map.set(key, value);
  }
}

function projectRow({ position, project }: PlacedProject): TableRow {
  return { position, id: project.id, document: JSON.stringify(project) };
}

function objectRow({ position, id, project, document }: Row): TableRow {
  return { position, id, project, document: JSON.stringify(document) };
}

function toRow({ position, id, project, document }: TableRow): Row {
  return {
    position: Number(position),
    id: String(id),
    project: String(project),
    document: JSON.parse(String(document)),
  };
}
