// The reference API server: the documented service on this machine, with its rules, under the caller's control.

export type { Details, StepCode } from "./calls/events.ts";
export type { Attempt, Party, Step, Trace, TrafficOutcome } from "./calls/trace.ts";
export type { InboundCall, InboundMessage } from "./calls/traffic.ts";
export { Clock, type Duration } from "./conditions/clock.ts";
export type { Fault, FaultEffect, FaultOptions, Faults } from "./conditions/faults.ts";
export { InputError } from "./conditions/input.ts";
export type { Journal, JournalEntry } from "./conditions/journal.ts";
export type { Randomness } from "./conditions/randomness.ts";
export type { RateLimit, RateLimitOptions } from "./conditions/rate-limit.ts";
export type { ProjectCredentials } from "./control/credentials.ts";
export {
  type Seed,
  SeedError,
  type SeedNumber,
  type SeedProject,
  type SeedToken,
  type TokenScope,
} from "./control/seed.ts";
export type { SeedObject, SeedObjects } from "./control/seed-objects.ts";
export type { PutObject, Snapshot } from "./control/snapshot.ts";
export {
  assertTaken,
  expectEveryCallerReached,
  type ReachedOptions,
} from "./reach/assertions.ts";
export type { PathEnd } from "./reach/ends.ts";
export type { Judged } from "./reach/expectations.ts";
export type { Exploration, ExploredCaller, ExploreOptions } from "./reach/explore.ts";
export type { Path } from "./reach/paths.ts";
export type { ReferenceServer, ServerOptions } from "./reference-server.ts";
export type { ClientSession } from "./sessions/sessions.ts";
export { startServer } from "./start-server.ts";
export { DataFileError } from "./store/database.ts";
