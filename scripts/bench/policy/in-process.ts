// Decides how a pack's work on one message is measured without the wire: by the SDK's own handlers, in this process.

import { createRequire } from "node:module";
import type { Policies } from "@pulumi/policy";
import { policiesOf, rules } from "../../../policy/index.ts";
import { inTurns } from "../turns.ts";
import { pulumi, resourceRequests, stackRequest } from "./messages.ts";

const { AnalyzerService } = pulumi("./proto/analyzer_grpc_pb");
const sdk = createRequire(import.meta.url)("@pulumi/policy/server.js");

export const packNames = ["empty", "ours"] as const;

type Method = "remediate" | "analyze" | "analyzeStack";
type Pack = { readonly [method in Method]: (bytes: Uint8Array) => Promise<number> };

/**
 * Milliseconds that each pack spends on the preview of 100 resources. The packs take turns at every message; of the times of
 * a message the lower quartile counts, since what else the machine does can only add.
 */
export async function handlingTimes(rounds: number): Promise<{ readonly empty: number; readonly ours: number }> {
  const packs = { empty: packOf([]), ours: packOf(policiesOf(rules)) };
  const sent = steps();
  const times = { empty: sent.map((): number[] => []), ours: sent.map((): number[] => []) };
  for (let round = 0; round < rounds; round++)
    for (const [at, { method, bytes }] of sent.entries())
      for (const name of inTurns(packNames, round + at)) times[name][at]?.push(await packs[name][method](bytes));
  return { empty: total(times.empty), ours: total(times.ours) };
}

function steps(): { readonly method: Method; readonly bytes: Uint8Array }[] {
  const resources = resourceRequests(100).map((request) => request.serializeBinary());
  return [
    ...resources.flatMap((bytes) => [{ method: "remediate", bytes } as const, { method: "analyze", bytes } as const]),
    { method: "analyzeStack", bytes: stackRequest(100).serializeBinary() },
  ];
}

function packOf(policies: Policies): Pack {
  const handler = (method: Method, maker: string) => {
    const { requestDeserialize, responseSerialize } = AnalyzerService[method];
    const handle = sdk[maker]("bench", "0.0.0", "advisory", policies);
    return (bytes: Uint8Array) =>
      new Promise<number>((resolve, reject) => {
        const started = performance.now();
        handle({ request: requestDeserialize(bytes) }, (error: Error | null, response: unknown) => {
          if (error) return reject(error);
          responseSerialize(response);
          resolve(performance.now() - started);
        });
      });
  };
  return {
    remediate: handler("remediate", "makeRemediateRpcFun"),
    analyze: handler("analyze", "makeAnalyzeRpcFun"),
    analyzeStack: handler("analyzeStack", "makeAnalyzeStackRpcFun"),
  };
}

/** The first third of the rounds warms up. */
function total(times: readonly (readonly number[])[]): number {
  const quartiles = times.map((each) => {
    const warm = each.slice(Math.floor(each.length / 3)).sort((a, b) => a - b);
    return warm[Math.floor(warm.length / 4)] ?? Number.NaN;
  });
  return quartiles.reduce((sum, time) => sum + time, 0);
}
