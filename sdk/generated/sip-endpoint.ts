// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";

/** What a program sets on a SipEndpoint. */
export interface SipEndpointArgs {
  /**
   * The part before the @ of the endpoint's SIP address. No other endpoint of the project may have the same.
   * Source: spec §2.1, §8.
   */
  username: pulumi.Input<string>;

  /**
   * Where the password is read when it is needed, instead of `password`: an environment variable, or a file (a trailing line break is dropped). The state then holds this reference and no password. Give this or `password`.
   * Source: spec §2.1.
   */
  passwordFrom?: pulumi.Input<{ env: string } | { file: string }> | undefined;

  /**
   * Counts the passwords behind `passwordFrom`. A new number sends the password that stands there now.
   * Source: spec §2.1.
   */
  passwordVersion?: pulumi.Input<number> | undefined;

  /**
   * Take over an endpoint that has this user name already, and set it to what the program says, instead of failing.
   * Default: `false`.
   * Source: spec §8.
   */
  adopt?: pulumi.Input<boolean> | undefined;

  /**
   * The password with which devices register. The service never returns it, so a change made elsewhere cannot be noticed.
   * Secret: encrypted in state.
   * Source: spec §2.1.
   */
  password?: pulumi.Input<string> | undefined;

  /**
   * The name shown for calls from this endpoint: the CNAM towards a telephone number, the From towards another SIP endpoint.
   * Source: spec §2.1.
   */
  callerId?: pulumi.Input<string> | undefined;

  /**
   * The number that calls to the PSTN come from: one bought or verified by the project, or `random` for any one of them.
   * Default: the SIP profile's `default_send_as`.
   * Source: spec §2.1.
   */
  sendAs?: pulumi.Input<string> | undefined;

  /**
   * The ciphers offered for encrypted media. An empty list goes back to the project's own.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: the SIP profile's `default_ciphers`.
   * Source: spec §2.1.
   */
  ciphers?: pulumi.Input<pulumi.Input<"AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32">[]> | undefined;

  /**
   * The codecs offered. An empty list goes back to the project's own.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `VP8`, `H264`.
   * Default: the SIP profile's `default_codecs`.
   * Source: spec §2.1.
   */
  codecs?: pulumi.Input<pulumi.Input<"OPUS" | "G722" | "PCMU" | "PCMA" | "VP8" | "H264">[]> | undefined;

  /**
   * Whether a connection must be encrypted. It is encrypted whenever the other side can, whatever is chosen; `default` follows the project.
   * Allowed values: `default`, `required`, `optional`.
   * Default: the SIP profile's `default_encryption`.
   * Source: spec §2.1.
   */
  encryption?: pulumi.Input<"default" | "required" | "optional"> | undefined;

  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   * Source: spec §2.1.
   */
  callHandler?: pulumi.Input<"relay_context" | "relay_script" | "laml_webhooks" | "laml_application" | "dialogflow" | "video_room" | "call_flow" | "ai_agent"> | undefined;

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  callRequestUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  callRequestMethod?: pulumi.Input<"GET" | "POST"> | undefined;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  callFallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  callFallbackMethod?: pulumi.Input<"GET" | "POST"> | undefined;

  /**
   * Told of each change of a call's status.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  callStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  callStatusCallbackMethod?: pulumi.Input<"GET" | "POST"> | undefined;

  /**
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   * Source: spec §2.1.
   */
  callLamlApplicationId?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. Another name of `callRelayApplication`, which wins where both are given.
   * Required when `callHandler` is `relay_context`; read only then.
   * Source: spec §2.1.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call; the same value as `callRelayContext`, and the winner of the two.
   * Required when `callHandler` is `relay_context`; read only then.
   * Source: spec §2.1.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   * Source: spec §2.1.
   */
  callVideoRoomId?: pulumi.Input<string> | undefined;

  /**
   * The call flow that takes the call.
   * Required when `callHandler` is `call_flow`; read only then.
   * Source: spec §2.1.
   */
  callFlowId?: pulumi.Input<string> | undefined;

  /**
   * The AI agent that takes the call.
   * Required when `callHandler` is `ai_agent`; read only then.
   * Source: spec §2.1.
   */
  callAiAgentId?: pulumi.Input<string> | undefined;

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   * Source: spec §2.1.
   */
  callRelayScriptUrl?: pulumi.Input<string> | undefined;
}

/** The outputs of a SipEndpoint: what the program set, and what the service or the provider added. */
export interface SipEndpointOutputs extends pulumi.CustomResource {
  /**
   * The part before the @ of the endpoint's SIP address. No other endpoint of the project may have the same.
   * Source: spec §2.1, §8.
   */
  readonly username: pulumi.Output<string>;

  /**
   * Where the password is read when it is needed, instead of `password`: an environment variable, or a file (a trailing line break is dropped). The state then holds this reference and no password. Give this or `password`.
   * Source: spec §2.1.
   */
  readonly passwordFrom: pulumi.Output<{ env: string } | { file: string } | undefined>;

