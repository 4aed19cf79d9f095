// Why a request got no document, in one table: the live service's code, and the words of steps and verdicts.

import type { Details } from "./events.ts";

/** Why a request failed. */
export interface Failure {
  /** The live service's code. */
  readonly code: number;
  readonly cause: Cause;
  /** The cause as a sentence. */
  readonly reason: string;
}

interface Row {
  readonly code: number;
  /** The end of a sentence, before the code. */
  readonly text: (details: Details) => string;
  /** The same after the request's name, in a verdict. */
  readonly problem: (reason: string, status: number | null) => string;
}

const TABLE = {
  host_not_allowed: {
    code: 11_200,
    text: () => "this server calls loopback addresses only, unless the host is allowed (--allow-webhooks-to)",
    problem: (reason) => `failed: ${reason}`,
  },
  server_stopped: {
    code: 11_200,
    text: () => "the server was stopped",
    problem: () => "was cut off, because the server was stopped",
  },
  redirect_invalid: {
    code: 11_251,
    text: () => "the redirect leads to an address that is no URL",
    problem: () => "redirects to an address that is no URL",
  },
  too_many_redirects: {
    code: 11_215,
    text: ({ most }) => `more than ${most} redirects`,
    problem: () => "redirects too often",
  },
  bad_status: {
    code: 11_217,
    text: ({ status }) => `the answer was ${status}`,
    problem: (_, status) => `answered ${status}`,
  },
  script_deleted: {
    code: 11_217,
    text: () => "no script has this address any more (404)",
    problem: () => "does not exist any more",
  },
  not_done: {
    code: 11_200,
    text: ({ milliseconds }) => `not done within ${milliseconds} ms`,
    problem: (reason) => `was ${reason}`,
  },
  no_connection: {
    code: 11_200,
    text: ({ milliseconds }) => `no connection within ${milliseconds} ms`,
    problem: (reason) => `gave ${reason}`,
  },
  no_answer: {
    code: 11_200,
    text: ({ milliseconds }) => `no answer within ${milliseconds} ms`,
    problem: (reason) => `gave ${reason}`,
  },
  too_large: {
    code: 11_750,
    text: ({ kilobytes }) => `the document is larger than ${kilobytes} kB`,
    problem: () => "answered with too large a document",
  },
  refused: {
    code: 11_200,
    text: ({ host }) => `the connection to ${host} was refused (ECONNREFUSED)`,
    problem: () => "refused the connection",
  },
  name_unknown: {
    code: 11_210,
    text: ({ host }) => `there is no host ${host} (ENOTFOUND)`,
    problem: () => "names a host that does not exist",
  },
  /** Its code depends on the error. */
  broken: { code: 11_200, text: ({ message }) => String(message), problem: (reason) => `failed: ${reason}` },
} as const satisfies { readonly [cause: string]: Row };

type Cause = keyof typeof TABLE;

export function failed(cause: Cause, details: Details = {}): Failure {
  const { code, text }: Row = TABLE[cause];
  return { code, cause, reason: text(details) };
}

/** Returns the failure as the part of a verdict after the request's name. */
export function problemOf({ cause, reason }: Failure, status: number | null): string {
  const { problem }: Row = TABLE[cause];
  return problem(reason, status);
}
