import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceFinder } from "../../../cli/report/sources.ts";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";

function sourcesIn(files: Record<string, string>, below = "") {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "a.js"));
  writeFiles(folder, files);
  return sourceFinder(join(folder, below));
}

const desk = { type: "SipEndpoint", name: "desk" };

test("a declaration is found in the program and in what it imports, not in a copy beside it", () => {
  const files = {
    ...{ ".git/HEAD": "", "app/Pulumi.yaml": "name: phones\nruntime: nodejs\nmain: main.ts\n" },
    "app/package.json": '{ "main": "backup.ts" }',
    "app/backup.ts": 'new SipEndpoint("desk", {});\n',
    "app/main.ts": 'import { desks } from "./office/desks.mjs";\nvoid desks;\n',
    "app/office/desks.mts": 'export * from "./first.js";\n',
    "app/office/desks.mjs": 'new SipEndpoint("desk", {});\n',
    "app/office/first.ts": '\nexport const desks = new SipEndpoint("desk", {});\n',
  };
  const sourceOf = sourcesIn(files, "app");
  expect(sourceOf(desk)).toEqual({ file: "app/office/first.ts", line: 2 });
  expect(sourceOf({ type: "SipEndpoint", name: "absent" })).toBeUndefined();
});

test("a file of more than a million bytes is no program of a person", () => {
  const text = 'new SipEndpoint("desk", {});\n';
  const found = [0, 1].map((more) => sourcesIn({ "index.ts": text.padEnd(1_000_000 + more) })(desk)?.line);
  expect(found).toEqual([1, undefined]);
});

test.each([".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx"])("an import may leave out %s", (end) => {
  const sourceOf = sourcesIn({ [`index${end}`]: 'import "./desks";\n', [`desks${end}`]: 'new SipEndpoint("desk");\n' });
  expect(sourceOf(desk)).toEqual({ file: `desks${end}`, line: 1 });
});

const table = 'const names = [\n  "desk",\n];\n';

test.each(["{", "null", "[]", '{ "main": 3 }'])(
  "beside a package.json that holds %s, a name in a table of the index is found where nothing declares it",
  (text) => expect(sourcesIn({ "package.json": text, "index.ts": table })(desk)).toEqual({ file: "index.ts", line: 2 }),
);

test.each([
  [
    "index.ts",
    `const names = ["line"];
new PhoneNumber("line", {
  expects: [
    // { not: this }
    { keys: "1", rings: "a" },
    { rings: "b" },
  ],
});`,
    6,
  ],
  [
    "index.ts",
    'import { office } from "./office.ts";\nnew PhoneNumber("line", {\n  expects: office({ a: 1 },\n    { b: 2 }),\n});',
    3,
  ],
  [
    "__main__.py",
    `import pulumi_signalwire as signalwire
signalwire.PhoneNumber("line",
    number="+12025550101",
    expects=[
        # doesn't ring
        {"keys": "1", "rings": "a"},
        signalwire.ExpectationArgs(rings="b"),
    ])`,
    7,
  ],
  [
    "main.go",
    `_, err := signalwire.NewPhoneNumber(ctx, "line", &signalwire.PhoneNumberArgs{
	Expects: signalwire.ExpectationArray{
		&signalwire.ExpectationArgs{Keys: pulumi.String("1"), Rings: pulumi.String("a")},
		&signalwire.ExpectationArgs{Rings: pulumi.String("b")},
	},
})`,
    4,
  ],
  [
    "Pulumi.yaml",
    `name: phones
runtime: yaml
resources:
  line:
    type: signalwire:PhoneNumber
    properties:
      expects:
        - keys: "1"
          rings: a
        - rings: b
`,
    10,
  ],
  ["Pulumi.yaml", "runtime: yaml\nresources:\n  line:\n    properties:\n      number: a\n      expects: office\n", 6],
  [
    "numbers.tf",
    `resource "signalwire_sip_endpoint" "line" {
  username = "a"
}

resource "signalwire_phone_number" "line" {
  number = "+12025550101"

  expects {
    keys  = "1"
    rings = "a"
  }
  expects {
    rings = "b"
  }
}
`,
    12,
  ],
])("the second entry of a list is found in %s", (file, text, line) => {
  const project = file.endsWith(".tf") ? { "Pulumi.yaml": "name: phones\nruntime: hcl\n" } : {};
  const sourceOf = sourcesIn({ ...project, [file]: text });
  expect(sourceOf({ type: "PhoneNumber", name: "line", entry: 1 })).toEqual({ file, line });
});

test("a declaration in HCL is found by its type, whatever else has its name", () => {
  const sourceOf = sourcesIn({
    "Pulumi.yaml": "name: phones\nruntime: hcl\nmain: infra\n",
    "infra/desks.tf": 'variable "desk" {}\n\nresource "signalwire_sip_endpoint" "desk" {\n  expects {\n  }\n}\n',
    "infra/scripts.tf": 'resource "signalwire_cxml_script" "desk" {\n}\n',
  });
  expect(sourceOf(desk)).toEqual({ file: "infra/desks.tf", line: 3 });
  expect(sourceOf({ type: "CxmlScript", name: "desk" })).toEqual({ file: "infra/scripts.tf", line: 1 });
  expect(sourceOf({ type: "Queue", name: "desk" })).toBeUndefined();
});
