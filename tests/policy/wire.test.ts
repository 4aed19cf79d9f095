// What the pack reads of a message by itself is what Pulumi's own classes wrote into it.

import fc from "fast-check";
import { expect, it } from "vitest";
import { resourceIn, resourcesIn } from "../../policy/pack/wire.ts";
import { messages, Struct, secret } from "./analyzer.ts";

const TYPE = "pulumi-nodejs:dynamic/signalwire:SipEndpoint";
const URN = `urn:pulumi:dev::office::${TYPE}::réception`;

function request(values: object) {
  return new messages.AnalyzeRequest().setType(TYPE).setUrn(URN).setProperties(Struct.fromJavaScript(values));
}

it("reads values of every kind, however deep", () => {
  const values = fc
    .dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" }))
    // As JSON has them: plain objects, and one zero.
    .map((each) => JSON.parse(JSON.stringify(each)) as object)
    // Pulumi's own classes lose a property of that name.
    .filter((each) => !JSON.stringify(each).includes("__proto__"));
  fc.assert(
    fc.property(values, (sent) => {
      expect(resourceIn(request(sent).serializeBinary()).values).toEqual(sent);
    }),
    { numRuns: 1_000 },
  );
});

it("reads secrets in clear, also those in lists and in each other", () => {
  const sent = {
    password: secret("correct-horse"),
    ciphers: [secret("AEAD_AES_256_GCM_8"), "AES_256_CM_HMAC_SHA1_80"],
    nested: secret({ inner: secret(["deep"]) }),
    empty: secret(""),
  };
  expect(resourceIn(request(sent).serializeBinary()).values).toEqual({
    password: "correct-horse",
    ciphers: ["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80"],
    nested: { inner: ["deep"] },
    empty: "",
  });
});

it("reads type, URN and the secret outputs in their order, and passes over the rest", () => {
  const options = new messages.AnalyzerResourceOptions()
    .setProtect(true)
    .setIgnorechangesList(["callerId"])
    .setAdditionalsecretoutputsList(["password", "token", "password"]);
  const provider = new messages.AnalyzerProviderResource()
    .setType("pulumi:providers:pulumi-nodejs")
    .setUrn("urn:other")
    .setProperties(Struct.fromJavaScript({ username: "not an argument" }));
  const sent = request({ username: "desk" }).setName("reception").setOptions(options).setProvider(provider);
  expect(resourceIn(sent.serializeBinary())).toEqual({
    type: TYPE,
    urn: URN,
    values: { username: "desk" },
    secretOutputs: ["password", "token", "password"],
    origins: new Map(),
  });
});

it("reads all resources of a stack, with what each argument comes from", () => {
  const line = new messages.AnalyzerResource().setType("line").setUrn("urn:line").setParent("urn:stack");
  const dependencies = new messages.AnalyzerPropertyDependencies().setUrnsList(["urn:desk", "urn:lobby"]);
  line
    .setDependenciesList(["urn:desk", "urn:lobby"])
    .getPropertydependenciesMap()
    .set("callSipEndpointId", dependencies);
  const stack = new messages.AnalyzerResource().setType("pulumi:pulumi:Stack").setUrn("urn:stack");
  const sent = new messages.AnalyzeStackRequest().setResourcesList([stack, line]);
  expect(resourcesIn(sent.serializeBinary())).toEqual([
    { type: "pulumi:pulumi:Stack", urn: "urn:stack", values: {}, secretOutputs: [], origins: new Map() },
    {
      type: "line",
      urn: "urn:line",
      values: {},
      secretOutputs: [],
      origins: new Map([["callSipEndpointId", ["urn:desk", "urn:lobby"]]]),
    },
  ]);
});
