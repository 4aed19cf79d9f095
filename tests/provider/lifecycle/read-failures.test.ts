// During a drift check, a failed read is an output with the reason. Otherwise the operation fails.

import { afterEach, expect, test, vi } from "vitest";
import { OperationFailure } from "../../../provider/lifecycle/failures.ts";
import { reportingFailures } from "../../../provider/lifecycle/read-failures.ts";
import { Run } from "../../../provider/run/run.ts";

afterEach(() => vi.unstubAllEnvs());

const recorded = { username: "x" };
const fail = (code: string) => () =>
  Promise.reject(new OperationFailure(code, 'Could not read "x": it is away.', "it is away."));
const succeed = async () => ({ id: "1", props: recorded });

test("a failed read fails, and in a drift check the object stays as recorded, with the reason beside it", async () => {
  const reading = (read: Parameters<typeof reportingFailures>[2]) =>
    reportingFailures(new Run(), { id: "1", props: recorded }, read);
  await expect(reading(fail("service_error"))).rejects.toThrow("Could not read");
  vi.stubEnv("PULUMI_SIGNALWIRE_REPORT_READ_FAILURES", "true");
  expect(await reading(fail("service_error"))).toEqual({
    id: "1",
    props: { username: "x", __state: { drift: { failure: { code: "service_error", message: "it is away." } } } },
  });
  await expect(reading(() => Promise.reject(new TypeError("of ours")))).rejects.toThrow("of ours");
});

test("a service that is away is asked twenty times and no more, one that answers in between again and again", async () => {
  vi.stubEnv("PULUMI_SIGNALWIRE_REPORT_READ_FAILURES", "true");
  const run = new Run();
  const failureOf = async (read: Parameters<typeof reportingFailures>[2]) =>
    (await reportingFailures(run, { id: "1", props: recorded }, read)).props?.__state;
  const away = vi.fn((code: string) => fail(code)());
  for (const answer of [succeed, fail("service_error")]) {
    for (let at = 0; at < 19; at += 1) await failureOf(() => away(at % 2 === 0 ? "unreachable" : "timeout"));
    await failureOf(answer);
  }
  const reasons: unknown[] = [];
  for (let at = 0; at < 22; at += 1) reasons.push(await failureOf(() => away("timeout")));
  expect(away).toHaveBeenCalledTimes(19 + 19 + 20);
  const shown = (code: string, message: string) => ({ drift: { failure: { code, message } } });
  const given = shown(
    "unreachable",
    "the service did not answer 20 times in a row, so this resource was not requested.",
  );
  expect(reasons).toEqual([...Array(20).fill(shown("timeout", "it is away.")), given, given]);
});
