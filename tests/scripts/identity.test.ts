// The names of the package in every registry: what they are without an owner, and what follows from the repository's address.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { resources } from "../../contract/index.ts";
import { identity, identityOf, manifest, missingIdentity } from "../../scripts/generate/identity.ts";
import { renderSchema } from "../../scripts/generate/schema.ts";

const repository = { url: "git+https://github.com/acme-voice/pulumi-signalwire.git" };
const owned = { ...manifest, repository, identity: { ...manifest.identity, publisher: "Acme Voice" } };

/** Names that Pulumi's generators choose where a schema states none, or that belong to Pulumi itself. */
const OF_OTHERS =
  /example\.com\/pulumi|Pulumi\.Signalwire|com\.pulumi|@pulumi\/signalwire|github\.com\/pulumi\/pulumi-signalwire/;

const schemaOf = (of: typeof identity) => JSON.parse(renderSchema("1.0.0", Object.entries(resources), of));

it("follow from the address of the repository", () => {
  expect(schemaOf(identityOf(owned))).toMatchObject({
    publisher: "Acme Voice",
    namespace: "acme-voice",
    repository: "https://github.com/acme-voice/pulumi-signalwire",
    homepage: "https://github.com/acme-voice/pulumi-signalwire#readme",
    pluginDownloadURL: "github://api.github.com/acme-voice/pulumi-signalwire",
    logoUrl: "https://raw.githubusercontent.com/acme-voice/pulumi-signalwire/main/docs/pictures/logo.svg",
    language: {
      nodejs: { packageName: "pulumi-signalwire" },
      python: { packageName: "pulumi_signalwire" },
      go: { importBasePath: "github.com/acme-voice/pulumi-signalwire/sdk/go/signalwire" },
      csharp: { rootNamespace: "AcmeVoice" },
      java: { basePackage: "io.github.acmevoice" },
    },
  });
  expect(missingIdentity(owned)).toEqual([]);
});

it.each([
  ["without an owner", manifest],
  ["with one", owned],
])("are none that belong to others %s", (_, of) => {
  const schema = schemaOf(identityOf(of));
  expect(JSON.stringify(schema)).not.toMatch(OF_OTHERS);
  expect(Object.keys(schema.language)).toEqual(expect.arrayContaining(["nodejs", "python", "go", "csharp", "java"]));
});

it("lists every name, and what only the owner can state", async () => {
  const release = promisify(execFile)(process.execPath, ["scripts/release.ts", "--check"]);
  const { stdout, stderr = "" } = await release.catch((error) => error);
  for (const name of Object.keys(identity)) expect(stdout).toContain(`${name}: `);
  expect(stderr.match(/^- [\w.]+/gm) ?? []).toEqual(missingIdentity(manifest).map((each) => `- ${each.split(":")[0]}`));
});
