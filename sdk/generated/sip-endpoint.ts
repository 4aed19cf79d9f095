// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idByKey, listed } from "../look-up.ts";
import { pauseStackTraces, registration, reportFindings, resourceWith, type Shape } from "../register.ts";

/** What a program sets on a SipEndpoint. */
export type SipEndpointArgs = SipEndpointCommonArgs & (
  | SipEndpointWithAdopt
  | SipEndpointWithPasswordFrom
  | SipEndpointWithPassword
) & SipEndpointCalls;

/** Arguments that several resources share: `{ …own, ...defaults }` compiles with a variable of this type. */
export type SipEndpointDefaults = Partial<SipEndpointCommonArgs> & SipEndpointCalls;

/** `callHandler` and its fields: a variable of this type holds them, or none of them, and is spread into the arguments. */
export type SipEndpointCalls =
  | SipEndpointCallsByRelayContextWithCallRelayApplication
  | SipEndpointCallsByRelayContext
  | SipEndpointCallsByRelayScript
  | SipEndpointCallsByLamlWebhooks
  | SipEndpointCallsByLamlApplication
  | SipEndpointCallsByDialogflow
  | SipEndpointCallsByVideoRoom
  | SipEndpointCallsByCallFlow
  | SipEndpointCallsByAiAgent
  | SipEndpointCallsByNone
  | SipEndpointCallsByExtra
  | SipEndpointCallsByOutput;

/** What a program sets on a SipEndpoint, whatever else it chooses. */
export interface SipEndpointCommonArgs {
  /**
   * The part before the @ of the endpoint's SIP address. No other endpoint of the project may have the same.
   */
  username: pulumi.Input<string>;

  /**
   * Counts the passwords behind `passwordFrom`: a whole number, from 0. A new number makes the next `up` send the current password.
   */
  passwordVersion?: pulumi.Input<number> | undefined;

  /**
   * Accepts the values that the endpoint inherits from the SIP profile at the next `up`. Without it, `drift` reports an inherited value that was weakened since it was recorded. Give it a new text to accept again, for example the day.
   */
  baseline?: pulumi.Input<string> | undefined;

  /**
   * Take over an endpoint that has this user name already, and set it to the program's values, instead of failing. Without `password` and `passwordFrom` the endpoint keeps the password it has, and has to be there. Read only when the endpoint is taken over: afterwards `adopt` changes nothing and can be left out.
   * Default: `false`.
   */
  adopt?: pulumi.Input<boolean> | undefined;

  /**
   * The name shown for calls from this endpoint: the CNAM towards a telephone number, the From towards another SIP endpoint.
   */
  callerId?: pulumi.Input<string> | undefined;

  /**
   * The number that calls to the PSTN come from: one bought or verified by the project, or `random` for any one of them.
   * Default: the SIP profile's `defaultSendAs`.
   */
  sendAs?: pulumi.Input<string> | undefined;

  /**
   * The ciphers offered for encrypted media. An empty list goes back to the project's own.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: the SIP profile's `defaultCiphers`.
   */
  ciphers?: pulumi.Input<readonly pulumi.Input<"AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32">[]> | undefined;

  /**
   * The codecs offered. An empty list goes back to the project's own.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `VP8`, `H264`.
   * Default: the SIP profile's `defaultCodecs`.
   */
  codecs?: pulumi.Input<readonly pulumi.Input<"OPUS" | "G722" | "PCMU" | "PCMA" | "VP8" | "H264">[]> | undefined;

  /**
   * Whether a connection must be encrypted. With every value, it is encrypted if the other side supports it. `default` follows the project.
   * Allowed values: `default`, `required`, `optional`.
   * Default: the SIP profile's `defaultEncryption`.
   */
  encryption?: pulumi.Input<"default" | "required" | "optional"> | undefined;

  /**
   * Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent as they are and compared when the object is read. One that is taken away is sent once as null, for its default is not known.
   */
  extra?: pulumi.Input<{ [field: string]: unknown }> | undefined;
}

/** Neither `password` nor `passwordFrom`, but `adopt: true`. */
export interface SipEndpointWithAdopt {
  /**
   * Take over an endpoint that has this user name already, and set it to the program's values, instead of failing. Without `password` and `passwordFrom` the endpoint keeps the password it has, and has to be there. Read only when the endpoint is taken over: afterwards `adopt` changes nothing and can be left out.
   * Default: `false`.
   */
  adopt: true | Promise<boolean> | pulumi.OutputInstance<boolean>;

