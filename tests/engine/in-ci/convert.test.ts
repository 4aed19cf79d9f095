// `pulumi convert` of a YAML program. The converter and the generators are Pulumi's own, compiled from the Go module proxy: no
// engine contains them, and `pulumi` itself downloads them from GitHub.

import { copyFile, mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { obtainHost } from "../../../scripts/engine/language-hosts.ts";
import { describeStack, stack } from "../described.ts";
import { installPlugin } from "../plugin-door.ts";
import { foundEngine } from "../stack.ts";

/** The first run compiles the converter and the generators. */
const FIRST_TIME = 900_000;
const EXAMPLE = fileURLToPath(new URL("../../../examples/yaml/Pulumi.yaml", import.meta.url));

describeStack("a YAML program", { asUser: true, once: true }, () => {
  let path: string;

  beforeAll(async () => {
    const engine = foundEngine();
    const env = { ...process.env, ...engine.env };
    const [converter, generators] = [await obtainHost("yaml-converter", { env }), await obtainHost("sdk", { env })];
    // The engine's own host for Node has this name too, and does not convert.
    await mkdir(stack.path("hosts"));
    await symlink(join(generators, "pulumi-language-python"), stack.path("hosts/pulumi-language-nodejs"));
    const folders = [stack.path("hosts"), dirname(process.execPath), generators, converter, dirname(engine.command)];
    path = [...folders, engine.env.PATH].join(":");
    await installPlugin(stack.path("."));
    await copyFile(EXAMPLE, stack.path("Pulumi.yaml"));
  }, FIRST_TIME);

  it("becomes one in Python, by the schema's names", async () => {
    await installPlugin(stack.path("python"));
    const flags = ["--from", "yaml", "--language", "python", "--out", "python", "--generate-only"];
    const { code, out, err } = await stack.execute("env", `PATH=${path}`, "pulumi", "convert", ...flags);
    expect(code, out + err).toBe(0);
    const program = await readFile(stack.path("python/__main__.py"), "utf8");
    for (const part of ["import pulumi_signalwire as signalwire", "call_sip_endpoint_id=front_desk.id"])
      expect(program).toContain(part);
    for (const name of ["SipEndpoint", "PhoneNumber", "ClientToken"]) expect(program).toContain(`signalwire.${name}(`);
  });
});
