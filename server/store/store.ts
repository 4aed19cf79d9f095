// Decides what the server remembers: projects, their endpoints and numbers, and the secrets it signs with.

import type { DatabaseSync } from "node:sqlite";
import { InputError } from "../input.ts";
import { hex, type Randomness } from "../sources.ts";
import { Collection } from "./collection.ts";
import { openDatabase } from "./database.ts";

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

export interface Snapshot {
  readonly version: 1;
  readonly tables: { readonly [table in (typeof TABLES)[number]]: readonly SnapshotRow[] };
}

interface SnapshotRow {
  readonly [column: string]: string | number | null;
}

const TABLES = ["settings", "projects", "spent_tokens", "endpoints", "numbers"] as const;

export class Store {
  readonly endpoints: Collection;
  readonly numbers: Collection;
  readonly #database: DatabaseSync;
  readonly #random: Randomness;
  readonly #secrets = new Map<string, string>();

  /** @param file - Kept in memory when not given. */
  constructor(file: string | undefined, random: Randomness) {
    this.#random = random;
    this.#database = openDatabase(file);
    this.endpoints = new Collection(this.#database, "endpoints");
    this.numbers = new Collection(this.#database, "numbers");
  }

  /** Oldest first. */
  projects(): StoredProject[] {
    const rows = this.#database.prepare("SELECT document FROM projects ORDER BY position").all();
    return rows.map((found) => JSON.parse(String(found.document)));
  }

  saveProject(project: StoredProject): void {
    this.#database
      .prepare(
        "INSERT INTO projects (id, document) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document",
      )
      .run(project.id, JSON.stringify(project));
  }

  /** A secret of this server's own, 64 bytes in hexadecimal, made at first use and kept with the data. */
  secret(name: "client tokens" | "page tokens" | "passwords"): string {
    const secret = this.#secrets.get(name) ?? this.#findSecret(name);
    this.#secrets.set(name, secret);
    return secret;
  }

  /** Marks a single-use token as spent; false when it already was. */
  spend(tokenId: string): boolean {
    return this.#database.prepare("INSERT OR IGNORE INTO spent_tokens (id) VALUES (?)").run(tokenId).changes > 0;
  }

  /** All or nothing. */
  transaction<T>(work: () => T): T {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** Everything the store holds, as plain JSON. It contains credentials. */
  snapshot(): Snapshot {
    const tables = TABLES.map((table) => [table, this.#database.prepare(`SELECT * FROM ${table}`).all()]);
    return { version: 1, tables: Object.fromEntries(tables) };
  }

  /** Puts everything back to how it was, or nothing when the snapshot is not one. */
  restore({ tables }: Snapshot): void {
    try {
      this.transaction(() => {
        for (const table of TABLES) this.#replace(table, tables[table]);
      });
    } catch (error) {
      throw new InputError("The snapshot", [`its rows contradict each other: ${(error as Error).message}`]);
    }
    this.#secrets.clear();
    this.endpoints.forget();
    this.numbers.forget();
  }

  close(): void {
    this.#database.close();
  }

  #replace(table: (typeof TABLES)[number], rows: readonly SnapshotRow[]): void {
    this.#database.exec(`DELETE FROM ${table}`);
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) return;
    const places = columns.map(() => "?").join(", ");
    const insert = this.#database.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`);
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
  }

  #findSecret(name: string): string {
    const found = this.#database.prepare("SELECT value FROM settings WHERE name = ?").get(name);
    const value = found ? String(found.value) : hex(this.#random.bytes(64));
    if (!found) this.#database.prepare("INSERT INTO settings (name, value) VALUES (?, ?)").run(name, value);
    return value;
  }
}
