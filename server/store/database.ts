// Decides which file may be opened as the server's data, and how: one server a file, every finished write safe from a killed process.

import { closeSync, existsSync, openSync, realpathSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

/** Why a data file was not opened. The file is as it was. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
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

/** Opens the data file, and makes it one when it is empty or not there. */
export function openDatabase(file: string): DatabaseSync {
  if (existsSync(file) && statSync(file).size > 0) inspect(file);
  else createPrivate(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // Exclusive: the lock lives as long as the connection and dies with the process, so a killed server leaves none behind.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    prepare(database);
    // A write ahead log: a finished write has left the process, so `kill -9` cannot lose it.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    return database;
  } catch (error) {
    database?.close();
    throw explain(error, file);
  }
}

/** There will be credentials in it: nobody but its owner may read it. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    throw unreachable(file, error as Error);
  }
}

/** Marks a file as ours ("psw2" in the header that SQLite reserves for it; files of "psw1" were never released). */
const APPLICATION = 0x70737732;
const VERSION = 1;

const SCHEMA = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE projects (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    document TEXT NOT NULL
  ) STRICT;
  CREATE TABLE spent_tokens (id TEXT PRIMARY KEY) STRICT;
  ${collection("endpoints")}
  ${collection("numbers")}
`;

/** The columns are the members of a row of that collection. */
function collection(table: string): string {
  return `
  CREATE TABLE ${table} (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    project TEXT NOT NULL,
    document TEXT NOT NULL
  ) STRICT;`;
}

function prepare(database: DatabaseSync): DatabaseSync {
  if (pragma(database, "user_version") === 0) {
    database.exec(
      `BEGIN IMMEDIATE; ${SCHEMA} PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}; COMMIT`,
    );
  }
  return database;
}

/** Looks at an existing file without changing a byte of it. */
function inspect(file: string): void {
  // Immutable: SQLite neither locks the file nor puts others beside it while we find out whose it is.
  const header = new URL(`${pathToFileURL(realpathSync(file)).href}?immutable=1`);
  const [application, version] = look(header, file, (database) => [
    pragma(database, "application_id"),
    pragma(database, "user_version"),
  ]);
  if (application !== APPLICATION) throw foreign(file);
  if (Number(version) > VERSION) {
    throw new DataFileError(
      "data_file_newer",
      `${file} was written by a newer version of this server. Use that version, or another file.`,
    );
  }
  // Even reading leaves files behind: an empty log, and shared memory that an exclusive connection never uses.
  const left = [`${file}-wal`, `${file}-shm`].filter((name) => !existsSync(name));
  try {
    const verdict = look(file, file, (database) => pragma(database, "quick_check(1)"));
    if (verdict !== "ok") throw damaged(file);
  } finally {
    for (const name of left) rmSync(name, { force: true });
  }
}

function look<T>(target: string | URL, file: string, question: (database: DatabaseSync) => T): T {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(target, { readOnly: true });
    return question(database);
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

export function damaged(file: string): DataFileError {
  return new DataFileError(
    "data_file_damaged",
    `${file} is damaged. It was left untouched; restore a copy, or name another file.`,
  );
}
