// Connects the provider to a service whose answers the test defines.

import { afterAll, beforeAll } from "vitest";
import { DirectHost } from "./direct-host.ts";
import { Stub } from "./stub.ts";

export interface Stubbed {
  readonly stub: Stub;
  readonly host: DirectHost;
  /** Starts another run with the same service. */
  another(): Promise<DirectHost>;
}

/** Both, for all tests of a file. The members exist when the tests run. */
export function stubbed(): Stubbed {
  const running: { stub?: Stub; host?: DirectHost } = {};

  const start = () =>
    DirectHost.start({ url: there(running.stub).url, project: { id: "project", apiToken: "canary-token" } });

  beforeAll(async () => {
    const stub = await Stub.start();
    running.stub = stub;
    const host = await start();
    running.host = host;
    // Simultaneous reads may share one list, and the first create reads it. The tests examine later requests.
    stub.answer = ({ method, path }) => {
      if (method === "POST") return { status: 201, body: { id: "0", username: "a" } };
      if (path.includes("?")) return { status: 200, body: { links: {}, data: [] } };
      return { status: 404, body: { error: "Not Found" } };
    };
    await host.create("sipEndpoint", { username: "a", password: "canary-password" });
    for (const kind of ["sipEndpoint", "phoneNumber"] as const)
      for (const id of ["1", "2"]) await host.read(kind, id, { username: "a", number: "+12025550101" });
  });

  afterAll(() => running.stub?.stop());

  return {
    get stub() {
      return there(running.stub);
    },
    get host() {
      return there(running.host);
    },
    another: start,
  };
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("not started yet");
  return value;
}
