// How the page talks to the control API of the server that it came from.

import type { LiveChanges } from "../control/live.ts";

/** What the server answered instead of what was asked for. */
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
  /** The answer's JSON; undefined where it has none. */
  ask<Answer>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Answer>;
  /** What the server does, from now on; ends when the connection does. */
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
 * The token in the page's address. It is taken out of there, so that neither the history nor a picture of the screen has it, and kept
 * for this tab, so that the page can be loaded again.
 */
export function takeToken(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given !== null) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEPT) ?? undefined;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEPT, token);
}

const KEPT = "control token";

async function problemsOf(answer: Response): Promise<readonly string[]> {
  const { problems, failure, error } = await answer.json().catch(() => ({}));
  return problems ?? [failure ?? error ?? `The server answered ${answer.status}.`];
}
