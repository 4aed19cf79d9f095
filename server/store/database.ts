// Opens the server's data file. Only one server can use a file, and every finished write survives a killed process.

import { chmodSync, closeSync, existsSync, openSync, realpathSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { SignalWireError } from "../../contract/index.ts";

/** Why a data file cannot be opened, after its name. */
const PROBLEMS = {
  data_file_foreign: "is not a data file of this server. It was left untouched; name another file.",
  data_file_damaged: "is damaged. It was left untouched; restore a copy, or name another file.",
  data_file_in_use: "is in use by another server. Stop that one, or name another file.",
  data_file_newer: "was written by a newer version of this server. Use that version, or another file.",
  data_file_unreachable: "cannot be opened: {reason}. Name another file.",
} as const;

/** Thrown when a data file cannot be opened. The file is unchanged. */
export class DataFileError extends SignalWireError {
  readonly code: keyof typeof PROBLEMS;

  constructor(code: keyof typeof PROBLEMS, file: string, reason = "") {
    super(`${file} ${PROBLEMS[code].replace("{reason}", () => reason)}`);
    this.code = code;
  }
}

/** Opens a database in memory, or the data file, which is created if it is empty or missing. Throws a {@link DataFileError}. */
export function openDatabase(file?: string): DatabaseSync {
  if (file === undefined) return withTables(new DatabaseSync(":memory:"));
  if (existsSync(file) && statSync(file).size > 0) checkFile(file);
  makePrivate(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // Exclusive: the lock belongs to the connection and ends with the process, so a killed server leaves none.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    withTables(database);
    // A write-ahead log: a finished write has left the process, so `kill -9` cannot lose it.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    return database;
  } catch (error) {
    database?.close();
    throw explain(error, file);
  }
}

/** Marks a file as ours, in the header field that SQLite reserves: "psws". */
const APPLICATION = 0x70737773;

/** The version of the tables, in SQLite's `user_version`. */
const VERSION = 1;

const TABLES = `
   CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
   CREATE TABLE projects (
     position INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     signing_key TEXT NOT NULL,
     tokens TEXT NOT NULL CHECK (json_valid(tokens) AND json_type(tokens) = 'array')
   ) STRICT;
   CREATE TABLE spent_tokens (id TEXT PRIMARY KEY) STRICT;
   CREATE TABLE objects (
     position INTEGER PRIMARY KEY AUTOINCREMENT,
     resource TEXT NOT NULL,
     project TEXT NOT NULL REFERENCES projects (id),
     id TEXT NOT NULL,
     document TEXT NOT NULL CHECK (json_valid(document) AND json_type(document) = 'object'),
     UNIQUE (resource, id)
   ) STRICT;
   CREATE INDEX objects_in_order ON objects (resource, project, position);`;

/** Creates the tables in a new database. */
function withTables(database: DatabaseSync): DatabaseSync {
  if (pragma(database, "application_id") !== APPLICATION)
    database.exec(
      `BEGIN IMMEDIATE; ${TABLES} PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}; COMMIT`,
    );
  return database;
}

/** Returns the message for an error that may come from the database. A failed write was not stored at all. */
export function explainWriteFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const isDatabase = (error as { code?: unknown }).code === "ERR_SQLITE_ERROR";
  return isDatabase ? `The data file could not be written, so nothing was kept: ${message}` : message;
}

/** Restricts a file to its owner, because it will contain credentials. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
    // Also the files that a killed server left: they contain the newest rows.
    for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, 0o600);
  } catch (error) {
    throw new DataFileError("data_file_unreachable", file, (error as Error).message);
  }
}

/** Inspects an existing file without changing it. */
function checkFile(file: string): void {
  // Immutable: SQLite neither locks the file nor creates others beside it during the inspection.
  const header = new URL(`${pathToFileURL(realpathSync(file)).href}?immutable=1`);
  const [application, version] = readFrom(header, file, (database) => [
    pragma(database, "application_id"),
    pragma(database, "user_version"),
  ]);
  if (application !== APPLICATION) throw new DataFileError("data_file_foreign", file);
  if (version !== VERSION) throw new DataFileError("data_file_newer", file);
  // Even reading creates files: an empty log, and shared memory that an exclusive connection never uses.
  const left = [`${file}-wal`, `${file}-shm`].filter((name) => !existsSync(name));
  try {
    const [verdict, unreadable] = readFrom(file, file, (database) => [
      pragma(database, "quick_check(1)"),
      // Queried separately, because the integrity check skips such rows in an index of an expression.
      database.prepare("SELECT id FROM objects WHERE NOT json_valid(document) LIMIT 1").get(),
    ]);
    if (verdict !== "ok" || unreadable) throw new DataFileError("data_file_damaged", file);
  } finally {
    for (const name of left) rmSync(name, { force: true });
  }
}

function readFrom<T>(target: string | URL, file: string, read: (database: DatabaseSync) => T): T {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(target, { readOnly: true });
    return read(database);
  } catch (error) {
    throw explain(error, file);
  } finally {
    database?.close();
  }
}

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

function explain(error: unknown, file: string): unknown {
  const sqlite = (error as { errcode?: number }).errcode;
  if (sqlite === undefined) return error;
  const code = BY_ERROR.get(sqlite & 0xff) ?? "data_file_unreachable";
  return new DataFileError(code, file, (error as Error).message);
}

/** SQLite's codes BUSY, CORRUPT and NOTADB. */
const BY_ERROR: ReadonlyMap<number, DataFileError["code"]> = new Map([
  [5, "data_file_in_use"],
  [11, "data_file_damaged"],
  [26, "data_file_foreign"],
]);