  password?: undefined;

  passwordFrom?: undefined;
}

/** Chosen by `passwordFrom`. */
export interface SipEndpointWithPasswordFrom {
  /**
   * Where the password is read when it is needed, instead of `password`: an environment variable, or a file (a trailing line break is dropped). The state then holds this reference and no password.
   */
  passwordFrom: pulumi.Input<{ env: string } | { file: string }>;

  password?: undefined;
}

/** Chosen by `password`. */
export interface SipEndpointWithPassword {
  /**
   * The password with which devices register. The service never returns it, so a change made elsewhere cannot be noticed. Give this, `passwordFrom`, or `adopt: true` for an endpoint that keeps the password it has.
   * Secret: encrypted in state.
   */
  password: pulumi.Input<string>;

  passwordFrom?: undefined;
}

/** What goes with `callHandler: "relay_context"`. */
export interface SipEndpointCallsByRelayContextWithCallRelayApplication {
  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_context";

  /**
   * The Relay context that takes the call. Another name of `callRelayApplication`, which wins where both are given.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayContext`; if both are given, this one counts.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication: pulumi.Input<string>;
}

/** What goes with `callHandler: "relay_context"`. */
export interface SipEndpointCallsByRelayContext {
  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_context";

  /**
   * The Relay context that takes the call. Another name of `callRelayApplication`, which wins where both are given.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  callRelayContext: pulumi.Input<string>;

  /**
   * The Relay application that takes the call. Another name of `callRelayContext`; if both are given, this one counts.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_script"`. */
export interface SipEndpointCallsByRelayScript {
  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_script";

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  callRelayScriptUrl: pulumi.Input<string>;
}

/** What goes with `callHandler: "laml_webhooks"`. */
export interface SipEndpointCallsByLamlWebhooks {
  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "laml_webhooks";

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callRequestUrl: pulumi.Input<string>;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callRequestMethod: pulumi.Input<"GET" | "POST">;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callFallbackUrl: pulumi.Input<string>;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callFallbackMethod: pulumi.Input<"GET" | "POST">;

  /**
   * The URL that gets each change of a call's status.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callStatusCallbackUrl: pulumi.Input<string>;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callStatusCallbackMethod: pulumi.Input<"GET" | "POST">;
}

/** What goes with `callHandler: "laml_application"`. */
export interface SipEndpointCallsByLamlApplication {
  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "laml_application";

  /**
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  callLamlApplicationId: pulumi.Input<string>;
}

/** What goes with `callHandler: "dialogflow"`. */
export interface SipEndpointCallsByDialogflow {
  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "dialogflow";
}

/** What goes with `callHandler: "video_room"`. */
export interface SipEndpointCallsByVideoRoom {
  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "video_room";

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   */
  callVideoRoomId: pulumi.Input<string>;
}

/** What goes with `callHandler: "call_flow"`. */
export interface SipEndpointCallsByCallFlow {
  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "call_flow";

  /**
   * The call flow that takes the call.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  callFlowId: pulumi.Input<string>;
}

/** What goes with `callHandler: "ai_agent"`. */
export interface SipEndpointCallsByAiAgent {
  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "ai_agent";

  /**
   * The AI agent that takes the call.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  callAiAgentId: pulumi.Input<string>;
}

/** No value has this type: a field is refused without `callHandler`. */
export interface CallHandlerIsMissing {
  readonly callHandler: never;
}

/** No `callHandler`, and none of the fields that a handler reads. */
export interface SipEndpointCallsByNone {
  callHandler?: undefined;

  callRequestUrl?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRequestMethod?: (pulumi.Input<"GET" | "POST"> & CallHandlerIsMissing) | undefined;

  callFallbackUrl?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callFallbackMethod?: (pulumi.Input<"GET" | "POST"> & CallHandlerIsMissing) | undefined;

  callStatusCallbackUrl?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callStatusCallbackMethod?: (pulumi.Input<"GET" | "POST"> & CallHandlerIsMissing) | undefined;

  callLamlApplicationId?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRelayContext?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRelayApplication?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callVideoRoomId?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callFlowId?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callAiAgentId?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRelayScriptUrl?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;
}

/** A handler that has no value of `callHandler`: `extra` names it. Fields of every handler may be given. */
export interface SipEndpointCallsByExtra {
  callHandler?: undefined;

