// Decides how the objects of one kind are kept: a JSON document each, found by identifier or by the handle a project knows it by.

import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Body } from "../../contract/index.ts";

export interface Row {
  /** Grows with every object created; newest is highest. */
  readonly position: number;
  readonly id: string;
  readonly document: Body;
}

export interface Entry {
  readonly id: string;
  readonly project: string;
  readonly handle: string;
  readonly label: string | null;
  readonly document: Body;
}

export interface Search {
  /** Part of the handle; the empty string matches everything. */
  readonly handle: string;
  readonly label: string;
}

/** Where in a list a page starts: beyond this position, in this direction. */
export interface Cursor {
  readonly direction: "older" | "newer";
  readonly position: number;
}

export class Collection {
  /** Documents read or written lately: most reads need not go to the database, which has them all. */
  readonly #lately = new Map<string, { readonly project: string; readonly document: Body }>();
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #delete: StatementSync;
  readonly #byId: StatementSync;
  readonly #byHandle: StatementSync;
  readonly #handles: StatementSync;
  readonly #older: StatementSync;
  readonly #newer: StatementSync;

  constructor(database: DatabaseSync, table: "endpoints" | "numbers") {
    const matching = `SELECT position, id, document FROM ${table} WHERE project = ?1
      AND (?2 = '' OR instr(handle, ?2) > 0) AND (?3 = '' OR instr(label, ?3) > 0)`;
    this.#insert = database.prepare(
      `INSERT INTO ${table} (id, project, handle, label, document) VALUES (?, ?, ?, ?, ?)`,
    );
    this.#update = database.prepare(`UPDATE ${table} SET handle = ?, label = ?, document = ? WHERE id = ?`);
    this.#delete = database.prepare(`DELETE FROM ${table} WHERE project = ? AND id = ?`);
    this.#byId = database.prepare(`SELECT position, id, document FROM ${table} WHERE id = ? AND project = ?`);
    this.#byHandle = database.prepare(`SELECT position, id, document FROM ${table} WHERE project = ? AND handle = ?`);
    this.#handles = database.prepare(`SELECT handle FROM ${table} WHERE project = ? ORDER BY position`);
    this.#older = database.prepare(`${matching} AND position < ?4 ORDER BY position DESC LIMIT ?5`);
    this.#newer = database.prepare(`${matching} AND position > ?4 ORDER BY position LIMIT ?5`);
  }

  /** False, and nothing done, when the project has an object with this handle. */
  insert({ id, project, handle, label, document }: Entry): boolean {
    try {
      this.#insert.run(id, project, handle, label, JSON.stringify(document));
    } catch (error) {
      if ((error as { errcode?: number }).errcode === SQLITE_CONSTRAINT_UNIQUE) return false;
      throw error;
    }
    this.#remember(id, project, document);
    return true;
  }

  update({ id, project, handle, label, document }: Entry): void {
    this.#update.run(handle, label, JSON.stringify(document), id);
    this.#remember(id, project, document);
  }

  /** Whether there was one. */
  delete(project: string, id: string): boolean {
    this.#lately.delete(id);
    return this.#delete.run(project, id).changes > 0;
  }

  find(project: string, id: string): Body | undefined {
    const known = this.#lately.get(id);
    if (known) return known.project === project ? known.document : undefined;
    const found = this.#byId.get(id, project);
    return found && this.#remember(id, project, JSON.parse(String(found.document)));
  }

  /** Takes up that the database was changed behind its back. */
  forget(): void {
    this.#lately.clear();
  }

  findByHandle(project: string, handle: string): Pick<Row, "id" | "document"> | undefined {
    const found = this.#byHandle.get(project, handle);
    return found && { id: String(found.id), document: JSON.parse(String(found.document)) };
  }

  /** The identifier of the object with this handle. */
  idOf(project: string, handle: string): string | undefined {
    const found = this.#byHandle.get(project, handle);
    return found && String(found.id);
  }

  /** Every handle of the project, oldest first. */
  handles(project: string): string[] {
    return this.#handles.all(project).map((found) => String(found.handle));
  }

  /** Up to `limit` objects beyond the cursor, newest first. */
  page(project: string, { handle, label }: Search, cursor: Cursor, limit: number): Row[] {
    const statement = cursor.direction === "older" ? this.#older : this.#newer;
    const rows = statement.all(project, handle, label, cursor.position, limit).map((found) => row(found) as Row);
    return cursor.direction === "older" ? rows : rows.reverse();
  }

  #remember(id: string, project: string, document: Body): Body {
    this.#lately.set(id, { project, document });
    if (this.#lately.size > REMEMBERED) this.#lately.delete(this.#lately.keys().next().value as string);
    return document;
  }
}

const REMEMBERED = 100_000;
const SQLITE_CONSTRAINT_UNIQUE = 2067;

function row(found: { readonly [column: string]: unknown }): Row {
  return {
    position: Number(found.position),
    id: String(found.id),
    document: JSON.parse(String(found.document)),
  };
}
