// Decides how the store's tables get into the data file and out of it: many changes to a transaction, for those cost most.

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type DataFileError, damaged, openDatabase } from "./database.ts";

/** The tables, and the column by which a row of each is found again. */
export const TABLES = {
  settings: "name",
  projects: "position",
  spent_tokens: "id",
  endpoints: "position",
  numbers: "position",
} as const;

export type Table = keyof typeof TABLES;

/** A row as it is in the file and in a snapshot. */
export interface TableRow {
  readonly [column: string]: string | number;
}

export type Tables = { readonly [table in Table]: readonly TableRow[] };

export const TABLE_NAMES = Object.keys(TABLES) as Table[];

/** Every write belongs to a transaction that the first one opens; it is safe once `commit` has returned. */
export class Ledger {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #puts = new Map<Table, StatementSync>();

  /** Throws a DataFileError for a file that cannot be used. */
  constructor(file: string) {
    this.#file = file;
    this.#database = openDatabase(file);
  }

  read(): Tables {
    const tables = TABLE_NAMES.map((table) => {
      const rows = this.#database.prepare(`SELECT * FROM ${table} ORDER BY ${TABLES[table]}`).all();
      return [table, rows];
    });
    return Object.fromEntries(tables);
  }

  /** Adds the row, or takes the place of the one with the same key. */
  put(table: Table, row: TableRow): void {
    this.#begin();
    const columns = Object.keys(row);
    let put = this.#puts.get(table);
    if (!put) {
      const values = columns.map((column) => `:${column}`).join(", ");
      const changes = columns.map((column) => `${column} = excluded.${column}`).join(", ");
      put = this.#database.prepare(
        `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values})
         ON CONFLICT (${TABLES[table]}) DO UPDATE SET ${changes}`,
      );
      this.#puts.set(table, put);
    }
    put.run(row);
  }

  remove(table: Table, key: string | number): void {
    this.#begin();
    this.#database.prepare(`DELETE FROM ${table} WHERE ${TABLES[table]} = ?`).run(key);
  }

  /** Puts these tables in the place of all there is. */
  replace(tables: Tables): void {
    this.#begin();
    for (const table of TABLE_NAMES) {
      this.#database.exec(`DELETE FROM ${table}`);
      for (const row of tables[table]) this.put(table, row);
    }
  }

  commit(): void {
    if (this.#database.isTransaction) this.#database.exec("COMMIT");
  }

  /** Undoes what was written since the last commit. */
  rollback(): void {
    if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
  }

  /** For rows that make no sense, though the file is in order: closes it and says so. */
  damage(): DataFileError {
    this.close();
    return damaged(this.#file);
  }

  close(): void {
    this.#database.close();
  }

  #begin(): void {
    if (!this.#database.isTransaction) this.#database.exec("BEGIN IMMEDIATE");
  }
}
