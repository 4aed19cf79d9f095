// The names of settings in messages and in the engine's references.

import { expect, it } from "vitest";
import {
  configOf,
  declaredProviderIn,
  remedy,
  settingName,
  switchIn,
  unknownSettings,
  wrongSwitches,
} from "../../../provider/config/settings.ts";
import { under } from "../environment.ts";

const EU = "urn:pulumi:test::phones::pulumi:providers:signalwire::eu";

it("a provider of the program has a name, and the engine's own one none, with a version or without", () => {
  const reference = (name: string) => declaredProviderIn(`${EU.replace(/eu$/, name)}::0f6d9c2a`);
  expect(["eu", "default", "default_0_1_0", "defaults"].map(reference)).toEqual([
    ...[EU, undefined, undefined, EU.replace(/eu$/, "defaults")],
  ]);
  expect([declaredProviderIn(), declaredProviderIn("")]).toEqual([undefined, undefined]);
  const { get, ...facts } = configOf({ projectId: "p", concurrency: 4, space: null }, "eu");
  expect(facts).toEqual({ isDeclared: true, providerName: "eu" });
  expect(["signalwire:projectId", "signalwire:concurrency", "space", "toString"].map(get)).toEqual([
    ...["p", "4", undefined, undefined],
  ]);
  expect(configOf({})).toEqual({ get: expect.any(Function) });
});

it("each way to give settings has its names and remedies", () => {
  const [stack, eu, call] = [{}, { projectId: "p" }, {}].map((args, at) => configOf(args, at === 1 ? "eu" : "default"));
  const configs = [undefined, stack, eu, call && { ...call, isDeclared: true as const }];
  const said = configs.map((config) => [
    settingName(config, "baseUrl", "space"),
    remedy(config, "apiToken"),
    remedy(config, "space"),
    ...unknownSettings(["space", "spac", "x"], config),
  ]);
  const names = "projectId, apiToken, space, baseUrl, concurrency, requestsPerSecond, adoptMatching, previewLookups";
  const ofStack = [
    "signalwire:baseUrl and signalwire:space",
    "run `pulumi config set --secret signalwire:apiToken <an API token>` or set SIGNALWIRE_API_TOKEN",
    "run `pulumi config set signalwire:space <your space>` or set SIGNALWIRE_SPACE",
    "There is no setting signalwire:spac. Did you mean signalwire:space?",
    `There is no setting signalwire:x. The settings are ${names}.`,
  ];
  expect(said).toEqual([
    ofStack,
    ofStack,
    [
      'baseUrl and space of the provider "eu"',
      // The project ID of these arguments must not get the token of the environment.
      "set `apiToken` in its arguments",
      "set `space` in its arguments or set SIGNALWIRE_SPACE",
      'There is no argument spac. Did you mean space of the provider "eu"?',
      `There is no argument x. The settings are ${names}.`,
    ],
    [
      "baseUrl and space",
      "pass `apiToken` or set SIGNALWIRE_API_TOKEN",
      "pass `space` or set SIGNALWIRE_SPACE",
      "There is no argument spac. Did you mean space?",
      `There is no argument x. The settings are ${names}.`,
    ],
  ]);
});

it.each<[string | undefined, boolean, boolean, boolean]>([
  ["true", true, true, true],
  [" TRUE ", true, true, true],
  ["false", false, false, true],
  ["1", false, false, false],
  ["truely", false, false, false],
  ["", false, false, false],
  [undefined, false, true, true],
])("a switch of %j is %s for adoptMatching, and %s for previewLookups", (value, adopts, looks, isRight) => {
  const config = { get: () => value };
  const wrong = (key: string) => `signalwire:${key} must be true or false, and it is ${JSON.stringify(value)}.`;
  expect([switchIn(config, "adoptMatching"), switchIn(config, "previewLookups")]).toEqual([adopts, looks]);
  expect(under({}, () => wrongSwitches(config))).toEqual(isRight ? [] : ["adoptMatching", "previewLookups"].map(wrong));
});
