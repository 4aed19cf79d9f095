// The registry that all provider processes of one engine run share: which objects their resources declare and hold. The first
// process serves it on a local socket named after the engine's address; the others connect to it (docs/decisions/0012).

import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { Conflict } from "../client/errors.ts";
import { inodeOf, onMessages, removeOld, socketPath } from "./registry-socket.ts";

const questionSchema = z.object({
  /** `intend`: a resource declares these keys. `claim`: it holds the object. `ask`: returns another holder. */
  kind: z.enum(["intend", "claim", "ask"]),
  account: z.string(),
  /** The resource's kind with the unique values from the program or from the state. */
  keys: z.array(z.string()).readonly(),
  /** The resource's kind with the object's id. */
  object: z.string().optional(),
  /** The resource's class and name in the program. */
  label: z.string().optional(),
});

export type Question = Readonly<z.infer<typeof questionSchema>>;

/** A resource of another process that holds the object, or only declares the same unique value. */
const otherSchema = z.object({ label: z.string(), isHolder: z.boolean() });

export type Other = Readonly<z.infer<typeof otherSchema>>;

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
const ANSWER_TIMEOUT = 10_000;
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

const ownedSchema = questionSchema.extend({ owner: z.string() });

type Owned = z.infer<typeof ownedSchema>;

type Table = (question: Owned) => Promise<Other | undefined> | Other | undefined;

const entrySchema = z.object({
  owner: z.string(),
  label: z.string(),
  /** The object in the owner's claim. */
  object: z.string().optional(),
});

type Entry = z.infer<typeof entrySchema>;

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
const copiedSchema = z.object({ key: z.string(), entry: entrySchema });

/** Answers come in the order of the questions. `other` is null when no other resource conflicts. */
const answerSchema = z.object({ other: otherSchema.nullable() });

type Copied = z.infer<typeof copiedSchema>;

async function serve(path: string, entries: Entries, onLost: () => void): Promise<Table> {
  const copies = new Set<Socket>();
  const send = (socket: Socket, message: z.infer<typeof answerSchema> | Copied) =>
    socket.write(`${JSON.stringify(message)}\n`);
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
      const copy = copiedSchema.safeParse(message).data;
      const asked = ownedSchema.safeParse(message).data;
      if (copy) put(copy.key, copy.entry);
      else if (asked && isServing()) send(socket, { other: inMemory(asked) ?? null });
      return copy !== undefined || (asked !== undefined && !isReplaced);
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
  const send = (message: Owned | Copied) => socket.write(`${JSON.stringify(message)}\n`);
  let isLost = false;
  const waiting: PromiseWithResolvers<Other | undefined>[] = [];
  socket.on("error", () => socket.destroy());
  onMessages(socket, (message) => {
    const copy = copiedSchema.safeParse(message).data;
    const answered = answerSchema.safeParse(message).data;
    if (copy) entries.set(copy.key, copy.entry);
    else if (answered) waiting.shift()?.resolve(answered.other ?? undefined);
    return (copy ?? answered) !== undefined;
  });
  socket.once("close", () => {
    isLost = true;
    onLost();
    for (const { reject } of waiting) reject(new HolderUnknown(LOST, true));
  });
  // Entries of an earlier serving process, which a new one may lack.
  for (const [key, entry] of entries) send({ key, entry });

  return async (question) => {
    if (isLost) throw new HolderUnknown(LOST, true);
    const answer = Promise.withResolvers<Other | undefined>();
    const timer = setTimeout(() => answer.reject(new HolderUnknown("no answer")), ANSWER_TIMEOUT);
    // A question without an answer stays: its answer may come late.
    waiting.push(answer);
    send(question);
    return answer.promise.finally(() => clearTimeout(timer));
  };
}

const LOST = "the process that knew has ended";

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}
