// The registrations of each class, recorded by Pulumi's own mocks.

import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Resource, type ResourceName, resourceNames, resources, toCamel } from "../../contract/index.ts";
import { sendReport } from "../../provider/run/send-report.ts";
import * as sdk from "../../sdk/index.ts";
import { ClientToken, PhoneNumber, SipEndpoint, SwmlScript } from "../../sdk/index.ts";
import { isRecorded } from "../../sdk/recorded.ts";
import { argumentsOf, SMALLEST } from "../conformance/tables.ts";
import { marked } from "../provider/marks.ts";
import { known, mockEngine, type Registered } from "./mocked.ts";

const PASSWORD = "correct-horse";
const DESK = { username: "front-desk", password: PASSWORD } as const;
const LINE = { number: "+12025550101", name: "Main line" } as const;

/** The text in every state by which the engine finds a class's provider. */
const providerOf = (name: ResourceName) =>
  `exports.handler=()=>require('pulumi-signalwire/provider').${name.charAt(0).toLowerCase()}${name.slice(1)}`;

// The outputs of a failed registration never resolve.
vi.setConfig({ testTimeout: 5_000 });

let registered: Registered[];

beforeEach(async () => {
  registered = await mockEngine();
});

/** Answers questions for the state. Returns the names of the stacks that were asked for. */
async function engineWith(answer: (looks: number) => object): Promise<unknown[]> {
  const names: unknown[] = [];
  registered = await mockEngine({}, false, ({ token, inputs }) => {
    if (token !== "pulumi:pulumi:readStackResourceOutputs") return inputs;
    return answer(names.push(inputs.stackName));
  });
  return names;
}

const stateOf = (outputs: object) => ({
  outputs: { urn: { type: "pulumi-nodejs:dynamic/signalwire:PhoneNumber", outputs } },
});

it("looks at the state again where the engine is just writing it", async () => {
  const names = await engineWith((looks) => {
    if (looks < 3) throw new Error("failed to load checkpoint: EOF");
    return stateOf({ ...LINE, id: "x" });
  });
  await known(new PhoneNumber("line", LINE).id);
  expect(names).toHaveLength(3);
  expect(registered[0]?.inputs.__recorded).toMatchObject(LINE);
});

it("asks for the state by the stack's full name, and goes on with a warning when the engine does not show it", async () => {
  const names = await engineWith((looks) => {
    throw Object.assign(new Error(), { details: `attempt ${looks}` });
  });
  const warn = vi.spyOn(pulumi.log, "warn").mockImplementation(async () => undefined);
  await known(new PhoneNumber("line", LINE).id);
  expect([...new Set(names)]).toEqual(["organization/project/test", "test"]);
  expect(registered[0]?.inputs.__recorded).toBeUndefined();
  const sentence =
    "The engine did not show the state of this stack (attempt 5). A number or SIP profile that is renamed";
  expect(warn.mock.calls).toEqual([[expect.stringContaining(sentence)]]);
  warn.mockRestore();
});

it("nothing is recorded of another number, and an object that is only looked up is not looked for in the state", async () => {
  const names = await engineWith(() => stateOf({ number: "+12025550199" }));
  await known(PhoneNumber.get("seen", "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11").urn);
  expect(names).toEqual([]);
  await known(new PhoneNumber("line", LINE).id);
  expect([names.length, registered.at(-1)?.inputs.__recorded]).toEqual([1, undefined]);
});

it("a resource is recorded where the state has its URN, with the outputs that are asked for", async () => {
  await engineWith(() => stateOf({ name: "a" }));
  const asked = [
    isRecorded("urn"),
    isRecorded("urn", { name: "a" }),
    isRecorded("urn", { name: "b" }),
    isRecorded("x"),
  ];
  expect(await Promise.all(asked)).toEqual([true, true, false, false]);
});

const SECRET_DESK = { ...DESK, password: pulumi.secret("correct-horse-battery-staple") };

type Make = (opts?: pulumi.CustomResourceOptions) => pulumi.CustomResource;

/** Returns how a program makes each class. */
function makerOf(name: ResourceName): Make {
  const classes = sdk as unknown as {
    [name: string]: new (name: string, args: object, opts?: object) => pulumi.CustomResource;
  };
  const Class = classes[name];
  if (!Class) throw new Error(`There is no class ${name}`);
  return (opts) => new Class("x", argumentsOf(name, SMALLEST[name]), opts);
}

/** Returns the registration of the only resource that `make` creates. */
async function registration(make: () => pulumi.CustomResource): Promise<Registered> {
  await known(make().urn);
  const [only] = registered;
  if (!only || registered.length > 1) throw new Error(`${registered.length} resources were registered`);
  return only;
}

