// The one way to start a stack with its service. `stack`, `server` and `gateway` are those of the running test.

import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Gateway, openGateway } from "../provider/gateway.ts";
import { environmentOf, type ServedOptions, type Server, serveWith } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

export let stack: Stack;
export let server: Server;
/** Only with the option `gateway`. */
export let gateway: Gateway;

export interface StackOptions {
  /** The numbers of the server's project. */
  readonly numbers?: readonly string[];
  /** Further options of the server. A seed replaces `numbers`. */
  readonly service?: ServedOptions;
  /** Puts a gateway between the provider and the server, which changes answers. */
  readonly gateway?: boolean;
  /** Selects the stack and runs programs in processes of their own, like a user (see `Stack.createAsUser`). */
  readonly asUser?: boolean;
  /** Keeps one stack for all tests of the suite. Default: each test has its own. */
  readonly once?: boolean;
}

/** A suite with a stack and the reference server; skipped with the reason when there is no engine. */
export function describeStack(title: string, options: StackOptions, suite: () => void): void {
  describeWithEngine(title, () => {
    if (options.once) beforeAll(() => start(options));
    else beforeEach(() => start(options));
    // The last hook after a test is the first one declared.
    (options.once ? afterAll : afterEach)(stop);
    suite();
  });
}

/** Ends what runs, the first started last. */
const running: (() => Promise<void>)[] = [];

async function start({ numbers = [], service, gateway: hasGateway, asUser }: StackOptions): Promise<void> {
  server = await serveWith(service ?? {}, ...numbers);
  running.push(server.close);
  if (hasGateway) {
    gateway = await openGateway(server);
    running.push(gateway.close);
  }
  const url = hasGateway ? gateway.url : server.url;
  const variables = environmentOf({ ...server, url });
  const made = await (asUser ? Stack.createAsUser(variables) : Stack.create(variables));
  stack = made;
  running.push(() => made.remove());
}

async function stop(): Promise<void> {
  for (let end = running.pop(); end; end = running.pop()) await end();
}
