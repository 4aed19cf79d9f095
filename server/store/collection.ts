// Decides how the objects of one kind are kept and found: by identifier, by the handle a project knows it by, and in order of age.

import type { Body } from "../../contract/index.ts";

export interface Entry {
  readonly id: string;
  readonly project: string;
  readonly document: Body;
}

export interface Row extends Entry {
  /** Grows with every object created; newest is highest. */
  readonly position: number;
}

/** Fields of the documents that matter to a collection. */
export interface Keys {
  /** What a project knows an object by, and no second one: a user name, a number. */
  readonly handle: string;
  /** What else a list can be searched for. */
  readonly label: string;
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

/** Told of every change, to keep it elsewhere. */
export interface Recorder {
  put(row: Row): void;
  remove(row: Row): void;
}

export class Collection {
  readonly #keys: Keys;
  readonly #recorder: Recorder | undefined;
  readonly #rows = new Map<string, Row>();
  readonly #shelves = new Map<string, Shelf>();
  #last = 0;

  constructor(keys: Keys, recorder?: Recorder) {
    this.#keys = keys;
    this.#recorder = recorder;
  }

  /** False, and nothing done, when the project has an object with this handle. */
  insert({ id, project, document }: Entry): boolean {
    const shelf = this.#shelf(project);
    if (shelf.byHandle.has(this.#handle(document))) return false;
    const row: Row = { position: this.#last + 1, id, project, document };
    this.#add(shelf, row);
    this.#recorder?.put(row);
    return true;
  }

  update({ id, project, document }: Entry): void {
    const old = this.#rows.get(id);
    if (!old) return;
    const row: Row = { position: old.position, id, project, document };
    const shelf = this.#shelf(project);
    this.#rows.set(id, row);
    shelf.inOrder[place(shelf, row.position)] = row;
    shelf.byHandle.delete(this.#handle(old.document));
    shelf.byHandle.set(this.#handle(document), row);
    this.#recorder?.put(row);
  }

  /** Whether there was one. */
  delete(project: string, id: string): boolean {
    const row = this.#rows.get(id);
    if (row?.project !== project) return false;
    const shelf = this.#shelf(project);
    this.#rows.delete(id);
    shelf.byHandle.delete(this.#handle(row.document));
    // A gap, not a splice: those move everything behind them. Once half of the list is gaps, they are closed up together.
    shelf.inOrder[place(shelf, row.position)] = { position: row.position };
    shelf.gaps += 1;
    if (shelf.gaps * 2 > shelf.inOrder.length) {
      shelf.inOrder = shelf.inOrder.filter(isRow);
      shelf.gaps = 0;
    }
    this.#recorder?.remove(row);
    return true;
  }

  find(project: string, id: string): Body | undefined {
    const row = this.#rows.get(id);
    return row?.project === project ? row.document : undefined;
  }

  findByHandle(project: string, handle: string): Row | undefined {
    return this.#shelves.get(project)?.byHandle.get(handle);
  }

  /** Every handle of the project, oldest first. */
  handles(project: string): string[] {
    return this.#inOrder(project)
      .filter(isRow)
      .map(({ document }) => this.#handle(document));
  }

  /** Up to `limit` objects beyond the cursor, newest first. */
  page(project: string, search: Search, { direction, position }: Cursor, limit: number): Row[] {
    const inOrder = this.#inOrder(project);
    const found: Row[] = [];
    const step = direction === "older" ? -1 : 1;
    const beyond = direction === "older" ? position : position + 1;
    for (let at = firstFrom(inOrder, beyond) + Math.min(step, 0); found.length < limit; at += step) {
      const row = inOrder[at];
      if (row === undefined) break;
      if (isRow(row) && this.#matches(row, search)) found.push(row);
    }
    return direction === "older" ? found : found.reverse();
  }

  /** Everything, oldest first. */
  all(): Row[] {
    return [...this.#rows.values()].sort((a, b) => a.position - b.position);
  }

  /** Holds these rows from now on and no others; nobody is told. Throws when two of them claim one place. */
  fill(rows: readonly Row[]): void {
    this.#rows.clear();
    this.#shelves.clear();
    this.#last = 0;
    for (const row of [...rows].sort((a, b) => a.position - b.position)) {
      const shelf = this.#shelf(row.project);
      if (row.position <= this.#last) throw new Error(`two rows have the position ${row.position}`);
      if (this.#rows.has(row.id)) throw new Error(`two rows have the id ${row.id}`);
      const handle = this.#handle(row.document);
      if (shelf.byHandle.has(handle)) throw new Error(`two rows of a project are called ${handle}`);
      this.#add(shelf, row);
    }
  }

  #add(shelf: Shelf, row: Row): void {
    this.#last = row.position;
    this.#rows.set(row.id, row);
    shelf.byHandle.set(this.#handle(row.document), row);
    shelf.inOrder.push(row);
  }

  #handle(document: Body): string {
    return String(document[this.#keys.handle]);
  }

  #matches({ document }: Row, { handle, label }: Search): boolean {
    const value = document[this.#keys.label];
    if (label !== "" && !(typeof value === "string" && value.includes(label))) return false;
    return this.#handle(document).includes(handle);
  }

  #shelf(project: string): Shelf {
    let shelf = this.#shelves.get(project);
    if (!shelf) {
      shelf = { byHandle: new Map(), inOrder: [], gaps: 0 };
      this.#shelves.set(project, shelf);
    }
    return shelf;
  }

  #inOrder(project: string): readonly (Row | Gap)[] {
    return this.#shelves.get(project)?.inOrder ?? [];
  }
}

/** Where a deleted object was. */
interface Gap {
  readonly position: number;
}

/** What one project has. */
interface Shelf {
  readonly byHandle: Map<string, Row>;
  /** By position, rising. */
  inOrder: (Row | Gap)[];
  gaps: number;
}

function isRow(row: Row | Gap): row is Row {
  return "id" in row;
}

function place({ inOrder }: Shelf, position: number): number {
  return firstFrom(inOrder, position);
}

/** The index of the first row at this position or beyond. */
function firstFrom(inOrder: readonly { readonly position: number }[], position: number): number {
  let [low, high] = [0, inOrder.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inOrder[middle]?.position ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