/** Returns the inputs: without the provider's own properties, which begin with two underscores and which its check removes. */
function inputsOf({ inputs }: Registered): object {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith("__")));
}

/** Returns the options of the registration. */
async function optionsOf(make: Make, opts: pulumi.CustomResourceOptions = {}): Promise<pulumi.CustomResourceOptions> {
  let seen: pulumi.CustomResourceOptions = {};
  const transformation: pulumi.ResourceTransformation = ({ opts }) => {
    seen = { ...opts };
    return undefined;
  };
  await known(make({ ...opts, transformations: [transformation] }).urn);
  return seen;
}

describe.each(resourceNames)("a %s", (name) => {
  const make = makerOf(name);
  const { fields, operations, uniqueKey }: Resource = resources[name];
  const secretOutputs = Object.keys(fields).flatMap((field) => (fields[field]?.secret ? [toCamel(field)] : []));

  // A changed text would show as a change of every resource in every stack. Policies recognise a class by its type.
  it("has the type and the text of its provider in every state, and nothing for findings in an up", async () => {
    const { type, inputs } = await registration(make);
    expect([type, (sdk as { [name: string]: unknown })[name]]).toEqual([
      `pulumi-nodejs:dynamic/signalwire:${name}`,
      expect.objectContaining({ __pulumiType: type }),
    ]);
    const own = Object.keys(inputs).filter((property) => property.startsWith("__") && inputs[property] !== undefined);
    // What may hold a secret is asked for it.
    expect(own).toEqual(["__declaredAs", "__provider", ...(name === "SwmlScript" ? ["__secrets"] : [])]);
    expect([inputs.__provider, inputs.__declaredAs]).toEqual([providerOf(name), "x"]);
  });

  it("adds the names of its secrets to the program's options, and leaves the program's object as it was", async () => {
    const given = { protect: true, ignoreChanges: ["name"], retainOnDelete: true, additionalSecretOutputs: ["other"] };
    const copy = structuredClone(given);
    const { transformations: _, ...options } = await optionsOf(make, given);
    const isFirst = operations.create && uniqueKey !== undefined && { deleteBeforeReplace: true };
    expect(options).toEqual({ ...given, ...isFirst, additionalSecretOutputs: ["other", ...secretOutputs] });
    expect(given).toEqual(copy);
  });

  it("refuses to import, which cannot work, and names what does", () => {
    expect(() => make({ import: "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11" })).toThrow(
      /^\w+ "x": the option `import`.*`adopt: true`/,
    );
    expect(registered).toEqual([]);
  });

  it("gives the provider a socket for what a preview finds, and a key for each resource", async () => {
    registered = await mockEngine({}, true);
    const first = (await registration(make)).inputs.__findings;
    registered.length = 0;
    expect(first).toEqual([expect.stringMatching(/signalwire-reports-/), expect.stringMatching(/^\d+$/)]);
    expect((await registration(make)).inputs.__findings).not.toBe(first);
  });
});

it.each([
  [{}, undefined, true],
  [{}, false, false],
  [{ adopt: false }, undefined, true],
  [{ adopt: true }, undefined, undefined],
])("an endpoint with %o and deleteBeforeReplace %s is deleted first: %s", async (args, given, expected) => {
  const make: Make = (opts) => new SipEndpoint("desk", { ...DESK, ...args }, opts);
  const opts = given === undefined ? {} : { deleteBeforeReplace: given };
  expect((await optionsOf(make, opts)).deleteBeforeReplace).toBe(expected);
});

const MARKED_DESK = { username: "front-desk", password: marked(PASSWORD) };
const STEPS = { sections: { main: [{ play: { url: "say:hi" } }] } };

// Misspelt arguments are registered too, so that the check reports them.
it.each<[string, () => pulumi.CustomResource, object]>([
  [
    "a SIP endpoint",
    () => new SipEndpoint("desk", { ...DESK, callerId: "Front desk", codecs: ["OPUS", "PCMU"] }),
    { ...MARKED_DESK, callerId: "Front desk", codecs: ["OPUS", "PCMU"] },
  ],
  ...[() => pulumi.output(PASSWORD), () => Promise.resolve(PASSWORD), () => pulumi.secret(PASSWORD)].map(
    (password): [string, () => pulumi.CustomResource, object] => [
      `a SIP endpoint with the password ${password}`,
      () => new SipEndpoint("desk", { ...DESK, password: password() }),
      MARKED_DESK,
    ],
  ),
  [
    "a phone number",
    () => new PhoneNumber("line", { ...LINE, callHandler: undefined, callRequestUrl: undefined }),
    LINE,
  ],
  ["a client token", () => new ClientToken("a", { resource: "a", renewBefore: 5 }), { resource: "a", renewBefore: 5 }],
  ["a client token without arguments", () => new ClientToken("token"), {}],
  [
    "a misspelt argument",
    () => new PhoneNumber("line", { ...LINE, ...{ callhandler: "dialogflow" } }),
    { ...LINE, callhandler: "dialogflow" },
  ],
  [
    "a secret document",
    () => new SwmlScript("menu", { displayName: "Menu", contents: pulumi.secret(STEPS) }),
    { displayName: "Menu", contents: marked(STEPS) },
  ],
])("the properties of %s are its arguments, with secrets marked, and nothing else", async (_, make, args) => {
  expect(inputsOf(await registration(make))).toStrictEqual(args);
  expect(DESK).toStrictEqual({ username: "front-desk", password: PASSWORD });
});

