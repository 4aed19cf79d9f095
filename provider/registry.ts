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
  /**
   * `intend`: a resource declares these keys. `claim`: it holds the object. `ask`: returns another holder. `lost`: a process
   * with entries has ended.
   */
  readonly kind: "intend" | "claim" | "ask" | "lost";
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
  /** True when no process answered at all. */
  readonly isUnanswered: boolean;

  constructor(reason: string, isUnanswered = false) {
    super(
      `the other provider processes of this run could not be asked whether they hold it (${reason}), so nothing was changed. ` +
        "Run `pulumi up` again.",
    );
    this.isUnanswered = isUnanswered;
  }
}

/** Milliseconds to wait for an answer. */
const PATIENCE = 10_000;
/** The largest number of attempts: a process may end while another one starts. */
const MOST_ATTEMPTS = 5;

export class Registry {
  /** Several providers may use one process, so each run has an owner id of its own. */
  readonly #owner = randomUUID();
  readonly #path: string;
  #table: Promise<Table>;

  /** `engine` is the address that names the run; all its provider processes get the same. */
  constructor(engine: string) {
    this.#path = socketPath(engine);
    this.#table = open(this.#path);
    // Each question reports this failure.
    this.#table.catch(() => undefined);
  }

  /**
   * Sends a question. Returns another process's resource that conflicts.
   *
   * @throws HolderUnknown when that cannot be determined.
   */
  async put(question: Question): Promise<Other | undefined> {
    const table = await this.#table;
    try {
      return await table({ ...question, owner: this.#owner });
    } catch (error) {
      throw error instanceof HolderUnknown ? error : new HolderUnknown((error as Error).message);
    }
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

function newTable(): Table {
  const entries = new Map<string, Entry>();
  let isLost = false;

  return ({ kind, account, keys, object, label = "", owner }) => {
    isLost ||= kind === "lost";
    if (isLost) throw new Error(LOST);
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
    if (kind === "intend") for (const key of keys) entries.set(at(key), { ...entries.get(at(key)), owner, label });
    if (kind === "claim" && object !== undefined) {
      entries.set(at(object), { owner, label });
      for (const key of keys) if (!others(key)) entries.set(at(key), { owner, label, object });
    }
    return kind === "ask" && declarer ? { label: declarer.label, isHolder: false } : undefined;
  };
}

/** Serves the registry in the first process of the run; connects to it in the others. */
async function open(path: string): Promise<Table> {
  const failures: string[] = [];
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const served = await serve(path, newTable()).catch(codeOf);
    if (typeof served !== "string") return served;
    failures.push(served);
    if (served !== "EADDRINUSE") break;
    const asked = await ask(path, () => refuse(path)).catch(codeOf);
    if (typeof asked !== "string") return asked;
    failures.push(asked);
    if (isFile(path) && asked === "ECONNREFUSED") rmSync(path, { force: true });
  }
  throw new HolderUnknown([...new Set(failures)].join(", "));
}

async function serve(path: string, table: Table): Promise<Table> {
  const server = createServer((socket) => {
    socket.unref();
    socket.on("error", () => socket.destroy());
    linesOf(socket).on("line", async (line) => {
      const { number, ...question } = JSON.parse(line) as Owned & { readonly number: number };
      const answer = await Promise.resolve()
        .then(() => table(question))
        .then(
          (other) => ({ other }),
          (error: Error) => ({ doubt: error.message }),
        );
      socket.write(`${JSON.stringify({ number, ...answer })}\n`);
    });
  });
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  if (!isFile(path)) return table;
  process.once("exit", () => rmSync(path, { force: true }));
  const { ino } = lstatSync(path);
  return (question) => {
    // Another process may have removed the file as stale and serve in its place.
    if (lstatSync(path, { throwIfNoEntry: false })?.ino !== ino) throw new HolderUnknown("their socket was replaced");
    return table(question);
  };
}

interface Answer {
  readonly number: number;
  readonly other?: Other;
  readonly doubt?: string;
  readonly isUnanswered?: boolean;
}

async function ask(path: string, onLost: () => unknown): Promise<Table> {
  const socket: Socket = connect(path);
  socket.unref();
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  let isLost = false;
  let asked = 0;
  const waiting = new Map<number, (answer: Partial<Answer>) => void>();
  socket.on("error", () => socket.destroy());
  linesOf(socket).on("line", (line) => {
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.number)?.(answer);
  });
  socket.once("close", () => {
    isLost = true;
    for (const settle of waiting.values()) settle({ doubt: LOST, isUnanswered: true });
    onLost();
  });

  return async (question) => {
    if (isLost) throw new HolderUnknown(LOST, true);
    asked += 1;
    const number = asked;
    const answer = await new Promise<Partial<Answer>>((resolve) => {
      const timer = setTimeout(() => resolve({ doubt: "no answer", isUnanswered: true }), PATIENCE);
      waiting.set(number, (given) => {
        clearTimeout(timer);
        resolve(given);
      });
      socket.write(`${JSON.stringify({ number, ...question })}\n`);
    });
    waiting.delete(number);
    if (answer.doubt !== undefined) throw new HolderUnknown(answer.doubt, answer.isUnanswered);
    return answer.other;
  };
}

const LOST = "the process that knew has ended";

/**
 * Prevents a later process from serving an empty registry: takes the name of the ended process, or informs the process that has
 * taken it. The system frees the name shortly after it closes the connections.
 */
async function refuse(path: string): Promise<void> {
  for (let attempt = 0; attempt < 2 * MOST_ATTEMPTS; attempt += 1) {
    const served = await serve(path, () => Promise.reject(new Error(LOST))).catch(codeOf);
    if (served !== "EADDRINUSE") return;
    const refusal = await ask(path, () => undefined)
      .then((table) => table({ kind: "lost", account: "", keys: [], owner: "" }))
      .catch((error: Error) => error);
    if (refusal instanceof HolderUnknown && !refusal.isUnanswered) return;
    await pause(2 ** attempt);
  }
}

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
