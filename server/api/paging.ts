// Cuts a list into pages, filters it and links the pages (gap `list-pages`).

import { hash } from "node:crypto";
import { type Lists, PAGE_SIZE } from "../../contract/index.ts";
import { invalid, Refusal } from "../http/answers.ts";
import type { Collection, Cursor, Row } from "../store/collection.ts";

export interface ListRequest {
  /** The path in links. */
  readonly path: string;
  readonly names: Pick<Lists, "number" | "size" | "token">;
  readonly query: URLSearchParams;
  readonly project: string;
  /** Fields and the texts that each object of this list has in them. */
  readonly within?: { readonly [field: string]: string };
  /** Query parameters → the field that each one filters by a part of its value. */
  readonly filters: { readonly [parameter: string]: string };
}

export interface Page {
  /** The number of the page, from 0, and the most objects that it may have. */
  readonly number: number;
  readonly size: number;
  readonly links: { readonly [name: string]: string };
  readonly rows: readonly Row[];
}

/** Returns one page of a collection. A token marks the start of the page, so created and deleted objects do not shift it. */
export function page(collection: Collection, request: ListRequest): Page {
  const { path, names, query, project, filters, within = {} } = request;
  const { number, size, cursor } = parse(request);
  const given = Object.keys(filters).flatMap((name) => {
    const text = last(query, name);
    return text ? [[name, text] as const] : [];
  });
  const search = new Map([
    ...given.map(([name, text]) => [filters[name] ?? "", text] as const),
    ...Object.entries(within),
  ]);

  const found = collection.page(project, search, cursor ?? NEWEST, size + 1);
  const more = found.length > size;
  const rows = cursor?.direction === "newer" ? found.slice(-size) : found.slice(0, size);

  const link = (to: number, token?: string) => {
    const parameters = new URLSearchParams(Object.fromEntries(given));
    parameters.set(names.number, String(to));
    parameters.set(names.size, String(size));
    if (token) parameters.set(names.token, token);
    return `${path}?${parameters}`;
  };
  const tokenFor = (to: number, direction: Cursor["direction"], position: number) =>
    pageToken({ ...request, number: to }, { direction, position });

  // A page whose objects were deleted stays at its cursor's position.
  const newest = rows[0]?.position ?? (cursor?.direction === "older" ? cursor.position - 1 : undefined);
  const oldest = rows.at(-1)?.position ?? (cursor?.direction === "newer" ? cursor.position + 1 : undefined);
  const links: { [name: string]: string } = {
    self: link(number, last(query, names.token)),
    first: link(0),
  };
  // When the request came from an older page, a newer page exists.
  if (oldest !== undefined && (more || cursor?.direction === "newer")) {
    links.next = link(number + 1, tokenFor(number + 1, "older", oldest));
  }
  if (number === 1) links.prev = link(0);
  // No object is newer than an empty page that was reached from an older one.
  else if (number > 1 && newest === undefined) links.prev = link(0);
  else if (number > 1 && newest !== undefined) links.prev = link(number - 1, tokenFor(number - 1, "newer", newest));
  return { number, size, links, rows };
}

/** Lists begin with the newest object (gap `list-order`). */
const NEWEST: Cursor = { direction: "older", position: Number.MAX_SAFE_INTEGER };

function parse(request: ListRequest): { number: number; size: number; cursor: Cursor | undefined } {
  const { names, query } = request;
  const number = whole(last(query, names.number) ?? "0");
  const size = whole(last(query, names.size) ?? String(PAGE_SIZE.usual));
  const token = last(query, names.token);
  const problems = [];
  if (number === undefined) problems.push({ field: names.number, detail: "must be a whole number from 0" });
  if (size === undefined || size < 1 || size > PAGE_SIZE.largest) {
    problems.push({ field: names.size, detail: `must be a whole number from 1 to ${PAGE_SIZE.largest}` });
  }
  let cursor: Cursor | undefined;
  if (token !== undefined && number !== undefined) {
    cursor = cursorIn(token);
    if (token !== pageToken({ ...request, number }, cursor))
      problems.push({ field: names.token, detail: "is not one that this list gave out for this page" });
  } else if (number) {
    problems.push({
      field: names.token,
      detail: `is required when ${names.number} is above 0; follow the links of the page before`,
    });
  }
  if (problems.length > 0 || number === undefined || size === undefined) throw new Refusal(invalid(problems));
  return { number, size, cursor };
}

function whole(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Returns the parameter's value. A repeated parameter counts with its last value. */
function last(query: URLSearchParams, name: string): string | undefined {
  return query.getAll(name).at(-1);
}

/** Returns `PA` and a UUID, like the live service: the cursor, then a digest of the page that it is valid for. */
function pageToken(
  { path, query, project, filters, number }: ListRequest & { readonly number: number },
  { direction, position }: Cursor,
): string {
  const cursor = (position * 2 + Number(direction === "newer")).toString(16).padStart(12, "0");
  const digest = hash(
    "sha256",
    JSON.stringify([cursor, path, project, number, ...Object.keys(filters).map((name) => last(query, name))]),
  );
  // Version 8 of RFC 9562: a UUID with content of its own.
  const digits = `${cursor}8${digest.slice(0, 3)}8${digest.slice(3, 18)}`;
  return `PA${digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")}`;
}

function cursorIn(token: string): Cursor {
  const packed = Number.parseInt(token.slice(2, 15).replace("-", ""), 16);
  return { direction: packed % 2 === 1 ? "newer" : "older", position: Math.floor(packed / 2) };
}
