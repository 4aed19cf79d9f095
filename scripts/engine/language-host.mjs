// Runs Node programs and policy packs for the engine: the `LanguageRuntime` service of Pulumi's own `pulumi-language-nodejs`.
// Only an engine from build.ts uses it. It is copied into the cache, so it imports nothing from this repository. Equal to the
// official host: module resolution from the program's folder, the `typescript` option (default true), exit code 32, config keys
// spelled `namespace:config:name`.
import { spawn } from "node:child_process";
import { createRequire, enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache?.(join(import.meta.dirname, "..", "compile-cache"));

/** The exit code of a program that already printed its error. */
const alreadyExplained = 32;
/** Pulumi's limit for all its connections. */
const maxMessage = 1024 * 1024 * 400;

const engineAddress = process.argv.slice(2).findLast((argument) => !argument.startsWith("-")) ?? "";
const sdkFolder = [process.cwd(), process.env.PULUMI_SIGNALWIRE_SDK_FROM].find(
  (folder) => folder && resolveFrom(folder, "@pulumi/pulumi/package.json"),
);
if (sdkFolder === undefined) fail(`@pulumi/pulumi is not installed in ${process.cwd()}. Run npm install there.`);

const sdk = createRequire(resolveFrom(sdkFolder, "@pulumi/pulumi/package.json"));
const grpc = sdk("@grpc/grpc-js");
const { LanguageRuntimeService } = sdk("./proto/language_grpc_pb");
const messages = sdk("./proto/language_pb");
const { PluginInfo } = sdk("./proto/plugin_pb");
const { Empty } = sdk("google-protobuf/google/protobuf/empty_pb");
const sdkVersion = sdk("./package.json").version;

const children = new Set();

/**
 * The engine does without the calls that are not here. It fetches plugins of other packages when a program registers their first
 * resource, and not before.
 */
const service = {
  getPluginInfo: unary(() => new PluginInfo().setVersion(sdkVersion)),
  about: unary(() => new messages.AboutResponse().setExecutable(process.execPath).setVersion(process.version)),
  getProgramDependencies: unary(() => new messages.GetProgramDependenciesResponse()),
  installDependencies: (call) => {
    const cwd = call.request.getInfo().getProgramDirectory();
    const child = stream(call, messages.InstallDependenciesResponse, "npm", ["install"], { cwd });
    child.on("close", (code) =>
      code === 0 ? call.end() : destroy(call, `npm install ended with exit code ${code} in ${cwd}.`),
    );
  },
  generateProgram: unary((request) => withoutGenerator(request)),
  run: unary((request) => runProgram(request)),
  runPlugin: (call) => runPlugin(call),
  cancel: unary(() => {
    for (const child of children) child.kill("SIGINT");
    return new Empty();
  }),
};

const server = new grpc.Server({
  "grpc.max_receive_message_length": maxMessage,
  "grpc.max_send_message_length": maxMessage,
});
server.addService(LanguageRuntimeService, service);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) fail(`the language host cannot listen on 127.0.0.1: ${error.message}`);
  // The engine reads exactly this line and shows all later output to the user.
  process.stdout.write(`${port}\n`);
});

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => leave(signal));
// A killed engine sends no signal. Without this check, the host and a running program would stay alive.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && leave("SIGTERM"), 1000).unref();

/** Answers the end of `pulumi import` with the imported resources as comments: Pulumi's generator of TypeScript is in Go. */
function withoutGenerator(request) {
  const lines = request
    .getSourceMap()
    .toArray()
    .flatMap(([, text]) => text.split("\n"));
  const comments = lines.filter((line) => line.trim() !== "").map((line) => `// ${line}`);
  const head = "// Imported. This engine writes no TypeScript, so these are the resources in Pulumi's own notation:\n";
  const response = new messages.GenerateProgramResponse();
  response.getSourceMap().set("index.ts", Buffer.from(`${head}${comments.join("\n")}\n`));
  return response;
}

