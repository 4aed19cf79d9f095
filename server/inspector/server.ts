import type { LiveChanges } from "../control/live.ts";

export class Refused extends Error {
  readonly status: number;
  readonly problems: readonly string[];

  constructor(status: number, problems: readonly string[]) {
    super(problems.join("; "));
    this.status = status;
    this.problems = problems;
  }
}

export interface Server {
  /** Sends a request. Returns the answer's JSON; undefined for an empty answer. */
  ask<Result>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Result>;
  /** Yields the server's activity until the connection ends. */
  live(signal: AbortSignal): AsyncGenerator<readonly LiveChanges[]>;
}

export function serverWith(token: string): Server {
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(init.body !== undefined && { "Content-Type": "application/json" }),
    };
    const answer = await fetch(`/_reference/${path}`, { ...init, method, headers });
    if (!answer.ok) throw new Refused(answer.status, await problemsOf(answer));
    return answer;
  };
  return {
    ask: async (method, path, body) => {
      const answer = await send(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
      const text = await answer.text();
      return text === "" ? undefined : JSON.parse(text);
    },
    live: async function* (signal) {
      const { body } = await send("GET", "live", { signal });
      if (body === null) return;
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const lines = (rest + part.value).split("\n");
        rest = lines.pop() ?? "";
        if (lines.length > 0) yield lines.map((line) => JSON.parse(line) as LiveChanges);
      }
    },
  };
}

/**
 * Returns the token from the page's address. Removes it there, so that the history and screenshots do not contain it. Keeps it
 * for this tab, so that the page can be reloaded.
 */
export function takeToken(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given !== null) {
    keepToken(given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEPT) ?? undefined;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEPT, token);
}

/** Gives the token to other tabs of this origin until the signal, so that a link opened in a new tab works. */
export function shareToken(token: string, signal: AbortSignal): void {
  const channel = new BroadcastChannel(KEPT);
  channel.onmessage = ({ data }) => data === ASKED && channel.postMessage({ token });
  signal.addEventListener("abort", () => channel.close());
}

/** Resolves with the token of another open tab; with undefined when no tab answers. */
export async function askOtherTabs(): Promise<string | undefined> {
  const channel = new BroadcastChannel(KEPT);
  const answer = new Promise<string | undefined>((resolve) => {
    channel.onmessage = ({ data }) => typeof data?.token === "string" && resolve(data.token);
    setTimeout(resolve, 400);
  });
  channel.postMessage(ASKED);
  const token = await answer;
  channel.close();
  if (token !== undefined) keepToken(token);
  return token;
}

const KEPT = "control token";
const ASKED = "who has it?";

async function problemsOf(answer: Response): Promise<readonly string[]> {
  const { problems, failure, error } = await answer.json().catch(() => ({}));
  return problems ?? [failure ?? error ?? `The server answered ${answer.status}.`];
}
