// The results of checking a program's arguments, without a service.

import { describe, expect, it } from "vitest";
import { DirectHost } from "../direct-host.ts";
import { UNKNOWN } from "../host.ts";

const host = new DirectHost({
  "signalwire:baseUrl": "http://127.0.0.1:9",
  "signalwire:projectId": "project",
  "signalwire:apiToken": "canary-token",
});

const DESK = { username: "front-desk", password: "canary-password" };

const WRONG = {
  username: "front desk",
  password: "",
  codecs: ["OPUS", "canary-codec"],
  callerId: 5,
  call_request_method: "canary-value",
};

const REASONS = [
  "call_request_method is not an argument of a SIP endpoint; did you mean callRequestMethod?",
  "username must not contain white space or the character @",
  "password must not be empty",
  "callerId must be a string",
  "codecs must hold only OPUS, G722, PCMU, PCMA, VP8, H264",
];

describe("right arguments", () => {
  it("that are null are no inputs", async () => {
    const { inputs, failures } = await host.check("sipEndpoint", {}, { ...DESK, callerId: null, codecs: null });
    expect(failures).toEqual([]);
    expect(inputs).toEqual(DESK);
  });

  it("keep the stored order of a list that holds the same", async () => {
    const olds = { ...DESK, codecs: ["OPUS", "PCMU", "VP8"] };
    const { inputs } = await host.check("sipEndpoint", olds, { ...DESK, codecs: ["VP8", "PCMU", "OPUS"] });
    expect(inputs.codecs).toEqual(["OPUS", "PCMU", "VP8"]);
  });

  it("are distinguished from the classes' additions for the provider", async () => {
    const own = { __resourceName: "desk", __anything: { a: 1 } };
    expect(await host.check("sipEndpoint", {}, { ...DESK, ...own })).toEqual({ inputs: DESK, failures: [] });
  });
});

describe("wrong arguments", () => {
  it("fail all at once, by the program's names", async () => {
    const { failures } = await host.check("sipEndpoint", {}, WRONG);
    expect(failures.map(({ reason }) => reason)).toEqual(REASONS);
  });

  // The engine prints the value of a property that a failure names, secret or not.
  it("never name a property, and never repeat a value", async () => {
    const { failures } = await host.check("sipEndpoint", {}, { ...WRONG, password: ["canary"] });
    expect(new Set(failures.map(({ property }) => property))).toEqual(new Set([""]));
    expect(JSON.stringify(failures)).not.toContain("canary");
  });

  it("include what the class found before it sent them", async () => {
    const __unsendable = [{ field: "extra.ratio", detail: "is NaN" }];
    const { failures } = await host.check("sipEndpoint", {}, { ...DESK, __unsendable });
    expect(failures).toEqual([{ property: "", reason: "extra.ratio is NaN" }]);
  });

  it("are none where an endpoint keeps the password it has", async () => {
    const { username } = DESK;
    expect((await host.check("sipEndpoint", {}, { username, adopt: true })).failures).toEqual([]);
    expect((await host.check("sipEndpoint", {}, { username, adopt: UNKNOWN })).failures).toEqual([]);
    expect((await host.check("sipEndpoint", { username, adopt: true }, { username })).failures).toEqual([]);
    expect((await host.check("sipEndpoint", {}, { username, adopt: false })).failures).toHaveLength(1);
  });
});

describe("a preview of the package's own classes", () => {
  it("returns every problem beside the inputs instead of failing, and none in them", async () => {
    const { inputs, findings } = await host.preview("sipEndpoint", WRONG);
    expect(findings).toEqual(REASONS.map((message) => ({ severity: "error", message })));
    expect(inputs).toEqual(WRONG);
  });
});

describe("a configuration that is missing", () => {
  const unconfigured = new DirectHost({});

  it("is reported once in a preview, with every key and variable, for any number of resources", async () => {
    const [first, ...others] = (await unconfigured.preview("sipEndpoint", DESK)).findings;
    const message = first?.message;
    for (const key of ["projectId", "apiToken", "space", "baseUrl"]) expect(message).toContain(`signalwire:${key}`);
    for (const name of ["PROJECT_ID", "API_TOKEN", "SPACE", "BASE_URL"])
      expect(message).toContain(`SIGNALWIRE_${name}`);
    expect(others).toEqual([]);
    expect((await unconfigured.preview("sipEndpoint", DESK)).findings).toEqual([]);
    expect((await unconfigured.preview("phoneNumber", { number: "+12025550101" })).findings).toEqual([]);
  });

  it("does not fail a check: a stack can be validated without credentials", async () => {
    expect(await unconfigured.check("sipEndpoint", {}, DESK)).toEqual({ inputs: DESK, failures: [] });
  });

  it("fails the operation that needs it", async () => {
    await expect(unconfigured.create("sipEndpoint", DESK)).rejects.toThrow(
      /^Could not create the SIP endpoint "front-desk"\. The SignalWire configuration cannot be used: signalwire:projectId is missing/,
    );
  });

  it("does not keep the number of an adopted phone number from being let go", async () => {
    await unconfigured.delete("phoneNumber", "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11", { number: "+12025550101" });
  });
});
