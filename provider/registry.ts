// The registry that all provider processes of one engine run share: which objects their resources declare and hold. The first
// process serves it on a local socket named after the engine's address; the others connect to it. On Linux and Windows, such a
// name disappears with its process, unlike a file (docs/decisions/0012).

import { createHash, randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Conflict } from "./client/errors.ts";

export interface Question {
  /** `intend`: a resource declares these keys. `claim`: it holds the object. `ask`: returns another holder. */
  readonly kind: "intend" | "claim" | "ask";
  readonly account: string;
  /** The resource's kind with the unique values from the program or from the state. */
  readonly keys: readonly string[];
  /** The resource's kind with the object's id. */
  readonly object?: string;
  /** The resource's class and name in the program. */
  readonly label?: string;
}

/** A resource of another process that holds the object, or only declares the same unique value. */
export interface Other {
  readonly label: string;
  readonly isHolder: boolean;
}

/** Thrown when it cannot be determined whether another process holds an object. */
export class HolderUnknown extends Conflict {
  /** True when the serving process ended before it answered. */
  readonly isLost: boolean;

  constructor(reason: string, isLost = false) {
    super(
      `the other provider processes of this run could not be asked whether they hold it (${reason}), so nothing was changed. ` +
        "Run the same command again.",
    );
    this.isLost = isLost;
  }
}

/** Milliseconds to wait for an answer. */
const PATIENCE = 10_000;
/** The largest number of attempts: a process may end while another one starts. Ten take about a second. */
const MOST_ATTEMPTS = 10;

export class Registry {
  /** Several providers may use one process, so each run has an owner id of its own. */
  readonly #owner = randomUUID();
  readonly #path: string;
  /**
   * The table while this process serves it, otherwise a copy. The engine ends the process of a declared provider that it removes,
   * while other processes still remove resources. One of them then serves its copy.
   */
  readonly #entries: Entries = new Map();
  #table: Promise<Table>;

  /** `engine` is the address that names the run; all its provider processes get the same. */
  constructor(engine: string) {
    this.#path = socketPath(engine);
    this.#table = this.#open();
  }