  extra: pulumi.Input<{ call_handler: unknown; [field: string]: unknown }>;

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callRequestUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callRequestMethod?: pulumi.Input<"GET" | "POST"> | undefined;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callFallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callFallbackMethod?: pulumi.Input<"GET" | "POST"> | undefined;

  /**
   * The URL that gets each change of a call's status.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callStatusCallbackMethod?: pulumi.Input<"GET" | "POST"> | undefined;

  /**
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  callLamlApplicationId?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. Another name of `callRelayApplication`, which wins where both are given.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayContext`; if both are given, this one counts.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   */
  callVideoRoomId?: pulumi.Input<string> | undefined;

  /**
   * The call flow that takes the call.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  callFlowId?: pulumi.Input<string> | undefined;

  /**
   * The AI agent that takes the call.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  callAiAgentId?: pulumi.Input<string> | undefined;

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  callRelayScriptUrl?: pulumi.Input<string> | undefined;
}

/** A `callHandler` that is an output: `pulumi.output(handler)` makes one of a variable. Fields of every handler may be given. */
export interface SipEndpointCallsByOutput {
  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: Promise<string> | pulumi.OutputInstance<string>;

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callRequestUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callRequestMethod?: pulumi.Input<"GET" | "POST"> | undefined;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callFallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callFallbackMethod?: pulumi.Input<"GET" | "POST"> | undefined;

  /**
   * The URL that gets each change of a call's status.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callStatusCallbackMethod?: pulumi.Input<"GET" | "POST"> | undefined;

  /**
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  callLamlApplicationId?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. Another name of `callRelayApplication`, which wins where both are given.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayContext`; if both are given, this one counts.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   */
  callVideoRoomId?: pulumi.Input<string> | undefined;

  /**
   * The call flow that takes the call.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  callFlowId?: pulumi.Input<string> | undefined;

  /**
   * The AI agent that takes the call.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  callAiAgentId?: pulumi.Input<string> | undefined;

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  callRelayScriptUrl?: pulumi.Input<string> | undefined;
}

/** The outputs of a SipEndpoint: what the program set, and what the service or the provider added. */
export interface SipEndpointOutputs extends pulumi.CustomResource {
  /**
   * The part before the @ of the endpoint's SIP address. No other endpoint of the project may have the same.
   */
  readonly username: pulumi.Output<string>;

  /**
   * Where the password is read when it is needed, instead of `password`: an environment variable, or a file (a trailing line break is dropped). The state then holds this reference and no password.
   */
  readonly passwordFrom: pulumi.Output<{ env: string } | { file: string } | undefined>;

  /**
   * Counts the passwords behind `passwordFrom`: a whole number, from 0. A new number makes the next `up` send the current password.
   */
  readonly passwordVersion: pulumi.Output<number | undefined>;

  /**
   * Accepts the values that the endpoint inherits from the SIP profile at the next `up`. Without it, `drift` reports an inherited value that was weakened since it was recorded. Give it a new text to accept again, for example the day.
   */
  readonly baseline: pulumi.Output<string | undefined>;

  /**
   * Take over an endpoint that has this user name already, and set it to the program's values, instead of failing. Without `password` and `passwordFrom` the endpoint keeps the password it has, and has to be there. Read only when the endpoint is taken over: afterwards `adopt` changes nothing and can be left out.
   * Default: `false`.
   */
  readonly adopt: pulumi.Output<boolean | undefined>;

  /**
   * The password with which devices register. The service never returns it, so a change made elsewhere cannot be noticed. Give this, `passwordFrom`, or `adopt: true` for an endpoint that keeps the password it has.
   * Secret: encrypted in state.
   */
  readonly password: pulumi.Output<string | undefined>;

  /**
   * The name shown for calls from this endpoint: the CNAM towards a telephone number, the From towards another SIP endpoint.
   */
  readonly callerId: pulumi.Output<string | undefined>;

  /**
   * The number that calls to the PSTN come from: one bought or verified by the project, or `random` for any one of them.
   * Default: the SIP profile's `defaultSendAs`.
   */
  readonly sendAs: pulumi.Output<string | undefined>;

  /**
   * The ciphers offered for encrypted media. An empty list goes back to the project's own.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: the SIP profile's `defaultCiphers`.
   */
  readonly ciphers: pulumi.Output<("AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32")[] | undefined>;

  /**
   * The codecs offered. An empty list goes back to the project's own.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `VP8`, `H264`.
   * Default: the SIP profile's `defaultCodecs`.
   */
  readonly codecs: pulumi.Output<("OPUS" | "G722" | "PCMU" | "PCMA" | "VP8" | "H264")[] | undefined>;

