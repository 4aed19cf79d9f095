// Opens the server's data file. Only one server can use a file, and every finished write survives a killed process.

import { chmodSync, closeSync, existsSync, openSync, realpathSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { SignalWireError } from "../../contract/index.ts";

/** Thrown when a data file cannot be opened. The file is unchanged. */
export class DataFileError extends SignalWireError {
  readonly code:
    | "data_file_foreign"
    | "data_file_damaged"
    | "data_file_in_use"
    | "data_file_newer"
    | "data_file_unreachable";

  constructor(code: DataFileError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** Opens a database in memory, or the data file, which is created if it is empty or missing. Throws a {@link DataFileError}. */
export function openDatabase(file?: string): DatabaseSync {
  if (file === undefined) return migrate(new DatabaseSync(":memory:"));
  if (existsSync(file) && statSync(file).size > 0) checkFile(file);
  makePrivate(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // Exclusive: the lock belongs to the connection and ends with the process, so a killed server leaves none.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    migrate(database);
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

/** Each migrates a database from the version of its index to the next. */
const MIGRATIONS = [
  `CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
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
   CREATE INDEX objects_in_order ON objects (resource, project, position);`,
];

function migrate(database: DatabaseSync): DatabaseSync {
  for (let version = Number(pragma(database, "user_version")); version < MIGRATIONS.length; version += 1) {
    database.exec(
      `BEGIN IMMEDIATE; ${MIGRATIONS[version]}
       PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${version + 1}; COMMIT`,
    );
  }
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
    throw unreachable(file, error as Error);
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
  if (application !== APPLICATION) throw foreign(file);
  if (Number(version) > MIGRATIONS.length) {
    throw new DataFileError(
      "data_file_newer",
      `${file} was written by a newer version of this server. Use that version, or another file.`,
    );
  }
  // Even reading creates files: an empty log, and shared memory that an exclusive connection never uses.
  const left = [`${file}-wal`, `${file}-shm`].filter((name) => !existsSync(name));
  try {
    const [verdict, unreadable] = readFrom(file, file, (database) => [
      pragma(database, "quick_check(1)"),
      // Queried separately, because the integrity check skips such rows in an index of an expression.
      database.prepare("SELECT id FROM objects WHERE NOT json_valid(document) LIMIT 1").get(),
    ]);
    if (verdict !== "ok" || unreadable) throw damaged(file);
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
  const code = (error as { errcode?: number }).errcode;
  if (code === undefined) return error;
  switch (code & 0xff) {
    case SQLITE_BUSY:
      return new DataFileError(
        "data_file_in_use",
        `${file} is in use by another server. Stop that one, or name another file.`,
      );
    case SQLITE_NOTADB:
      return foreign(file);
    case SQLITE_CORRUPT:
      return damaged(file);
    default:
      return unreachable(file, error as Error);
  }
}

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

function foreign(file: string): DataFileError {
  return new DataFileError(
    "data_file_foreign",
    `${file} is not a data file of this server. It was left untouched; name another file.`,
  );
}

function unreachable(file: string, { message }: Error): DataFileError {
  return new DataFileError("data_file_unreachable", `${file} cannot be opened: ${message}. Name another file.`);
}

function damaged(file: string): DataFileError {
  return new DataFileError(
    "data_file_damaged",
    `${file} is damaged. It was left untouched; restore a copy, or name another file.`,
  );
}
