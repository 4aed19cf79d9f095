// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Filters, Is, Later, Needs, OutputsOf, Refuses, Shows, Takes, Unset } from "../types.ts";

/** Every property of a SipEndpoint. Arguments and outputs derive from it. */
export interface SipEndpointProperties {
  /** The part before the @ of the endpoint's SIP address. No other endpoint of the project may have the same. */
  username: string;
  /** Where to read the password, instead of `password`: `{ env: "DESK_PASSWORD" }` or `{ file: "/run/secrets/desk" }`, without a trailing line break. The state holds this reference and no password. */
  passwordFrom?: { env: string } | { file: string };
  /** A whole number from 0. A new one makes the next `up` send the current password of `passwordFrom`. */
  passwordVersion?: number;
  /**
   * Takes over a SIP endpoint that has this `username` already, and sets it to the program's values. Without `password` and `passwordFrom`, the endpoint must exist and keeps its password.
   * Default: `false`.
   */
  adopt?: boolean;
  /**
   * The password with which devices register. The service never returns it, so a change by hand cannot be noticed. Give this, `passwordFrom`, or `adopt: true` to keep the endpoint's password.
   * Secret: encrypted in state.
   */
  password?: string;
  /** The name shown for calls from this endpoint: the CNAM towards a telephone number, the From towards another SIP endpoint. */
  callerId?: string;
  /**
   * The number that calls to the PSTN come from: one bought or verified by the project, or `random` for any one of them.
   * Default: the SIP profile's `defaultSendAs`.
   */
  sendAs?: string;
  /**
   * The ciphers offered for encrypted media. An empty list goes back to the project's own.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: the SIP profile's `defaultCiphers`.
   */
  ciphers?: ("AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32")[];
  /**
   * The codecs offered. An empty list goes back to the project's own.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `VP8`, `H264`.
   * Default: the SIP profile's `defaultCodecs`.
   */
  codecs?: ("OPUS" | "G722" | "PCMU" | "PCMA" | "VP8" | "H264")[];
  /**
   * Whether a connection must be encrypted. With every value, it is encrypted if the other side supports it. `default` follows the project.
   * Allowed values: `default`, `required`, `optional`.
   * Default: the SIP profile's `defaultEncryption`.
   */
  encryption?: "default" | "required" | "optional";
  /**
   * Who answers calls to this endpoint. At the live service, the handler takes the calls that the endpoint places, and a call to it rings the device.
   * Allowed values: `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler?: "relay_context" | "relay_script" | "laml_webhooks" | "laml_application" | "dialogflow" | "video_room" | "call_flow" | "ai_agent";
  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callRequestUrl?: string;
  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callRequestMethod?: "GET" | "POST";
  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callFallbackUrl?: string;
  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callFallbackMethod?: "GET" | "POST";
  /**
   * The URL that gets each change of a call's status.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callStatusCallbackUrl?: string;
  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callStatusCallbackMethod?: "GET" | "POST";
  /**
   * The LaML application that takes calls.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  callLamlApplicationId?: string;
  /**
   * The Relay context that takes calls. Another name of `callRelayApplication`, which wins.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: string;
  /**
   * The Relay application that takes calls. Another name of `callRelayContext`; this one wins.
   * Required when `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: string;
  /**
   * The video room that takes calls.
   * Required when `callHandler` is `video_room`; read only then.
   */
  callVideoRoomId?: string;
  /**
   * The call flow that takes calls.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  callFlowId?: string;
  /**
   * The AI agent that takes calls.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  callAiAgentId?: string;
  /**
   * The SWML script that answers calls.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  callRelayScriptUrl?: string;
  /** Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent unchanged and compared like arguments. If you remove a field, null is sent once. */
  extra?: { [field: string]: unknown };
}

/** What a program sets on a SipEndpoint. */
export type SipEndpointArgs = SipEndpointCommonArgs & SipEndpointIdentity & SipEndpointCalls;

/** Arguments that several resources share: `{ …own, ...defaults }` compiles with a variable of this type. */
export type SipEndpointDefaults = Partial<SipEndpointCommonArgs> & SipEndpointCalls;

/** What a program sets on a SipEndpoint, whatever else it chooses. */
export interface SipEndpointCommonArgs extends Needs<SipEndpointProperties, "username">, Takes<SipEndpointProperties, "passwordVersion" | "adopt" | "callerId" | "sendAs" | "ciphers" | "codecs" | "encryption" | "extra"> {}

type SipEndpointIdentity =
  | SipEndpointWithAdopt
  | SipEndpointWithPasswordFrom
  | SipEndpointWithPassword;