it("what the provider must not show in a preview are the arguments that the program marked secret, inside a list too", async () => {
  registered = await mockEngine({}, true);
  const args = {
    ...SECRET_DESK,
    callerId: pulumi.secret("Front desk"),
    sendAs: pulumi.output("random" as const),
    codecs: [pulumi.secret("OPUS" as const)],
  };
  const { inputs } = await registration(() => new SipEndpoint("desk", args));
  expect(inputs.__secrets).toEqual(["password", "callerId", "codecs"]);
  expect(inputs.__unsendable).toBeUndefined();
});

it("a preview shows the address that an update of a script keeps", async () => {
  const newResource: pulumi.runtime.Mocks["newResource"] = async ({
    name,
    inputs: { __findings: asked, ...inputs },
  }) => {
    const [path, key] = asked as [string, string];
    // Of two checks of one resource, the last counts.
    for (const address of name === "changed" ? ["old", "kept"] : [])
      await sendReport(path, `kept ${key}`, `https://a.example/${address}`);
    return { id: name, state: { ...inputs, requestUrl: "https://a.example/other" } };
  };
  await pulumi.runtime.setMocks({ newResource, call: ({ inputs }) => inputs }, "project", "test", true);
  const shown = ["changed", "new"].map((name) => new SwmlScript(name, { displayName: "Menu", contents: STEPS }));
  expect(await Promise.all(shown.map(({ requestUrl }) => known(requestUrl)))).toEqual([
    ...["https://a.example/kept", "https://a.example/other"],
  ]);
});

it("values that no request can carry are listed by their paths, outputs and promises included, and are not sent", async () => {
  const cycle: { [name: string]: unknown } = {};
  cycle.again = cycle;
  const extra = {
    first: Number.NaN,
    second: pulumi.output(1).apply(() => ({ deep: [1, new Date(), pulumi.secret(2n)] })),
    third: new Promise((resolve) => setTimeout(resolve, 20, { map: new Map(), step: () => 1, cycle })),
  };
  const { inputs } = await registration(() => new SipEndpoint("desk", { ...DESK, extra }));
  const found = inputs.__unsendable as { readonly field: string; readonly detail: string }[];
  expect(found.map(({ field, detail }) => `${field} ${detail.split(":", 1)}`)).toEqual([
    "extra.first is NaN",
    "extra.second.deep[1] is a Date",
    "extra.second.deep[2] is a bigint",
    "extra.third.map is a Map",
    "extra.third.step is a function",
    "extra.third.cycle.again is extra.third.cycle itself, which contains it",
  ]);
});

it.each<[what: string, make: () => pulumi.CustomResource, fields: string[] | undefined]>([
  ["is refused at once", () => new SipEndpoint("desk", { ...DESK, extra: { a: Number.NaN } }), ["extra.a"]],
  ["may come out of an output", () => new SipEndpoint("desk", { ...DESK, extra: pulumi.output({ a: 1 }) }), []],
  ["cannot be there", () => new SipEndpoint("desk", DESK), undefined],
])("a value that %s is listed so", async (_, make, fields) => {
  const found = (await registration(make)).inputs.__unsendable as { readonly field: string }[] | undefined;
  expect(found?.map(({ field }) => field)).toEqual(fields);
});

it("outputs are the arguments, what the service added, and undefined without a value; a password is secret", async () => {
  registered = await mockEngine({ capabilities: ["voice"], numberType: "longcode" });
  const { name, capabilities, numberType, id, callHandler, nextBilledAt } = new PhoneNumber("line", LINE);
  const all = [name, capabilities, numberType, id, callHandler, nextBilledAt] as pulumi.Output<unknown>[];
  expect(await Promise.all(all.map(known))).toEqual([
    "Main line",
    ["voice"],
    "longcode",
    "line-id",
    undefined,
    undefined,
  ]);
  const { password, username } = new SipEndpoint("desk", DESK);
  expect(await Promise.all([password, username].map((each) => pulumi.isSecret(each)))).toEqual([true, false]);
});