  /**
   * Counts the passwords behind `passwordFrom`. A new number sends the password that stands there now.
   * Source: spec §2.1.
   */
  readonly passwordVersion: pulumi.Output<number | undefined>;

  /**
   * Take over an endpoint that has this user name already, and set it to what the program says, instead of failing.
   * Default: `false`.
   * Source: spec §8.
   */
  readonly adopt: pulumi.Output<boolean | undefined>;

  /**
   * The password with which devices register. The service never returns it, so a change made elsewhere cannot be noticed.
   * Secret: encrypted in state.
   * Source: spec §2.1.
   */
  readonly password: pulumi.Output<string | undefined>;

  /**
   * The name shown for calls from this endpoint: the CNAM towards a telephone number, the From towards another SIP endpoint.
   * Source: spec §2.1.
   */
  readonly callerId: pulumi.Output<string | undefined>;

  /**
   * The number that calls to the PSTN come from: one bought or verified by the project, or `random` for any one of them.
   * Default: the SIP profile's `default_send_as`.
   * Source: spec §2.1.
   */
  readonly sendAs: pulumi.Output<string | undefined>;

  /**
   * The ciphers offered for encrypted media. An empty list goes back to the project's own.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: the SIP profile's `default_ciphers`.
   * Source: spec §2.1.
   */
  readonly ciphers: pulumi.Output<("AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32")[] | undefined>;

  /**
   * The codecs offered. An empty list goes back to the project's own.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `VP8`, `H264`.
   * Default: the SIP profile's `default_codecs`.
   * Source: spec §2.1.
   */
  readonly codecs: pulumi.Output<("OPUS" | "G722" | "PCMU" | "PCMA" | "VP8" | "H264")[] | undefined>;

  /**
   * Whether a connection must be encrypted. It is encrypted whenever the other side can, whatever is chosen; `default` follows the project.
   * Allowed values: `default`, `required`, `optional`.
   * Default: the SIP profile's `default_encryption`.
   * Source: spec §2.1.
   */
  readonly encryption: pulumi.Output<"default" | "required" | "optional" | undefined>;

  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   * Source: spec §2.1.
   */
  readonly callHandler: pulumi.Output<"relay_context" | "relay_script" | "laml_webhooks" | "laml_application" | "dialogflow" | "video_room" | "call_flow" | "ai_agent" | undefined>;

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  readonly callRequestUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  readonly callRequestMethod: pulumi.Output<"GET" | "POST" | undefined>;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  readonly callFallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  readonly callFallbackMethod: pulumi.Output<"GET" | "POST" | undefined>;

  /**
   * Told of each change of a call's status.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  readonly callStatusCallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   * Source: spec §2.1.
   */
  readonly callStatusCallbackMethod: pulumi.Output<"GET" | "POST" | undefined>;

  /**
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   * Source: spec §2.1.
   */
  readonly callLamlApplicationId: pulumi.Output<string | undefined>;

  /**
   * The Relay context that takes the call. Another name of `callRelayApplication`, which wins where both are given.
   * Required when `callHandler` is `relay_context`; read only then.
   * Source: spec §2.1.
   */
  readonly callRelayContext: pulumi.Output<string | undefined>;

  /**
   * The Relay application that takes the call; the same value as `callRelayContext`, and the winner of the two.
   * Required when `callHandler` is `relay_context`; read only then.
   * Source: spec §2.1.
   */
  readonly callRelayApplication: pulumi.Output<string | undefined>;

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   * Source: spec §2.1.
   */
  readonly callVideoRoomId: pulumi.Output<string | undefined>;

  /**
   * The call flow that takes the call.
   * Required when `callHandler` is `call_flow`; read only then.
   * Source: spec §2.1.
   */
  readonly callFlowId: pulumi.Output<string | undefined>;

  /**
   * The AI agent that takes the call.
   * Required when `callHandler` is `ai_agent`; read only then.
   * Source: spec §2.1.
   */
  readonly callAiAgentId: pulumi.Output<string | undefined>;

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   * Source: spec §2.1.
   */
  readonly callRelayScriptUrl: pulumi.Output<string | undefined>;
}

/** Every property a SipEndpoint can have. */
export const sipEndpointNames = ["username", "passwordFrom", "passwordVersion", "adopt", "password", "callerId", "sendAs", "ciphers", "codecs", "encryption", "callHandler", "callRequestUrl", "callRequestMethod", "callFallbackUrl", "callFallbackMethod", "callStatusCallbackUrl", "callStatusCallbackMethod", "callLamlApplicationId", "callRelayContext", "callRelayApplication", "callVideoRoomId", "callFlowId", "callAiAgentId", "callRelayScriptUrl"] as const;

/** Arguments and outputs that are encrypted in state. */
export const sipEndpointSecrets = ["password"] as const;
