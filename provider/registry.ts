// The registry that all provider processes of one engine run share: which objects their resources declare and hold. The first
// process serves it on a local socket named after the engine's address; the others connect to it (docs/decisions/0012).

import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Conflict } from "./client/errors.ts";
import { inodeOf, onMessages, removeOld, socketPath } from "./registry-socket.ts";

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
  readonly #engine: string;
  /**
   * The table while this process serves it, otherwise a copy. The engine ends the process of a declared provider that it removes,
   * while other processes still remove resources. One of them then serves its copy.
   */
  readonly #entries: Entries = new Map();
  #table: Promise<Table>;

  /** `engine` is the address that names the run; all its provider processes get the same. */
  constructor(engine: string) {
    this.#engine = engine;
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
    const opened = open(this.#engine, this.#entries, () => {
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
async function open(engine: string, entries: Entries, onLost: () => void): Promise<Table> {
  const path = socketPath(engine);
  const failures: string[] = [];
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const served = await serve(path, entries, onLost).catch(codeOf);
    if (typeof served !== "string") return served;
    failures.push(served);
    if (served !== "EADDRINUSE") break;
    const stale = inodeOf(path);
    const asked = await ask(path, entries, onLost).catch(codeOf);
    if (typeof asked !== "string") return asked;
    failures.push(asked);
    // The file of a process that was killed. Another process may have replaced it meanwhile.
    if (asked === "ECONNREFUSED" && stale !== undefined && inodeOf(path) === stale) rmSync(path, { force: true });
    // Windows frees the name of an ended process shortly after it closes the connections.
    await pause(2 ** attempt);
  }
  throw new HolderUnknown([...new Set(failures)].join(", "));
}

/** An entry of a copy, or a new entry, which the serving process sends before the answer to its question. */
interface Copied {
  readonly key: string;
  readonly entry: Entry;
}

interface Numbered extends Owned {
  readonly number: number;
}

interface Answer {
  readonly number: number;
  /** Null when no other resource conflicts. */
  readonly other: Other | null;
}

async function serve(path: string, entries: Entries, onLost: () => void): Promise<Table> {
  const copies = new Set<Socket>();
  const send = (socket: Socket, message: Answer | Copied) => socket.write(`${JSON.stringify(message)}\n`);
  const put = (key: string, entry: Entry) => {
    entries.set(key, entry);
    for (const socket of copies) send(socket, { key, entry });
  };
  const inMemory = tableOf(entries, put);
  let isReplaced = false;
  const isServing = () => {
    if (!isReplaced && inodeOf(path) !== inode) {
      // Another process removed the file as stale and serves in its place: this one becomes its client. The server stays open,
      // because closing it would remove the other one's file.
      isReplaced = true;
      for (const socket of copies) socket.destroy();
      onLost();
    }
    return !isReplaced;
  };
  const server = createServer((socket) => {
    socket.unref();
    socket.on("error", () => socket.destroy());
    socket.once("close", () => copies.delete(socket));
    copies.add(socket);
    for (const [key, entry] of entries) send(socket, { key, entry });
    onMessages(socket, (message) => {
      if (isCopied(message)) put(message.key, message.entry);
      else if (isQuestion(message) && isServing())
        send(socket, { number: message.number, other: inMemory(message) ?? null });
      else return false;
      return true;
    });
  });
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  const inode = inodeOf(path);
  removeOld(path);
  return (question) => {
    if (isServing()) return inMemory(question);
    throw new HolderUnknown(LOST, true);
  };
}

async function ask(path: string, entries: Entries, onLost: () => void): Promise<Table> {
  const socket: Socket = connect(path);
  socket.unref();
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  const send = (message: Numbered | Copied) => socket.write(`${JSON.stringify(message)}\n`);
  let isLost = false;
  let asked = 0;
  const waiting = new Map<number, { resolve(other: Other | undefined): void; reject(reason: Error): void }>();
  socket.on("error", () => socket.destroy());
  onMessages(socket, (message) => {
    if (isCopied(message)) entries.set(message.key, message.entry);
    else if (isAnswer(message)) waiting.get(message.number)?.resolve(message.other ?? undefined);
    else return false;
    return true;
  });
  socket.once("close", () => {
    isLost = true;
    onLost();
    for (const { reject } of waiting.values()) reject(new HolderUnknown(LOST, true));
  });
  // Entries of an earlier serving process, which a new one may lack.
  for (const [key, entry] of entries) send({ key, entry });

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

function isCopied(message: unknown): message is Copied {
  const { key, entry } = record(message);
  const { owner, label, object } = record(entry);
  return isText(key) && isText(owner) && isText(label) && isTextOrNone(object);
}

function isQuestion(message: unknown): message is Numbered {
  const { number, kind, account, keys, object, label, owner } = record(message);
  const isKind = kind === "intend" || kind === "claim" || kind === "ask";
  const areKeys = Array.isArray(keys) && keys.every(isText);
  return (
    Number.isSafeInteger(number) &&
    isKind &&
    isText(account) &&
    areKeys &&
    isText(owner) &&
    [object, label].every(isTextOrNone)
  );
}

function isAnswer(message: unknown): message is Answer {
  const { number, other } = record(message);
  const { label, isHolder } = record(other);
  const isOther = other === null || (isText(label) && typeof isHolder === "boolean");
  return Number.isSafeInteger(number) && isOther;
}

function record(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || isText(value);
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}
