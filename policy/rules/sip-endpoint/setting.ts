// Rules about settings that an endpoint has itself or inherits from the project's SIP profile.

import { sipProfile, toSnake } from "../../../contract/index.ts";
import { type Chosen, type Option, type Options, yesNo } from "../../options.ts";
import { type ResourceRule, resourceRule, type Violation } from "../../rule.ts";
import type { ArgsOf, Stack, Values } from "../../subject.ts";

const PROFILE = { encryption: "defaultEncryption", ciphers: "defaultCiphers", codecs: "defaultCodecs" } as const;
type Setting = keyof typeof PROFILE;
type ValueOf<S extends Setting> = NonNullable<ArgsOf["SipProfile"][(typeof PROFILE)[S]]>;
type WithExplicit<Given> = Given & { readonly explicit: Option<boolean> };

interface SettingRule<S extends Setting, Given extends Options>
  extends Omit<ResourceRule<never, Given>, "covers" | "validate" | "validateStack" | "remediate"> {
  readonly setting: S;
  /** Returns the problem of an effective value; completes "<argument> …". */
  problem(value: ValueOf<S>, options: Chosen<Given>): string | undefined;
  /** Returns a value without the problem. Without a value, returns one that the endpoint should set instead of inheriting. */
  corrected?(value: ValueOf<S> | undefined, options: Chosen<Given>): ValueOf<S> | undefined;
}

/** Defines a rule about a setting: of an endpoint, of the profile, and inherited ones. */
export function settingRule<S extends Setting, const Given extends Options>({
  setting,
  problem,
  corrected,
  ...about
}: SettingRule<S, Given>): ResourceRule<"SipEndpoint" | "SipProfile", WithExplicit<Given>> {
  const inherited = PROFILE[setting];
  const all = (sipProfile.fields[toSnake(inherited) as keyof typeof sipProfile.fields].type.values ?? []) as ValueOf<S>;
  const argumentOf = (kind: string) => (kind === "SipProfile" ? inherited : setting);
  const inherits = (value: unknown) => !value || value === "default" || (Array.isArray(value) && value.length === 0);

  /** Returns a resource's own value; undefined when it inherits. An empty list in the profile is a value. */
  const stated = (kind: string, value: unknown) => {
    if (!inherits(value)) return value as ValueOf<S>;
    return kind === "SipProfile" && Array.isArray(value) ? all : undefined;
  };

  return resourceRule<"SipEndpoint" | "SipProfile", WithExplicit<Given>>({
    ...about,
    options: {
      ...about.options,
      explicit: yesNo(false, "Whether an endpoint must set it when no SipProfile of the stack sets it.", {
        strict: true,
      }),
    },
    covers: ["SipEndpoint", "SipProfile"],

    *validate(subject, options) {
      const argument = argumentOf(subject.kind);
      const value = stated(subject.kind, subject.get(argument));
      const found = value && problem(value, options as Chosen<Given>);
      if (found) yield `${argument} ${found}`;
    },

    *validateStack(stack: Stack, options): Generator<Violation> {
      const [profile] = stack.all("SipProfile");
      for (const endpoint of stack.all("SipEndpoint")) {
        if (endpoint.isGiven(setting) && (endpoint.peek(setting) === undefined || !inherits(endpoint.peek(setting))))
          continue;
        const { urn } = endpoint;
        // Values that only the service returns are skipped: a violation would fail an update whose objects already exist.
        if (!profile?.isSet(inherited)) {
          const whose = profile ? `whose ${inherited} the program does not set` : "which the stack does not manage";
          if (options.explicit)
            yield { message: `${setting} is inherited from the project's SIP profile, ${whose}`, urn };
          continue;
        }
        const value = profile.peek(inherited);
        if (value === undefined) profile.await(inherited);
        const found = value && problem(stated("SipProfile", value) as ValueOf<S>, options as Chosen<Given>);
        if (found) yield { message: `${setting} is inherited from ${profile.name}, whose ${inherited} ${found}`, urn };
      }
    },

    ...(corrected && {
      remediate(subject, options): Values {
        const argument = argumentOf(subject.kind);
        const value = stated(subject.kind, subject.get(argument));
        const isWrong = value
          ? problem(value, options as Chosen<Given>)
          : subject.kind === "SipEndpoint" && options.explicit;
        const better = isWrong ? corrected(value, options as Chosen<Given>) : undefined;
        return better === undefined ? {} : { [argument]: better };
      },
    }),
  });
}
