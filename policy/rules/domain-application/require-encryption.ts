import { resourceRule } from "../../rule.ts";

export const encryptedDomain = resourceRule({
  name: "domain-application-encryption",
  demands: "A domain application requires encryption.",
  because:
    "With `optional`, a network in between can talk the call down to plain RTP. With `forbidden`, every call is plain.",
  remedy: 'Set encryption to "required".',
  severity: "high",
  // A carrier may not encrypt at all, so the baseline only advises.
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "DomainApplication", args: { encryption: "required" } }],
    fails: [{ kind: "DomainApplication", args: { encryption: "forbidden" } }],
  },
  covers: ["DomainApplication"],

  *validate(application) {
    const encryption = application.get("encryption");
    if (encryption !== "required")
      yield encryption === "forbidden" ? "encryption is forbidden" : "encryption is not required";
  },

  remediate: (application) => (application.get("encryption") === "required" ? {} : { encryption: "required" }),
});
