// Rules about encryption, ciphers and codecs: of SIP endpoints, of the SIP profile that they inherit from, and of domain
// applications.

import { domainApplication, sipEndpoint, sipProfile } from "../../contract/index.ts";
import { type Chosen, type Option, type Options, texts, yesNo } from "../options.ts";
import { type ResourceRule, resourceRule, type Violation } from "../rule.ts";
import type { Kind, Stack } from "../subject.ts";

const PROFILE = { encryption: "defaultEncryption", ciphers: "defaultCiphers", codecs: "defaultCodecs" } as const;

/** The service's values for an empty list in a profile, and for a domain application that sets none. */
const SERVICE = {
  encryption: { profile: [], application: [domainApplication.fields.encryption.default.value] },
  ciphers: {
    profile: sipProfile.fields.default_ciphers.unset,
    application: domainApplication.fields.ciphers.default.value,
  },
  codecs: {
    profile: sipProfile.fields.default_codecs.unset,
    application: domainApplication.fields.codecs.default.value,
  },
} as const;

type WithExplicit<Given> = Given & { readonly explicit: Option<boolean> };

interface MediaRule<Given extends Options>
  extends Omit<ResourceRule<never, Given>, "covers" | "validate" | "validateStack" | "remediate"> {
  readonly setting: keyof typeof PROFILE;
  /** Returns the problem of effective values, of which encryption has one; completes "<argument> …". */
  problem(values: readonly string[], options: Chosen<Given>): string | undefined;
  /** Returns an argument without the problem, also where the program sets none. */
  corrected?(values: readonly string[], options: Chosen<Given>): string | readonly string[] | undefined;
}

type Covered = "SipEndpoint" | "SipProfile" | "DomainApplication";

/** Defines a rule about a setting: of an endpoint, of the profile, inherited ones, and of a domain application. */
function mediaRule<const Given extends Options>({
  setting,
  problem,
  corrected,
  ...about
}: MediaRule<Given>): ResourceRule<Covered, WithExplicit<Given>> {
  const inherited = PROFILE[setting];
  const service = SERVICE[setting];
  const argumentOf = (kind: Kind) => (kind === "SipProfile" ? inherited : setting);
  const problemOf = (values: readonly string[], options: Chosen<WithExplicit<Given>>) =>
    values.length === 0 ? undefined : problem(values, options as Chosen<Given>);

  /** Returns a resource's own values; none when it inherits them. */
  const stated = (kind: Kind, value: unknown): readonly string[] => {
    const isInherited = !value || value === "default";
    const values = isInherited ? [] : [value as string | readonly string[]].flat();
    return values.length === 0 && kind === "SipProfile" && Array.isArray(value) ? service.profile : values;
  };

  return resourceRule<Covered, WithExplicit<Given>>({
    ...about,
    options: {
      ...about.options,
      explicit: yesNo(
        false,
        "Whether the resource or its account's SipProfile must set it, unless a default complies.",
        { strict: true },
      ),
    },
    covers: ["SipEndpoint", "SipProfile", "DomainApplication"],

    *validate(subject, options) {
      const argument = argumentOf(subject.kind);
      const values = stated(subject.kind, subject.get(argument));
      const found = problemOf(values, options);
      if (found) yield `${argument} ${found}`;
      if (values.length > 0 || subject.kind !== "DomainApplication" || !options.explicit) return;
      const byDefault = problemOf(service.application, options);
      if (byDefault) yield `${argument} is not set, and the default ${byDefault} (option explicit)`;
    },

    *validateStack(stack: Stack, options): Generator<Violation> {
      for (const account of stack.accounts) yield* inheritedIn(account, options);
    },

    ...(corrected && {
      remediate(subject, options) {
        const argument = argumentOf(subject.kind);
        const values = stated(subject.kind, subject.get(argument));
        const isMissing = values.length === 0 && subject.kind !== "SipProfile" && options.explicit;
        if (!isMissing && !problemOf(values, options)) return {};
        const better = corrected(values, options as Chosen<Given>);
        return better === undefined ? {} : { [argument]: better };
      },
    }),
  });

  function* inheritedIn(account: Stack, options: Chosen<WithExplicit<Given>>): Generator<Violation> {
    const [profile] = account.all("SipProfile");
    for (const endpoint of account.all("SipEndpoint")) {
      if (endpoint.isUnknown(setting) || stated("SipEndpoint", endpoint.peek(setting)).length > 0) continue;
      const { urn } = endpoint;
      // Values that only the service returns are skipped: a violation would fail an update whose objects already exist.
      if (!profile?.isSet(inherited)) {
        const whose = profile ? `whose ${inherited} the program does not set` : "which the stack does not manage";
        const message = `${setting} is inherited from the project's SIP profile, ${whose} (option explicit)`;
        if (options.explicit) yield { message, urn };
        continue;
      }
      const value = profile.peek(inherited);
      const found = problemOf(stated("SipProfile", value), options);
      if (found) yield { message: `${setting} is inherited from ${profile.name}, whose ${inherited} ${found}`, urn };
    }
  }
}

export const requireEncryption = mediaRule({
  name: "sip-endpoint-encryption",
  demands: "SIP endpoints and domain applications require encryption, by themselves or as the SIP profile says.",
  because:
    "With `optional`, a device or a network in between can talk the call down to plain RTP. With `forbidden`, every call is plain.",
  remedy: 'Set encryption, or the defaultEncryption of the SIP profile, to "required"; exempt a carrier that cannot.',
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  setting: "encryption",
  problem: ([encryption]) =>
    encryption === "optional" ? "is not required" : encryption === "forbidden" ? "is forbidden" : undefined,
  corrected: () => "required",
});

const ciphers = sipEndpoint.fields.ciphers.type.values ?? [];

export const noWeakCiphers = mediaRule({
  name: "sip-endpoint-ciphers",
  demands: "SIP endpoints and domain applications offer no weak cipher, by themselves or as the SIP profile says.",
  because: "A tag of 32 bits lets one forged packet in four billion pass.",
  remedy: "Leave the weak ones out of ciphers, or out of the defaultCiphers of the SIP profile.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    weak: texts(
      ciphers.filter((cipher) => cipher.endsWith("_32")),
      "The ciphers that count as weak.",
      ciphers,
    ),
  },
  setting: "ciphers",

  problem(offered, { weak }) {
    const found = weak.filter((cipher) => offered.includes(cipher));
    return found.length > 0 ? `holds ${found.join(", ")}` : undefined;
  },

  corrected(offered, { weak }) {
    // An empty list would select the service's own ciphers, including weak ones.
    const lists = [offered, ciphers].map((all) => all.filter((cipher) => !weak.includes(cipher)));
    return lists.find(({ length }) => length > 0);
  },
});

const VIDEO = ["VP8", "H264"];

export const voiceCodec = mediaRule({
  name: "sip-endpoint-codecs",
  demands: "SIP endpoints and domain applications offer a codec for voice, by themselves or as the SIP profile says.",
  because: "With codecs for video alone, a call to or from a telephone number is refused.",
  remedy: "Add PCMU, or another codec for voice, to codecs, or to the defaultCodecs of the SIP profile.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  setting: "codecs",
  problem: (codecs) => (codecs.every((codec) => VIDEO.includes(codec)) ? "holds no codec for voice" : undefined),
});
