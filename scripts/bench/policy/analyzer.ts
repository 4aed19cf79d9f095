// Decides how a pack is measured as the engine runs it: in a process of its own, over gRPC.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { AnalyzeResponse } from "@pulumi/pulumi/proto/analyzer_pb.js";
import { endWithUs, stop } from "../child.ts";
import { configuration, pulumi, resourceRequests, stackRequest } from "./messages.ts";

const requests = resourceRequests(100);
const whole = stackRequest(100);

/** Makes a pack's process tell what it has used. */
const REPORT = `data:text/javascript,${encodeURIComponent('process.on("message", () => process.send(process.cpuUsage()))')}`;

export class Analyzer {
  readonly #child: ChildProcess;
  readonly #client: { [method: string]: unknown; close(): void };

  private constructor(child: ChildProcess, port: string) {
    const { AnalyzerClient } = pulumi("./proto/analyzer_grpc_pb");
    this.#child = child;
    this.#client = new AnalyzerClient(`127.0.0.1:${port}`, pulumi("@grpc/grpc-js").credentials.createInsecure());
  }

  static async start(folder: string): Promise<Analyzer> {
    const runner = pulumi.resolve("@pulumi/pulumi/cmd/run-policy-pack");
    const child = spawn(process.execPath, ["--import", REPORT, runner, "127.0.0.1:1", folder], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    endWithUs(child);
    if (!child.stdout) throw new Error("the pack's process has no output");
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`The policy pack in ${folder} ended with ${code} before it served.`);
    });
    const [port] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended])) as [string];
    ended.catch(() => undefined);
    const analyzer = new Analyzer(child, port);
    await analyzer.#call("configure", configuration());
    return analyzer;
  }

  /** Milliseconds of processor time that the process spends on the preview of 100 resources. */
  async preview(): Promise<number> {
    const before = await this.used();
    for (const request of requests) {
      await this.#call("remediate", request);
      passed(await this.#call<AnalyzeResponse>("analyze", request));
    }
    passed(await this.#call<AnalyzeResponse>("analyzeStack", whole));
    return (await this.used()) - before;
  }

  async stop(): Promise<void> {
    this.#client.close();
    await stop(this.#child);
  }

  /** Milliseconds of processor time since the process was started. */
  async used(): Promise<number> {
    this.#child.send("used?");
    const [{ user, system }] = (await once(this.#child, "message")) as [NodeJS.CpuUsage];
    return (user + system) / 1000;
  }

  #call<Answer>(method: string, request: unknown): Promise<Answer> {
    const call = this.#client[method] as (
      request: unknown,
      done: (error: Error | null, answer: Answer) => void,
    ) => void;
    return new Promise((resolve, reject) => {
      call.call(this.#client, request, (error, answer) => (error ? reject(error) : resolve(answer)));
    });
  }
}

function passed(response: AnalyzeResponse): void {
  const [first] = response.getDiagnosticsList();
  if (first) throw new Error(`The stack to measure with does not pass: ${first.getMessage()}`);
}