function runProgram(request) {
  const info = request.getInfo();
  const options = info.getOptions()?.toJavaScript() ?? {};
  const folder = info.getProgramDirectory();
  const runner = resolveFrom(folder, process.env.PULUMI_LANGUAGE_NODEJS_RUN_PATH || "@pulumi/pulumi/cmd/run");
  if (!runner) {
    return new messages.RunResponse().setError(`@pulumi/pulumi is not installed in ${folder}. Run npm install there.`);
  }
  const flags = {
    monitor: request.getMonitorAddress(),
    engine: engineAddress,
    organization: request.getOrganization(),
    project: request.getProject(),
    "root-directory": info.getRootDirectory(),
    stack: request.getStack(),
    pwd: folder,
    parallel: String(request.getParallel()),
  };
  const args = [
    runner,
    ...Object.entries(flags).flatMap(([name, value]) => (value ? [`--${name}`, value] : [])),
    ...(request.getDryrun() ? ["--dry-run"] : []),
    info.getEntryPoint() || ".",
    ...request.getArgsList(),
  ];
  const config = request.getConfigMap().getEntryList();
  const env = {
    ...process.env,
    ...typescriptEnvironment(options),
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(config.map(([key, value]) => [configKey(key), value]))),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList().map(configKey)),
  };
  return new Promise((resolve) => {
    const child = track(
      spawn(process.execPath, args, { cwd: process.cwd(), env, stdio: ["ignore", "inherit", "inherit"] }),
    );
    const answer = new messages.RunResponse();
    child.on("error", (error) => resolve(answer.setError(`the program could not be started: ${error.message}`)));
    child.on("close", (code, signal) => {
      if (code === alreadyExplained) answer.setBail(true);
      else if (code !== 0)
        answer.setError(signal ? `Program was ended by ${signal}` : `Program exited with non-zero exit code: ${code}`);
      resolve(answer);
    });
  });
}

function runPlugin(call) {
  const request = call.request;
  const info = request.getInfo();
  const folder = info.getProgramDirectory();
  const options = info.getOptions()?.toJavaScript() ?? {};
  const isPolicyPack = request.getKind() === "analyzer";
  const runner = resolveFrom(folder, `@pulumi/pulumi/cmd/${isPolicyPack ? "run-policy-pack" : "run-plugin"}`);
  if (!runner) {
    destroy(call, `@pulumi/pulumi is not installed in ${folder}. Run npm install there.`);
    return;
  }
  const given = Object.fromEntries(
    request.getEnvList().map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  const tail = isPolicyPack ? [...request.getArgsList(), folder] : [folder, ...request.getArgsList()];
  const child = stream(call, messages.RunPluginResponse, process.execPath, [runner, ...tail], {
    cwd: isPolicyPack ? folder : request.getPwd(),
    env: { ...given, ...typescriptEnvironment(options) },
  });
  child.on("close", (code) => {
    if (!call.cancelled) call.write(new messages.RunPluginResponse().setExitcode(code ?? 1));
    call.end();
  });
  call.on("cancelled", () => stop(child));
}

/** Starts a child process and streams its output to the engine through the call. */
function stream(call, Response, command, args, options) {
  const child = track(spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] }));
  child.stdout.on("data", (bytes) => call.write(new Response().setStdout(new Uint8Array(bytes))));
  child.stderr.on("data", (bytes) => call.write(new Response().setStderr(new Uint8Array(bytes))));
  child.on("error", (error) => destroy(call, `${command} could not be started: ${error.message}`));
  return child;
}

function typescriptEnvironment(options) {
  return {
    ...(options.typescript === false ? {} : { PULUMI_NODEJS_TYPESCRIPT: "true" }),
    ...(options.tsconfig ? { PULUMI_NODEJS_TSCONFIG_PATH: options.tsconfig } : {}),
  };
}

function unary(answer) {
  return async (call, callback) => {
    try {
      callback(null, await answer(call.request));
    } catch (error) {
      callback({ code: grpc.status.UNKNOWN, message: error.message });
    }
  };
}

function destroy(call, message) {
  call.destroy(Object.assign(new Error(message), { code: grpc.status.UNKNOWN, details: message }));
}

/** Turns `ns:name` and `ns:config:name` into the spelling that every version of the SDK reads. */
function configKey(key) {
  const [namespace, ...rest] = key.split(":");
  return `${namespace}:config:${(rest[0] === "config" && rest.length > 1 ? rest.slice(1) : rest).join(":")}`;
}

function resolveFrom(folder, request) {
  try {
    return createRequire(join(folder, "_")).resolve(request);
  } catch {
    return undefined;
  }
}

function track(child) {
  children.add(child);
  child.on("close", () => children.delete(child));
  return child;
}

function stop(child, signal = "SIGTERM") {
  child.kill(signal);
  setTimeout(() => child.kill("SIGKILL"), 3000).unref();
}

function leave(signal) {
  for (const child of children) stop(child, signal);
  process.exit(0);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
