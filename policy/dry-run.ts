// Distinguishes a preview from an update. The engine sends this with the stack's configuration, and the policy SDK drops it
// (docs/decisions/0017). Older engines set an environment variable, which the SDK reads.

import { createRequire } from "node:module";
import { runtime } from "@pulumi/pulumi";

interface Request {
  deserializeBinary(bytes: Uint8Array): { getDryRun?(): boolean };
}

/** Lets `runtime.isDryRun()` answer as the engine says. Without the message class, each run counts as an update, which reports all. */
export function learnDryRun(): void {
  const { AnalyzerStackConfigureRequest: request } = createRequire(import.meta.url)(
    "@pulumi/pulumi/proto/analyzer_pb.js",
  ) as { readonly AnalyzerStackConfigureRequest?: Request };
  const read = request?.deserializeBinary;
  const { _setIsDryRun: setIsDryRun } = runtime as { _setIsDryRun?: (isDryRun: boolean) => void };
  if (!request || !read || !setIsDryRun) return;
  request.deserializeBinary = (bytes) => {
    const message = read.call(request, bytes);
    const isDryRun = message.getDryRun?.();
    if (isDryRun !== undefined) setIsDryRun(isDryRun);
    return message;
  };
}
