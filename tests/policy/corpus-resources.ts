// The resources of the programs in corpus.ts, each valid and secure until a program changes it.

import type { Sent } from "./analyzer.ts";

export interface Program {
  readonly title: string;
  readonly stack: readonly Sent[];
  /** Every violation, as `rule: sentence`. */
  readonly says: readonly string[];
  /** The options of rules besides the preset's. */
  readonly options?: { readonly [rule: string]: Args };
  /** The name of the stack. Default: "dev". */
  readonly stackName?: string;
}

export type Args = { readonly [argument: string]: unknown };
export type Good = readonly [title: string, stack: readonly Sent[], under?: Pick<Program, "options" | "stackName">];

/** Rule → what it says, one sentence a line → the programs of which it says so. */
export type Bad = { readonly [rule: string]: { readonly [says: string]: readonly (Sent | readonly Sent[])[] } };

export const ID = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";
export const sent = (kind: Sent["kind"], args: Args, name: string, from?: Sent["from"]): Sent => ({
  kind,
  args,
  name,
  ...(from && { from }),
});
export const desk = (args: Args = {}, name = "desk", from?: Sent["from"]) =>
  sent(
    "SipEndpoint",
    {
      username: name,
      password: "kV7-vqwe-qX2pLw9z-Tn4",
      encryption: "required",
      ciphers: ["AEAD_AES_256_GCM_8"],
      codecs: ["OPUS", "PCMU"],
      callerId: "Front desk",
      sendAs: "+12025550101",
      ...args,
    },
    name,
    from,
  );
export const line = (args: Args = {}, name = "line", from?: Sent["from"]) =>
  sent(
    "PhoneNumber",
    {
      number: "+12025550101",
      name: "Main line",
      callHandler: "relay_application",
      callRelayApplication: "office",
      messageHandler: "relay_application",
      messageRelayApplication: "office",
      capabilities: ["voice", "sms"],
      numberType: "longcode",
      e911AddressId: ID,
      ...args,
    },
    name,
    from,
  );
export const token = (args: Args = {}, name = "token") => sent("ClientToken", args, name);
export const subscriber = (args: Args) =>
  sent("SubscriberToken", { reference: "alice", expiresIn: 60, ...args }, "visitor");
export const application = (args: Args = {}) =>
  sent(
    "CxmlApplication",
    {
      friendlyName: "Office",
      voiceUrl: "https://voice.example.com/in",
      voiceMethod: "POST",
      voiceFallbackUrl: "https://fallback.example.net/in",
      voiceFallbackMethod: "POST",
      ...args,
    },
    "office",
  );

export const carrier = (args: Args = {}, name = "carrier") =>
  sent(
    "DomainApplication",
    {
      name: "Carrier",
      identifier: "carrier",
      ipAuthEnabled: true,
      ipAuth: ["203.0.113.0/28"],
      encryption: "required",
      ciphers: ["AEAD_AES_256_GCM_8"],
      ...script("https://swml.example.com/menu"),
      ...args,
    },
    name,
  );
export const profile = (args: Args = {}) =>
  sent(
    "SipProfile",
    { defaultEncryption: "required", defaultCiphers: ["AEAD_AES_256_GCM_8"], defaultCodecs: ["OPUS", "PCMU"], ...args },
    "profile",
  );
export const hooks = (args: Args = {}) => ({
  callHandler: "laml_webhooks",
  callRelayApplication: undefined,
  callRequestUrl: "https://voice.example.com/call",
  callRequestMethod: "POST",
  callFallbackUrl: "https://standby.example.net/call",
  callFallbackMethod: "POST",
  callStatusCallbackUrl: "https://voice.example.com/status",
  callStatusCallbackMethod: "POST",
  ...args,
});
export const texts = (args: Args = {}) => ({
  messageHandler: "laml_webhooks",
  messageRelayApplication: undefined,
  messageRequestUrl: "https://sms.example.com/in",
  messageRequestMethod: "POST",
  messageFallbackUrl: "https://standby.example.net/in",
  messageFallbackMethod: "POST",
  ...args,
});
export const script = (url: string) => ({ callHandler: "relay_script", callRelayScriptUrl: url });
export const rings = (args: Args = {}) => ({
  callHandler: "relay_sip_endpoint",
  callRelayApplication: undefined,
  callSipEndpointId: ID,
  ...args,
});
export const inherits = { encryption: undefined, ciphers: undefined, codecs: undefined };
export const own = (count: number, args: (at: number) => Args = () => ({})) =>
  Array.from({ length: count }, (_, at) => desk(args(at), `desk-${at}`));

/** The handler of a line whose menu answers. */
export const answered = { ...script("https://a.example/menu"), callRelayApplication: undefined };

/** A line with a menu: key 1 rings a desk, and no key ends with these steps. */
export const menu = (username: string, otherwise: readonly unknown[] = [{ play: "say:Goodbye" }, "hangup"]): Sent[] => {
  const keys = { "1": [{ connect: { to: `sip:${username}` } }] };
  const choose = { switch: { variable: "prompt_value", case: keys, default: otherwise } };
  const steps = [{ prompt: { play: "say:Press 1", max_digits: 1 } }, choose];
  const contents = { sections: { main: steps } };
  return [
    desk({}, "front-desk"),
    sent("SwmlScript", { displayName: "Menu", contents, requestUrl: "https://a.example/menu" }, "menu"),
    line(answered),
  ];
};
