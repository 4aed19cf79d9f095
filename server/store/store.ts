import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Resource, SignalWireError } from "../../contract/index.ts";
import { Collection } from "./collection.ts";
import { openDatabase } from "./database.ts";

export interface StoredToken {
  readonly token: string;
  readonly scopes: readonly string[];
}

export interface Project {
  readonly id: string;
  /** Signs webhook requests. */
  readonly signingKey: string;
  readonly tokens: readonly StoredToken[];
}

/** Every row of every table. */
export type Tables = { readonly [table in (typeof TABLES)[number]]: readonly TableRow[] };

export interface TableRow {
  readonly [column: string]: string | number;
}

export interface ObjectRow {
  readonly resource: string;
  readonly project: string;
  readonly id: string;
  /** JSON text. */
  readonly document: string;
}

/** In this order, each table refers only to earlier ones. */
export const TABLES = ["settings", "projects", "spent_tokens", "objects"] as const;

/** Thrown for a row that cannot be stored. */
export class RowError extends SignalWireError {
  readonly code = "row_invalid";
}

/** All stored data of the server. A write is safe when its method returns. */
export class Store {
  readonly #database: DatabaseSync;
  readonly #collections: ReadonlyMap<Resource, Collection>;
  readonly #project: StatementSync;
  readonly #projects: StatementSync;
  /** SQL → its statement, for the rows of a table. */
  readonly #statements = new Map<string, StatementSync>();

  /** @param file - The data file. Default: in memory. Throws a DataFileError. */
  constructor(resources: readonly Resource[], file?: string) {
    this.#database = openDatabase(file);
    this.#collections = new Map(resources.map((each) => [each, new Collection(this.#database, each)]));
    this.#project = this.#database.prepare("SELECT * FROM projects WHERE id = ?");
    this.#projects = this.#database.prepare("SELECT * FROM projects ORDER BY position");
  }

  collection(resource: Resource): Collection {
    const collection = this.#collections.get(resource);
    if (!collection) throw new Error(`There is no collection of the resource ${resource.kind}.`);
    return collection;
  }

  /** Oldest first. */
  projects(): Project[] {
    return this.#projects.all().map(toProject);
  }

  project(id: string): Project | undefined {
    const row = this.#project.get(id.toLowerCase());
    return row && toProject(row);
  }

  addProject({ id, signingKey, tokens }: Project): void {
    this.#database
      .prepare("INSERT INTO projects (id, signing_key, tokens) VALUES (?, ?, ?)")
      .run(id, signingKey, JSON.stringify(tokens));
  }

  secret(name: SecretName): string {
    return String(this.#database.prepare("SELECT value FROM settings WHERE name = ?").get(name)?.value);
  }

  /** Keeps a secret that this server has already. */
  addSecret(name: SecretName, value: string): void {
    this.#database.prepare("INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)").run(name, value);
  }

  /** Marks a single-use token as used. Returns false when it already was. */
  markUsed(id: string): boolean {
    return this.#database.prepare("INSERT OR IGNORE INTO spent_tokens (id) VALUES (?)").run(id).changes === 1;
  }

  tables(): Tables {
    const rows = TABLES.map((table) => [
      table,
      this.#database.prepare(`SELECT * FROM ${table} ${contentOf(table)} ORDER BY 1`).all(),
    ]);
    return Object.fromEntries(rows);
  }

  /** Replaces all tables. Throws and changes nothing when a row is invalid, or when `check` throws. */
  replace(tables: Tables, check: () => void): void {
    this.transaction(() => {
      for (const table of TABLES.toReversed()) this.#database.exec(`DELETE FROM ${table} ${contentOf(table)}`);
      for (const table of TABLES) {
        for (const [at, row] of tables[table].entries()) this.#insert(table, at, row);
      }
      check();
    });
  }

  /** Runs `action` in a transaction: when it throws, nothing is written. */
  transaction(action: () => void): void {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      action();
      this.#database.exec("COMMIT");
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** Adds an object, or replaces the one with this id. Throws a RowError that names it by `at`. */
  putObject(at: number, { resource, project, id, document }: ObjectRow): void {
    const sql = `INSERT INTO objects (resource, project, id, document) VALUES (?, ?, ?, ?)
       ON CONFLICT (resource, id) DO UPDATE SET project = excluded.project, document = excluded.document`;
    this.#run(`objects[${at}]`, sql, [resource, project, id, document]);
  }

  #insert(table: (typeof TABLES)[number], at: number, row: TableRow): void {
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`;
    this.#run(`tables.${table}[${at}]`, sql, Object.values(row));
  }

  #run(place: string, sql: string, values: readonly (string | number)[]): void {
    try {
      const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
      this.#statements.set(sql, statement);
      statement.run(...values);
    } catch (error) {
      const code = (error as { errcode?: number }).errcode ?? 0;
      if (code % 256 !== SQLITE_CONSTRAINT) throw error;
      throw new RowError(`${place}: ${REASONS[code] ?? (error as Error).message}`);
    }
  }

  close(): void {
    this.#database.close();
  }
}

type SecretName = "client tokens" | typeof CONTROL;

/** Belongs to the server and not to its content: no snapshot contains or replaces it. */
const CONTROL = "control token";

function contentOf(table: (typeof TABLES)[number]): string {
  return table === "settings" ? `WHERE name <> '${CONTROL}'` : "";
}

const SQLITE_CONSTRAINT = 19;
/** By SQLite's extended codes. */
const REASONS: { readonly [code: number]: string } = {
  787: "names a project that is not there",
  1555: "repeats the id or place of an earlier row",
  2067: "repeats the id or name of an earlier row",
};

function toProject({ id, signing_key, tokens }: { readonly [column: string]: unknown }): Project {
  return { id: String(id), signingKey: String(signing_key), tokens: JSON.parse(String(tokens)) };
}
