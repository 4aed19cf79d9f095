// Starts the reference server for each test of a file.

import { beforeEach, onTestFinished } from "vitest";
import { type ServedOptions, type Server, serveWith } from "../engine/service.ts";
import { DirectHost } from "./direct-host.ts";

/** A server with one project that owns these numbers, and a run with it. The members exist when the tests run. */
export function served(options: ServedOptions = {}, ...numbers: string[]) {
  const service = { server: undefined as unknown as Server, host: undefined as unknown as DirectHost };
  beforeEach(async () => {
    service.server = await serveWith(options, ...numbers);
    service.host = await DirectHost.start(service.server);
    onTestFinished(() => service.server.close());
  });
  return service;
}
