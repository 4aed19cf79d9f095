// Connects the provider to a service whose answers the test defines.

import { afterAll, beforeAll } from "vitest";
import { DirectHost } from "./direct-host.ts";
import { Stub } from "./stub.ts";

/** Both, for all tests of a file. The members exist when the tests run. */
export function stubbed() {
  const service = {
    stub: undefined as unknown as Stub,
    host: undefined as unknown as DirectHost,
    /** Starts another run with the same service. */
    another: () => DirectHost.start({ url: service.stub.url, project: { id: "project", apiToken: "canary-token" } }),
  };

  beforeAll(async () => {
    service.stub = await Stub.start();
    service.host = await service.another();
    // Simultaneous reads may share one list, and the first create reads it. The tests examine later requests.
    service.stub.answer = ({ method, path }) => {
      if (method === "POST") return { status: 201, body: { id: "0", username: "a" } };
      if (path.includes("?")) return { status: 200, body: { links: {}, data: [] } };
      return { status: 404, body: { error: "Not Found" } };
    };
    await service.host.create("sipEndpoint", { username: "a", password: "canary-password" });
    for (const kind of ["sipEndpoint", "phoneNumber"] as const)
      for (const id of ["1", "2"]) await service.host.read(kind, id, { username: "a", number: "+12025550101" });
  });

  afterAll(() => service.stub.stop());

  return service;
}