  /**
   * Whether a connection must be encrypted. With every value, it is encrypted if the other side supports it. `default` follows the project.
   * Allowed values: `default`, `required`, `optional`.
   * Default: the SIP profile's `defaultEncryption`.
   */
  readonly encryption: pulumi.Output<"default" | "required" | "optional" | undefined>;

  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  readonly callHandler: pulumi.Output<"relay_context" | "relay_script" | "laml_webhooks" | "laml_application" | "dialogflow" | "video_room" | "call_flow" | "ai_agent" | undefined>;

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callRequestUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callRequestMethod: pulumi.Output<"GET" | "POST" | undefined>;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callFallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callFallbackMethod: pulumi.Output<"GET" | "POST" | undefined>;

  /**
   * The URL that gets each change of a call's status.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callStatusCallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callStatusCallbackMethod: pulumi.Output<"GET" | "POST" | undefined>;

  /**
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  readonly callLamlApplicationId: pulumi.Output<string | undefined>;

  /**
   * The Relay context that takes the call. Another name of `callRelayApplication`, which wins where both are given.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  readonly callRelayContext: pulumi.Output<string | undefined>;

  /**
   * The Relay application that takes the call. Another name of `callRelayContext`; if both are given, this one counts.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  readonly callRelayApplication: pulumi.Output<string | undefined>;

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   */
  readonly callVideoRoomId: pulumi.Output<string | undefined>;

  /**
   * The call flow that takes the call.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  readonly callFlowId: pulumi.Output<string | undefined>;

  /**
   * The AI agent that takes the call.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  readonly callAiAgentId: pulumi.Output<string | undefined>;

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  readonly callRelayScriptUrl: pulumi.Output<string | undefined>;

  /**
   * Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent as they are and compared when the object is read. One that is taken away is sent once as null, for its default is not known.
   */
  readonly extra: pulumi.Output<{ [field: string]: unknown } | undefined>;
}

/** Every property a SipEndpoint can have. */
export const sipEndpointNames = ["username", "passwordFrom", "passwordVersion", "baseline", "adopt", "password", "callerId", "sendAs", "ciphers", "codecs", "encryption", "callHandler", "callRequestUrl", "callRequestMethod", "callFallbackUrl", "callFallbackMethod", "callStatusCallbackUrl", "callStatusCallbackMethod", "callLamlApplicationId", "callRelayContext", "callRelayApplication", "callVideoRoomId", "callFlowId", "callAiAgentId", "callRelayScriptUrl", "extra"] as const;

/** Arguments and outputs that are encrypted in state. */
export const sipEndpointSecrets = ["password"] as const;

const TYPE = "pulumi-nodejs:dynamic/signalwire:SipEndpoint";
const SHAPE: Shape = {
  type: TYPE,
  pluginType: "signalwire:index:SipEndpoint",
  provider: "sipEndpoint",
  key: "username",
  deletesFirst: true,
  names: sipEndpointNames,
  secrets: sipEndpointSecrets,
};

/**
 * A user name and password with which a SIP device registers, places calls and takes calls. The call handler says who answers calls to it.
 *
 * Created, changed in place and deleted with the stack. An argument that is taken out of the program goes back to its default. A wrong argument fails the preview, with every problem at once.
 *
 * A user name that is taken fails the preview, or the `up` if look-ups are off. The error has the id of the endpoint and lists the remedies: `aliases` for a renamed resource, `adopt: true` to take the endpoint over. `passwordFrom` keeps the password out of the state altogether.
 *
 * `SipEndpoint.get(name, id)` reads a SIP endpoint without managing it. `id` is the endpoint's identifier at the service. `SipEndpoint.getByUsername(name, username)` finds it by its username.
 *
 * @example
 * ```typescript
 * import * as pulumi from "@pulumi/pulumi";
 * import { SipEndpoint } from "pulumi-signalwire";
 *
 * const desk = new SipEndpoint("desk", {
 *   username: "front-desk",
 *   password: new pulumi.Config().requireSecret("deskPassword"),
 *   encryption: "required",
 *   callHandler: "relay_script",
 *   callRelayScriptUrl: "https://example.com/after-hours.json",
 * });
 * export const endpointId = desk.id;
 * ```
 */
export class SipEndpoint extends resourceWith<SipEndpointOutputs>() {
  /** What policies recognise the class by. */
  static readonly __pulumiType = TYPE;

