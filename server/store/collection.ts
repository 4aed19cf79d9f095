import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Body, Resource } from "../../contract/index.ts";

export interface StoredObject {
  readonly id: string;
  readonly document: Body;
}

export interface Row extends StoredObject {
  /** Increases with every created object, and is never reused. */
  readonly position: number;
}

/** The start of a page: after this position, in this direction. */
export interface Cursor {
  readonly direction: "older" | "newer";
  readonly position: number;
}

/** The objects of one resource. Each query is limited to one project. */
export class Collection {
  readonly #database: DatabaseSync;
  readonly #where: string;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #delete: StatementSync;
  readonly #find: StatementSync;
  readonly #findByKey: StatementSync | undefined;

  constructor(database: DatabaseSync, { kind, uniqueKey, keyMayRepeat }: Resource) {
    this.#database = database;
    this.#where = `FROM objects WHERE resource = '${kind}' AND project = ?`;
    this.#insert = database.prepare(
      `INSERT INTO objects (resource, project, id, document) VALUES ('${kind}', ?, ?, ?)`,
    );
    this.#update = database.prepare(`UPDATE objects SET document = ? WHERE resource = '${kind}' AND id = ?`);
    this.#delete = database.prepare(`DELETE ${this.#where} AND id = ?`);
    this.#find = database.prepare(`SELECT document ${this.#where} AND id = ?`);
    if (uniqueKey === undefined || keyMayRepeat) return;
    // Compared as JSON text, because some different strings are equal as SQLite text.
    const key = `document -> '$.${uniqueKey}'`;
    database.exec(
      `CREATE INDEX IF NOT EXISTS ${kind}_${uniqueKey} ON objects (project, ${key}) WHERE resource = '${kind}'`,
    );
    this.#findByKey = database.prepare(`SELECT id, document ${this.#where} AND ${key} = ?`);
  }

  insert(project: string, id: string, document: Body): void {
    this.#insert.run(project, id, JSON.stringify(document));
  }

  update(id: string, document: Body): void {
    this.#update.run(JSON.stringify(document), id);
  }

  delete(project: string, id: string): void {
    this.#delete.run(project, id);
  }

  find(project: string, id: string): Body | undefined {
    const row = this.#find.get(project, id);
    return row && JSON.parse(String(row.document));
  }

  findByKey(project: string, value: string): StoredObject | undefined {
    const row = this.#findByKey?.get(project, JSON.stringify(value));
    return row && { id: String(row.id), document: JSON.parse(String(row.document)) };
  }

  /** Oldest first. */
  all(project: string): Row[] {
    return this.#database
      .prepare(`SELECT position, id, document ${this.#where} ORDER BY position`)
      .all(project)
      .map(toRow);
  }

  /** Returns up to `limit` objects after the cursor whose fields contain these texts in any case, newest first. */
  page(project: string, filters: ReadonlyMap<string, string>, { direction, position }: Cursor, limit: number): Row[] {
    const [beyond, order] = direction === "older" ? ["<", "DESC"] : [">", "ASC"];
    const contains = [...filters.keys()]
      .map((field) => ` AND instr(lower(document ->> '$.${field}'), lower(?))`)
      .join("");
    const found = this.#database
      .prepare(
        `SELECT position, id, document ${this.#where} AND position ${beyond} ?${contains} ORDER BY position ${order} LIMIT ?`,
      )
      .all(project, position, ...filters.values(), limit)
      .map(toRow);
    return direction === "older" ? found : found.reverse();
  }
}

function toRow({ position, id, document }: { readonly [column: string]: unknown }): Row {
  return { position: Number(position), id: String(id), document: JSON.parse(String(document)) };
}