  /**
   * Sends a question. Returns another process's resource that conflicts.
   *
   * @throws HolderUnknown when that cannot be determined.
   */
  async put(question: Question): Promise<Other | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const table = await this.#table;
      try {
        return await table({ ...question, owner: this.#owner });
      } catch (error) {
        if (!(error instanceof HolderUnknown)) throw new HolderUnknown((error as Error).message);
        if (!error.isLost || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  #open(): Promise<Table> {
    const opened = open(this.#path, this.#entries, () => {
      this.#table = this.#open();
    });
    // Each question reports this failure.
    opened.catch(() => undefined);
    return opened;
  }
}

interface Owned extends Question {
  readonly owner: string;
}

type Table = (question: Owned) => Promise<Other | undefined> | Other | undefined;

interface Entry {
  readonly owner: string;
  readonly label: string;
  /** The object in the owner's claim. */
  readonly object?: string | undefined;
}

/** Account and key → entry. */
type Entries = Map<string, Entry>;

/** Answers questions from the entries. `put` stores an entry. */
function tableOf(entries: Entries, put: (key: string, entry: Entry) => void): (question: Owned) => Other | undefined {
  return ({ kind, account, keys, object, label = "", owner }) => {
    const at = (key: string) => `${account} ${key}`;
    const others = (key: string) => {
      const entry = entries.get(at(key));
      return entry && entry.owner !== owner ? entry : undefined;
    };
    const holder = object === undefined ? undefined : others(object);
    if (holder) return { label: holder.label, isHolder: true };
    // A declaration that already has an object concerns another object.
    const declarer = keys
      .map(others)
      .find((entry) => entry && (kind === "intend" || entry.object === undefined || entry.object === object));
    if (kind === "intend" && declarer) return { label: declarer.label, isHolder: false };
    if (kind === "intend") for (const key of keys) put(at(key), { ...entries.get(at(key)), owner, label });
    if (kind === "claim" && object !== undefined) {
      put(at(object), { owner, label });
      for (const key of keys) if (!others(key)) put(at(key), { owner, label, object });
    }
    return kind === "ask" && declarer ? { label: declarer.label, isHolder: false } : undefined;
  };
}

/** Serves the registry in the first process of the run; connects to it in the others. */
async function open(path: string, entries: Entries, onLost: () => void): Promise<Table> {
  const failures: string[] = [];
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const served = await serve(path, entries).catch(codeOf);
    if (typeof served !== "string") return served;
    failures.push(served);
    if (served !== "EADDRINUSE") break;
    const asked = await ask(path, entries, onLost).catch(codeOf);
    if (typeof asked !== "string") return asked;
    failures.push(asked);
    if (isFile(path) && asked === "ECONNREFUSED") rmSync(path, { force: true });
    // The system frees the name of an ended process shortly after it closes the connections.
    await pause(2 ** attempt);
  }
  throw new HolderUnknown([...new Set(failures)].join(", "));
}

/** A message to the serving process: a question, or the entries of a copy. */
type Sent = (Owned & { readonly number: number }) | { readonly copy: readonly (readonly [string, Entry])[] };

/** A message of the serving process: an answer, or a new entry, which is sent before the answer to its question. */
type Received =
  | { readonly number: number; readonly other?: Other | undefined; readonly doubt?: string }
  | { readonly key: string; readonly entry: Entry };

async function serve(path: string, entries: Entries): Promise<Table> {
  const copies = new Set<Socket>();
  const send = (socket: Socket, message: Received) => socket.write(`${JSON.stringify(message)}\n`);
  const put = (key: string, entry: Entry) => {
    entries.set(key, entry);
    for (const socket of copies) send(socket, { key, entry });
  };
  const inMemory = tableOf(entries, put);
  const table = (question: Owned) => {
    // Another process may have removed the file as stale and serve in its place.
    if (isFile(path) && lstatSync(path, { throwIfNoEntry: false })?.ino !== ino)
      throw new HolderUnknown("their socket was replaced");
    return inMemory(question);
  };
  const server = createServer((socket) => {
    socket.unref();
    socket.on("error", () => socket.destroy());
    socket.once("close", () => copies.delete(socket));
    copies.add(socket);
    for (const [key, entry] of entries) send(socket, { key, entry });
    linesOf(socket).on("line", (line) => {
      const message = JSON.parse(line) as Sent;
      if ("copy" in message) for (const [key, entry] of message.copy) put(key, entry);
      else send(socket, { number: message.number, ...answerOf(table, message) });
    });
  });
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  const ino = isFile(path) ? lstatSync(path).ino : undefined;
  if (isFile(path)) process.once("exit", () => rmSync(path, { force: true }));
  return table;
}

function answerOf(
  table: (question: Owned) => Other | undefined,
  question: Owned,
): { other?: Other | undefined; doubt?: string } {
  try {
    return { other: table(question) };
  } catch (error) {
    return { doubt: (error as Error).message };
  }
}

async function ask(path: string, entries: Entries, onLost: () => void): Promise<Table> {
  const socket: Socket = connect(path);
  socket.unref();
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  const send = (message: Sent) => socket.write(`${JSON.stringify(message)}\n`);
  let isLost = false;
  let asked = 0;
  const waiting = new Map<number, { resolve(other: Other | undefined): void; reject(reason: Error): void }>();
  socket.on("error", () => socket.destroy());
  linesOf(socket).on("line", (line) => {
    const message = JSON.parse(line) as Received;
    if ("key" in message) entries.set(message.key, message.entry);
    else if (message.doubt === undefined) waiting.get(message.number)?.resolve(message.other);
    else waiting.get(message.number)?.reject(new HolderUnknown(message.doubt));
  });
  socket.once("close", () => {
    isLost = true;
    onLost();
    for (const { reject } of waiting.values()) reject(new HolderUnknown(LOST, true));
  });
  // Entries of an earlier serving process, which a new one may lack.
  if (entries.size > 0) send({ copy: [...entries] });

  return async (question) => {
    if (isLost) throw new HolderUnknown(LOST, true);
    asked += 1;
    const number = asked;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Other | undefined>((resolve, reject) => {
        timer = setTimeout(() => reject(new HolderUnknown("no answer")), PATIENCE);
        waiting.set(number, { resolve, reject });
        send({ number, ...question });
      });
    } finally {
      clearTimeout(timer);
      waiting.delete(number);
    }
  };
}

const LOST = "the process that knew has ended";

/** Returns a short path: on macOS, a socket's path has at most 104 bytes. */
function socketPath(engine: string): string {
  const user = process.platform === "win32" ? userInfo().username : String(process.getuid?.());
  const name = `signalwire-${createHash("sha256").update(`${engine} ${user}`).digest("hex").slice(0, 24)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  // Linux's abstract names belong to a network namespace, like the engine's address: containers with shared folders stay
  // separate.
  if (process.platform === "linux") return `\0${name}`;
  const folder = join(tmpdir(), `signalwire-${user}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, name);
}

/**
 * Reads lines. The interface repeats the socket's errors, and an unhandled one would end the process; the socket's own
 * listeners handle them.
 */
function linesOf(socket: Socket) {
  return createInterface({ input: socket }).on("error", () => undefined);
}

function isFile(path: string): boolean {
  return process.platform !== "win32" && !path.startsWith("\0");
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}