interface SipEndpointWithAdopt extends Is<SipEndpointProperties, "adopt", true | Later<boolean>>, Unset<SipEndpointProperties, "password" | "passwordFrom"> {}
interface SipEndpointWithPasswordFrom extends Needs<SipEndpointProperties, "passwordFrom">, Unset<SipEndpointProperties, "password"> {}
interface SipEndpointWithPassword extends Needs<SipEndpointProperties, "password">, Unset<SipEndpointProperties, "passwordFrom"> {}

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
interface SipEndpointCallsByRelayContextWithCallRelayApplication extends Is<SipEndpointProperties, "callHandler", "relay_context">, Needs<SipEndpointProperties, "callRelayApplication">, Takes<SipEndpointProperties, "callRelayContext"> {}
interface SipEndpointCallsByRelayContext extends Is<SipEndpointProperties, "callHandler", "relay_context">, Needs<SipEndpointProperties, "callRelayContext">, Takes<SipEndpointProperties, "callRelayApplication"> {}
interface SipEndpointCallsByRelayScript extends Is<SipEndpointProperties, "callHandler", "relay_script">, Needs<SipEndpointProperties, "callRelayScriptUrl"> {}
interface SipEndpointCallsByLamlWebhooks extends Is<SipEndpointProperties, "callHandler", "laml_webhooks">, Needs<SipEndpointProperties, "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod"> {}
interface SipEndpointCallsByLamlApplication extends Is<SipEndpointProperties, "callHandler", "laml_application">, Needs<SipEndpointProperties, "callLamlApplicationId"> {}
type SipEndpointCallsByDialogflow = Is<SipEndpointProperties, "callHandler", "dialogflow">;
interface SipEndpointCallsByVideoRoom extends Is<SipEndpointProperties, "callHandler", "video_room">, Needs<SipEndpointProperties, "callVideoRoomId"> {}
interface SipEndpointCallsByCallFlow extends Is<SipEndpointProperties, "callHandler", "call_flow">, Needs<SipEndpointProperties, "callFlowId"> {}
interface SipEndpointCallsByAiAgent extends Is<SipEndpointProperties, "callHandler", "ai_agent">, Needs<SipEndpointProperties, "callAiAgentId"> {}
interface SipEndpointCallsByNone extends Unset<SipEndpointProperties, "callHandler">, Refuses<SipEndpointProperties, "callRelayContext" | "callRelayApplication" | "callRelayScriptUrl" | "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod" | "callLamlApplicationId" | "callVideoRoomId" | "callFlowId" | "callAiAgentId"> {}
interface SipEndpointCallsByExtra extends Unset<SipEndpointProperties, "callHandler">, Takes<SipEndpointProperties, "callRelayContext" | "callRelayApplication" | "callRelayScriptUrl" | "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod" | "callLamlApplicationId" | "callVideoRoomId" | "callFlowId" | "callAiAgentId"> { extra: pulumi.Input<{ call_handler: unknown; [field: string]: unknown }> }
interface SipEndpointCallsByOutput extends Is<SipEndpointProperties, "callHandler", Later<string>>, Takes<SipEndpointProperties, "callRelayContext" | "callRelayApplication" | "callRelayScriptUrl" | "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod" | "callLamlApplicationId" | "callVideoRoomId" | "callFlowId" | "callAiAgentId"> {}

/** The outputs of a SipEndpoint: what the program set, and what the service or the provider added. */
export interface SipEndpoint extends pulumi.CustomResource, OutputsOf<SipEndpointProperties> {}

export interface SipEndpointClass extends FoundClass<"SipEndpoint", SipEndpoint> {
  new (name: string, args: SipEndpointArgs, opts?: pulumi.CustomResourceOptions): SipEndpoint;

  /**
   * Looks at the SIP endpoint with this `username`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  getByUsername(name: string, username: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): SipEndpoint;
}

/**
 * A user name and password with which a SIP device registers, places calls and takes calls. The call handler says who answers calls to it.
 *
 * Created, changed in place and deleted with the stack.
 *
 * `SipEndpoint.get(name, id)` reads a SIP endpoint without managing it. `id` is the SIP endpoint's identifier at the service. `SipEndpoint.getByUsername(name, username)` finds it by its username.
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
export const SipEndpoint: SipEndpointClass = resourceClass("SipEndpoint", {
  key: "username",
  deletesFirst: true,
  open: ["extra"],
  names: ["username", "passwordFrom", "passwordVersion", "adopt", "password", "callerId", "sendAs", "ciphers", "codecs", "encryption", "callHandler", "callRequestUrl", "callRequestMethod", "callFallbackUrl", "callFallbackMethod", "callStatusCallbackUrl", "callStatusCallbackMethod", "callLamlApplicationId", "callRelayContext", "callRelayApplication", "callVideoRoomId", "callFlowId", "callAiAgentId", "callRelayScriptUrl", "extra"],
  secrets: ["password"],
});

/** A SIP endpoint as the service shows it. */
export interface SipEndpointResult extends Shows<SipEndpointProperties, "username" | "callerId" | "sendAs" | "ciphers" | "codecs" | "encryption" | "callHandler" | "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod" | "callLamlApplicationId" | "callRelayContext" | "callRelayApplication" | "callVideoRoomId" | "callFlowId" | "callAiAgentId" | "callRelayScriptUrl"> {}

/** Which SIP endpoints `getSipEndpoints` returns: those that have these texts in them. */
export interface GetSipEndpointsArgs extends Filters<"username" | "callerId"> {}

/**
 * Returns all SIP endpoints of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getSipEndpoints(
  filters: GetSipEndpointsArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly sipEndpoints: readonly SipEndpointResult[] }> {
  return listed("SipEndpoint", "SipEndpoints", filters, opts);
}
