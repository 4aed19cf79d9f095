// Rules about encryption, ciphers and codecs: of SIP endpoints, of the SIP profile that they inherit from, and of domain
// applications.

import { domainApplication, sipEndpoint, sipProfile } from "../../contract/index.ts";
import { type Chosen, type Option, type Options, texts, yesNo } from "../options.ts";
import { type ResourceRule, resourceRule, type Violation } from "../rule.ts";
import type { ArgsOf, Kind, Stack, Values } from "../subject.ts";

const PROFILE = { encryption: "defaultEncryption", ciphers: "defaultCiphers", codecs: "defaultCodecs" } as const;
type Setting = keyof typeof PROFILE;
type ValueOf<S extends Setting> = NonNullable<ArgsOf["SipEndpoint" | "DomainApplication"][S]>;
type WithExplicit<Given> = Given & { readonly explicit: Option<boolean> };

/** The values that the service uses when the program sets none. An empty list counts as none. */
const UNSET = {
  SipProfile: {
    encryption: undefined,
    ciphers: sipProfile.fields.default_ciphers.unset,
    codecs: sipProfile.fields.default_codecs.unset,
  },
  DomainApplication: {
    encryption: domainApplication.fields.encryption.default.value,
    ciphers: domainApplication.fields.ciphers.default.value,
    codecs: domainApplication.fields.codecs.default.value,
  },
} as const;

interface MediaRule<S extends Setting, Given extends Options>
  extends Omit<ResourceRule<never, Given>, "covers" | "validate" | "validateStack" | "remediate"> {
  readonly setting: S;
  /** Returns the problem of an effective value; completes "<argument> …". */
  problem(value: ValueOf<S>, options: Chosen<Given>): string | undefined;
  /** Returns a value without the problem. Without a value, returns one that the program should set. */
  corrected?(value: ValueOf<S> | undefined, options: Chosen<Given>): ValueOf<S> | undefined;
}

type Covered = "SipEndpoint" | "SipProfile" | "DomainApplication";

/** Defines a rule about a setting: of an endpoint, of the profile, inherited ones, and of a domain application. */
function mediaRule<S extends Setting, const Given extends Options>({
  setting,
  problem,
  corrected,
  ...about
}: MediaRule<S, Given>): ResourceRule<Covered, WithExplicit<Given>> {
  const inherited = PROFILE[setting];
  const argumentOf = (kind: Kind) => (kind === "SipProfile" ? inherited : setting);
  const isUnset = (value: unknown) => !value || value === "default" || (Array.isArray(value) && value.length === 0);

  /** Returns a resource's own value; undefined when it inherits one. An empty list in the profile is a value. */
  const stated = (kind: Kind, value: unknown) => {
    if (!isUnset(value)) return value as ValueOf<S>;
    return kind === "SipProfile" && Array.isArray(value)
      ? (UNSET.SipProfile[setting] as ValueOf<S> | undefined)
      : undefined;
  };

  return resourceRule<Covered, WithExplicit<Given>>({
    ...about,
    options: {
      ...about.options,
      explicit: yesNo(
        false,
        "Whether it must be set, by the resource or its account's SipProfile, unless a domain application's default complies.",
        { strict: true },
      ),
    },
    covers: ["SipEndpoint", "SipProfile", "DomainApplication"],

    *validate(subject, options) {
      const argument = argumentOf(subject.kind);
      const value = stated(subject.kind, subject.get(argument));
      const found = value && problem(value, options as Chosen<Given>);
      if (found) yield `${argument} ${found}`;
      if (value || subject.kind !== "DomainApplication" || !options.explicit) return;
      const byDefault = problem(UNSET.DomainApplication[setting] as ValueOf<S>, options as Chosen<Given>);
      if (byDefault) yield `${argument} is not set, and the default ${byDefault} (option explicit)`;
    },

    *validateStack(stack: Stack, options): Generator<Violation> {
      for (const account of stack.accounts) yield* inheritedIn(account, options);
    },

    ...(corrected && {
      remediate(subject, options): Values {
        const argument = argumentOf(subject.kind);
        const value = stated(subject.kind, subject.get(argument));
        const isWrong = value
          ? problem(value, options as Chosen<Given>)
          : subject.kind !== "SipProfile" && options.explicit;
        const better = isWrong ? corrected(value, options as Chosen<Given>) : undefined;
        return better === undefined ? {} : { [argument]: better };
      },
    }),
  });

  function* inheritedIn(account: Stack, options: Chosen<WithExplicit<Given>>): Generator<Violation> {
    const [profile] = account.all("SipProfile");
    for (const endpoint of account.all("SipEndpoint")) {
      if (endpoint.isGiven(setting) && (endpoint.isUnknown(setting) || !isUnset(endpoint.peek(setting)))) continue;
      const { urn } = endpoint;
      // Values that only the service returns are skipped: a violation would fail an update whose objects already exist.
      if (!profile?.isSet(inherited)) {
        const whose = profile ? `whose ${inherited} the program does not set` : "which the stack does not manage";
        if (options.explicit)
          yield {
            message: `${setting} is inherited from the project's SIP profile, ${whose} (option explicit)`,
            urn,
          };
        continue;
      }
      const value = profile.peek(inherited);
      if (value === undefined) profile.await(inherited);
      const own = value && stated("SipProfile", value);
      const found = own && problem(own, options as Chosen<Given>);
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
  problem: (encryption) =>
    encryption === "optional" ? "is not required" : encryption === "forbidden" ? "is forbidden" : undefined,
  corrected: () => "required",
});

const ciphers = sipEndpoint.fields.ciphers.type.values ?? [];

export const noWeakCiphers = mediaRule({
  name: "sip-endpoint-ciphers",
  demands: "SIP endpoints and domain applications offer no weak cipher, by themselves or as the SIP profile says.",
  because: "A tag of 32 bits lets one forged packet in four billion pass; one of 80 bits costs six bytes a packet.",
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

  problem(offered: readonly string[], { weak }) {
    const found = weak.filter((cipher) => offered.includes(cipher));
    return found.length > 0 ? `holds ${found.join(", ")}` : undefined;
  },

  corrected(offered, { weak }) {
    const strong = (all: readonly string[]) => all.filter((cipher) => !weak.includes(cipher)) as typeof offered;
    const kept = strong(offered ?? []);
    // An empty list would select the service's own ciphers, including weak ones.
    const chosen = kept && kept.length > 0 ? kept : strong(ciphers);
    return chosen && chosen.length > 0 ? chosen : undefined;
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