  /**
   * Looks up a SIP endpoint that this stack does not manage. Everything that the service returns is an output. It is read
   * again in each run and never changed.
   *
   * @param id - the endpoint's identifier at the service.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SipEndpoint {
    return new SipEndpoint(name, undefined as unknown as SipEndpointArgs, { ...opts, id });
  }

  /**
   * Looks at the SIP endpoint with this `username`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  static getByUsername(name: string, username: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): SipEndpoint {
    return SipEndpoint.get(name, idByKey(SHAPE, username, opts), opts);
  }

  constructor(name: string, args: SipEndpointArgs, opts?: pulumi.CustomResourceOptions) {
    const resume = pauseStackTraces();
    try {
      const { type, properties, options } = registration(SHAPE, name, args, opts);
      super(type, name, properties, options);
      reportFindings(this, properties);
    } catch (error) {
      throw resume(error);
    }
    resume();
  }
}

/** A SIP endpoint as the service shows it. */
export interface SipEndpointResult {
  /** The SIP endpoint's id. */
  readonly id: string;

  /**
   * The part before the @ of the endpoint's SIP address. No other endpoint of the project may have the same.
   */
  readonly username?: string | undefined;

  /**
   * The name shown for calls from this endpoint: the CNAM towards a telephone number, the From towards another SIP endpoint.
   */
  readonly callerId?: string | undefined;

  /**
   * The number that calls to the PSTN come from: one bought or verified by the project, or `random` for any one of them.
   * Default: the SIP profile's `defaultSendAs`.
   */
  readonly sendAs?: string | undefined;

  /**
   * The ciphers offered for encrypted media. An empty list goes back to the project's own.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: the SIP profile's `defaultCiphers`.
   */
  readonly ciphers?: ("AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32")[] | undefined;

  /**
   * The codecs offered. An empty list goes back to the project's own.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `VP8`, `H264`.
   * Default: the SIP profile's `defaultCodecs`.
   */
  readonly codecs?: ("OPUS" | "G722" | "PCMU" | "PCMA" | "VP8" | "H264")[] | undefined;

  /**
   * Whether a connection must be encrypted. With every value, it is encrypted if the other side supports it. `default` follows the project.
   * Allowed values: `default`, `required`, `optional`.
   * Default: the SIP profile's `defaultEncryption`.
   */
  readonly encryption?: "default" | "required" | "optional" | undefined;

  /**
   * Who answers calls to this endpoint. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  readonly callHandler?: "relay_context" | "relay_script" | "laml_webhooks" | "laml_application" | "dialogflow" | "video_room" | "call_flow" | "ai_agent" | undefined;

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callRequestUrl?: string | undefined;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callRequestMethod?: "GET" | "POST" | undefined;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callFallbackUrl?: string | undefined;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callFallbackMethod?: "GET" | "POST" | undefined;

  /**
   * The URL that gets each change of a call's status.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callStatusCallbackUrl?: string | undefined;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  readonly callStatusCallbackMethod?: "GET" | "POST" | undefined;

  /**
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  readonly callLamlApplicationId?: string | undefined;

  /**
   * The Relay context that takes the call. Another name of `callRelayApplication`, which wins where both are given.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  readonly callRelayContext?: string | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayContext`; if both are given, this one counts.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  readonly callRelayApplication?: string | undefined;

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   */
  readonly callVideoRoomId?: string | undefined;

  /**
   * The call flow that takes the call.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  readonly callFlowId?: string | undefined;

  /**
   * The AI agent that takes the call.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  readonly callAiAgentId?: string | undefined;

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  readonly callRelayScriptUrl?: string | undefined;
}

/** Which SIP endpoints `getSipEndpoints` returns. */
export interface GetSipEndpointsArgs {
  /** Only those that have this text in it. */
  readonly username?: pulumi.Input<string> | undefined;

  /** Only those that have this text in it. */
  readonly callerId?: pulumi.Input<string> | undefined;
}

/**
 * Returns all SIP endpoints of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 *
 * @example
 * ```typescript
 * import { getSipEndpoints } from "pulumi-signalwire";
 *
 * export const ids = getSipEndpoints().apply(({ sipEndpoints }) => sipEndpoints.map(({ id }) => id));
 * ```
 */
export function getSipEndpoints(
  filters: GetSipEndpointsArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly sipEndpoints: readonly SipEndpointResult[] }> {
  return listed("SipEndpoint", filters, opts);
}
