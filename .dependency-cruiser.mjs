// The allowed imports between rooms, which are the top-level folders. `provider` and `server` never import each other, so that the
// provider cannot hide a server's fault by sharing its code. A program loads nothing that it does not use.

import { readdirSync } from "node:fs";

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((each) => each.isDirectory());
const names = folders.map(({ name }) => name).filter((name) => !/^(\..*|node_modules|dist|docs)$/.test(name));
const rooms = `^(${names.join("|")})/`;

// The layers of server/, provider/ and cli/. Each one may import the layers before it, never those after it.
const server = ["conditions", "store", "http", "api", "sessions", "calls", "reach", "control"].map(
  (name) => `server/${name}/`,
);
const provider = ["config", "client", "fields", "run", "lifecycle", "resources"].map((name) => `provider/${name}[/.]`);
const cli = ["engine", "report", "account", "calls", "drift", "export", "preview", "doctor"].map(
  (name) => `cli/${name}/`,
);
const layersOf = (layers, top) =>
  layers.map((layer, at) => ({
    name: `${layer.replace(/\W+/g, "-")}uses-what-is-below`,
    comment: "An arrow back up ties two layers into one; pass the part in instead.",
    severity: "error",
    from: { path: `^${layer}` },
    to: { path: [...top, ...layers.slice(at + 1).map((above) => `^${above}`)] },
  }));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "contract-stands-alone",
      comment: "The contract is facts: it imports zod and itself.",
      severity: "error",
      from: { path: "^contract/" },
      to: { pathNot: ["^contract/", "node_modules/zod/"] },
    },
    {
      name: "provider-and-server-never-meet",
      comment: "Two programs obey the contract; neither may lean on the other.",
      severity: "error",
      from: { path: "^provider/" },
      to: { path: "^(server|sdk|cli|scripts|bench|tests)/" },
    },
    {
      name: "server-and-provider-never-meet",
      comment: "Two programs obey the contract; neither may lean on the other.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(provider|sdk|cli|scripts|bench|tests)/" },
    },
    {
      name: "sdk-stays-thin",
      comment: "A program loads Pulumi, the SDK and what Node brings, nothing more; the provider is reached by name.",
      severity: "error",
      from: { path: "^sdk/" },
      to: {
        pathNot: ["^sdk/", "^contract/(node-version|type-tokens|unsendable)", "node_modules/@pulumi/pulumi/"],
        dependencyTypesNot: ["type-only", "core"],
      },
    },
    {
      name: "policies-know-classes-and-facts",
      comment: "A rule is about what a program writes; of the server it needs the readers of documents alone.",
      severity: "error",
      from: { path: "^policy/", pathNot: "^policy/rules/callers[.]ts$" },
      to: { path: rooms, pathNot: ["^policy/", "^sdk/", "^contract/", "^server/calls/(document|laml|swml)[.]ts$"] },
    },
    {
      name: "callers-are-those-of-preview",
      comment:
        "The rule about callers must find what the command finds, so it explores with the command's own code. It loads that only when it runs.",
      severity: "error",
      from: { path: "^policy/rules/callers[.]ts$" },
      to: { path: rooms, pathNot: ["^policy/", "^contract/", "^cli/calls/declared[.]ts$"] },
    },
    {
      name: "callers-are-loaded-late",
      severity: "error",
      from: { path: "^policy/" },
      to: { path: "^cli/", dependencyTypesNot: ["dynamic-import"] },
    },
    {
      name: "drift-asks-the-engine-and-the-service",
      comment:
        "A check needs the provider's client, configuration and reports, nothing of its lifecycle; its report has a picture of the routes.",
      severity: "error",
      from: { path: "^cli/drift/" },
      to: {
        path: rooms,
        pathNot: [
          "^cli/(drift|engine|report|account|calls)/",
          "^cli/progress",
          "^provider/client/",
          "^provider/config/",
          "^sdk/reports",
          "^contract/",
        ],
      },
    },
    {
      name: "export-asks-the-service",
      comment:
        "What a program must say is what the provider makes of an object: its inversion, and nothing else of its lifecycle. The unmanaged objects are those of a drift check. Expectations are held by tried calls. The project file has one reader.",
      severity: "error",
      from: { path: "^cli/export/", pathNot: "^cli/export/(unmanaged|expectations)" },
      to: {
        path: rooms,
        pathNot: [
          "^cli/(export|account)/",
          "^cli/engine/project-file",
          "^provider/client/",
          "^provider/config/",
          "^provider/(fields/|lifecycle/imported)",
          "^sdk/temporary",
          "^contract/",
        ],
      },
    },
    {
      name: "calls-know-facts-and-the-server",
      comment:
        "The lifecycle's pure functions say what an update and a removal send, the settings which providers are declared; the server plays the calls.",
      severity: "error",
      from: { path: "^cli/calls/" },
      to: {
        path: rooms,
        pathNot: [
          "^cli/(calls|report)/",
          "^server/",
          "^provider/(fields/|lifecycle/(announced|undo|unnamed))",
          "^provider/config/settings",
          "^contract/",
        ],
      },
    },
    {
      name: "cli-calls-and-prints",
      comment: "Commands parse, call a room and print.",
      severity: "error",
      from: { path: "^cli/", pathNot: "^cli/(export|calls)/" },
      to: {
        path: rooms,
        pathNot: [
          "^cli/",
          "^server/",
          "^provider/(client/|config/)",
          "^sdk/(reports|temporary)",
          "^contract/",
          "^policy/(evaluation|exemptions|rule|rules/index)[.]ts$",
        ],
      },
    },
    ...layersOf(server, ["^server/[^/]+$"]),
    ...layersOf(cli, ["^cli/(?!package|progress)[^/]+$"]),
    ...layersOf(provider, ["^provider/(doors/|index|tokens|issue|look-up|providers)"]),
    {
      name: "inspector-runs-in-a-browser",
      comment:
        "It has what it is made of, Preact and a virtual list; of the server it knows the types of its answers, the keys of a call, and the steps of status callbacks.",
      severity: "error",
      from: { path: "^server/inspector/" },
      to: {
        pathNot: [
          "^server/inspector/",
          "^contract/calling\\.ts$",
          "^server/calls/(keys|status-callback)\\.ts$",
          "node_modules/(preact|@tanstack/virtual-core)/",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "nothing-imports-inspector",
      comment: "It is bundled, and served as files.",
      severity: "error",
      from: { pathNot: "^server/inspector/" },
      to: { path: "^server/inspector/" },
    },
    {
      name: "nothing-imports-cli-or-tests",
      severity: "error",
      from: { pathNot: "^(cli|tests)/|^policy/rules/callers[.]ts$" },
      // Pictures for the documents use the commands' own renderers.
      to: { path: "^(cli|tests)/", pathNot: "^cli/(drift|calls)/" },
    },
    {
      name: "bench-measures-from-outside",
      comment: "A benchmark runs what a user runs; what it needs besides is the engine.",
      severity: "error",
      from: { path: "^bench/" },
      to: { path: rooms, pathNot: ["^bench/", "^scripts/engine/"] },
    },
    {
      name: "engine-builder-stands-alone",
      comment: "It could be a package of its own: it imports nothing of this repository.",
      severity: "error",
      from: { path: "^scripts/engine/" },
      to: { path: rooms, pathNot: "^scripts/engine/" },
    },
    {
      name: "nothing-imports-bench",
      severity: "error",
      from: { pathNot: "^(bench|tests)/" },
      to: { path: "^bench/" },
    },
    {
      name: "examples-use-the-package",
      comment: "An example imports the package by its name, so that a user can copy it.",
      severity: "error",
      from: { path: "^examples/" },
      to: { path: rooms, pathNot: "^examples/" },
    },
    {
      name: "public-doors-only",
      comment: "The lifecycle knows no resource by name.",
      severity: "error",
      from: { path: "^provider/lifecycle/" },
      to: { path: "^provider/(resources|index)" },
    },
    {
      name: "no-circles",
      comment: "A file may name its own type (provider/index.ts).",
      severity: "error",
      from: { path: "(.+)" },
      to: { circular: true, pathNot: "^$1$" },
    },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    exclude: "^(dist|docs|tests|policy/bundle)/",
    doNotFollow: { path: ["node_modules", "^dist/"] },
    tsPreCompilationDeps: "specify",
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
