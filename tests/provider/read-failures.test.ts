// A drift check sees why an object could not be read; everybody else sees the operation fail.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { READ_FAILURE } from "../../contract/index.ts";

// How many reads went unanswered is remembered by the process.
let module: typeof import("../../provider/lifecycle/read-failures.ts");
let failure: (code: string) => Error;

beforeEach(async () => {
  vi.resetModules();
  module = await import("../../provider/lifecycle/read-failures.ts");
  const { OperationFailure } = await import("../../provider/lifecycle/failures.ts");
  failure = (code) => new OperationFailure(code, 'Could not read "x": it is away.', "it is away.");
});

afterEach(() => vi.unstubAllEnvs());

const recorded = { username: "x" };
const fail = (code: string) => () => Promise.reject(failure(code));
const succeed = async () => ({ id: "1", props: recorded });

test("without a drift check a failed read fails", async () => {
  await expect(module.tellingFailures("1", recorded, fail("service_error"))).rejects.toThrow("Could not read");
});

test("in a drift check the object stays as recorded, with the reason beside it", async () => {
  vi.stubEnv("PULUMI_SIGNALWIRE_TELL_READ_FAILURES", "true");
  expect(await module.tellingFailures("1", recorded, fail("service_error"))).toEqual({
    id: "1",
    props: { username: "x", [READ_FAILURE]: { code: "service_error", message: "it is away." } },
  });
});

test("a defect is no failed read", async () => {
  vi.stubEnv("PULUMI_SIGNALWIRE_TELL_READ_FAILURES", "true");
  const defect = () => Promise.reject(new TypeError("of ours"));
  await expect(module.tellingFailures("1", recorded, defect)).rejects.toThrow("of ours");
});

test("a service that is away is asked twenty times and no more, one that answers in between again and again", async () => {
  vi.stubEnv("PULUMI_SIGNALWIRE_TELL_READ_FAILURES", "true");
  const unreachable = vi.fn(fail("unreachable"));
  for (let at = 0; at < 19; at += 1) await module.tellingFailures("1", recorded, unreachable);
  await module.tellingFailures("1", recorded, succeed);
  for (let at = 0; at < 30; at += 1) await module.tellingFailures("1", recorded, unreachable);
  expect(unreachable).toHaveBeenCalledTimes(19 + 20);
});
