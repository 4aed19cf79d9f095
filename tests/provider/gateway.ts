// A gateway between the provider and the server, which changes answers for the tests of this folder.

import { type Received, Stub } from "./stub.ts";

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: { readonly [name: string]: string };
}

/** `forward` sends the request to the server; it can be called once. */
type Answering = (question: Received, forward: () => Promise<Answer>) => Answer | Promise<Answer>;

export interface Gateway {
  /** Use this address instead of the server's own. */
  readonly url: string;
  /** Every request. */
  readonly received: readonly Received[];
  /** Sets the answers from now on. Without a function, forwards every request. */
  answerWith(answering?: Answering): void;
  close(): Promise<void>;
}

/** Opens a gateway to the server at that address. */
export async function openGateway(server: { readonly url: string }): Promise<Gateway> {
  const stub = await Stub.start();
  const forwarding: Answering = (_, forward) => forward();
  function answerWith(answering = forwarding): void {
    stub.answer = async (question) => {
      const forward = () => forwarded(server.url, question);
      const { status, type, text, headers = {} } = await answering(question, forward);
      return { status, type, headers, ...(text !== "" && { body: text }) };
    };
  }
  answerWith();
  return { url: stub.url, received: stub.received, answerWith, close: () => stub.stop() };
}

async function forwarded(url: string, { method, path, body, headers }: Received): Promise<Answer> {
  const { authorization, "content-type": contentType } = headers;
  const answer = await fetch(url + path, {
    method,
    headers: { ...(authorization && { authorization }), ...(contentType && { "content-type": contentType }) },
    ...(body !== "" && { body }),
  });
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", text: await answer.text() };
}

export function json(status: number, body: unknown): Answer {
  return { status, type: "application/json", text: JSON.stringify(body) };
}
