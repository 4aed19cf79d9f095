// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Expectation, Filters, Is, Later, Needs, OutputsOf, Refuses, Shows, Takes, Unset } from "../types.ts";

/** Every property of a DomainApplication. Arguments and outputs derive from it. */
export interface DomainApplicationProperties {
  /** A label to tell the project's domain applications apart. */
  name: string;
  /** The program's part of the domain. No other domain application of the space may have the same. */
  identifier: string;
  /** What callers of the domain application get: one call each, and its outcome. `preview`, `drift` and the policy every-caller-is-reached hold every path against it. It is never sent. */
  expects?: Expectation[];
  /**
   * Takes over a domain application that has this `identifier` already, and sets it to the program's values. Fields that no answer shows keep their values where the program names none.
   * Default: `false`.
   */
  adopt?: boolean;
  /**
   * The user part (before the @) of the addresses whose calls are taken. `*` takes every one.
   * Default: `"*"`.
   */
  user?: string;
  /**
   * Whether only the addresses of `ipAuth` may call.
   * Default: `false`.
   */
  ipAuthEnabled?: boolean;
  /**
   * The IP addresses and blocks, in CIDR notation, from which calls are taken. Used only when `ipAuthEnabled` is true.
   * Default: `[]`.
   */
  ipAuth?: string[];
  /**
   * Whether connections must be encrypted, may be, or must not be.
   * Allowed values: `optional`, `required`, `forbidden`.
   * Default: `"optional"`.
   */
  encryption?: "optional" | "required" | "forbidden";
  /**
   * The codecs offered. An empty list goes back to the default.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `G729`, `VP8`, `H264`.
   * Default: `["PCMU", "PCMA"]`.
   */
  codecs?: ("OPUS" | "G722" | "PCMU" | "PCMA" | "G729" | "VP8" | "H264")[];
  /**
   * The ciphers offered for encrypted media. An empty list goes back to the default.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: `["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80", "AES_CM_128_HMAC_SHA1_80", "AES_256_CM_HMAC_SHA1_32", "AES_CM_128_HMAC_SHA1_32"]`.
   */
  ciphers?: ("AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32")[];
  /**
   * Who answers calls to this domain.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler?: "relay_topic" | "relay_application" | "relay_context" | "relay_script" | "laml_webhooks" | "laml_application" | "dialogflow" | "video_room" | "call_flow" | "ai_agent";
  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callRequestUrl?: string;
  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Used only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  callRequestMethod?: "POST" | "GET";
  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Used only when `callHandler` is `laml_webhooks`.
   */
  callFallbackUrl?: string;
  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Used only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  callFallbackMethod?: "POST" | "GET";
  /**
   * The URL that gets the status of a call.
   * Used only when `callHandler` is `laml_webhooks`.
   */
  callStatusCallbackUrl?: string;
  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Used only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  callStatusCallbackMethod?: "POST" | "GET";
  /**
   * The LaML application that takes calls.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  callLamlApplicationId?: string;
  /**
   * The Relay topic that takes calls. `callRelayContext` and `callRelayApplication` are other names of it; this one wins.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: string;
  /**
   * The Relay context that takes calls. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: string;
  /**
   * The Relay application that takes calls. Another name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: string;
  /**
   * The URL that gets the status of a call under a Relay topic.
   * Used only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: string;
  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Used only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: string;
  /**
   * The SWML script that answers calls.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  callRelayScriptUrl?: string;
  /**
   * The video room that takes calls.
   * Required when `callHandler` is `video_room`; read only then.
   */
  callVideoRoomId?: string;
  /**
   * The Dialogflow agent that takes calls.
   * Required when `callHandler` is `dialogflow`; read only then.
   */
  callDialogflowAgentId?: string;
  /**
   * The call flow that takes calls.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  callFlowId?: string;
  /**
   * The version of the call flow.
   * Allowed values: `working_copy`, `current_deployed`.
   * Used only when `callHandler` is `call_flow`.
   */
  callFlowVersion?: "working_copy" | "current_deployed";
  /**
   * The AI agent that takes calls.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  callAiAgentId?: string;
  /** Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent unchanged and compared like arguments. If you remove a field, null is sent once. */
  extra?: { [field: string]: unknown };
  /** The label of the domain: the name of the space and `identifier`. The carrier sends calls to this label, followed by `.dapp.signalwire.com`. */
  domain: string;
}

/** What a program sets on a DomainApplication. */
export type DomainApplicationArgs = DomainApplicationCommonArgs & DomainApplicationCalls;

/** Arguments that several resources share: `{ …own, ...defaults }` compiles with a variable of this type. */
export type DomainApplicationDefaults = Partial<DomainApplicationCommonArgs> & DomainApplicationCalls;

/** What a program sets on a DomainApplication, whatever else it chooses. */
export interface DomainApplicationCommonArgs extends Needs<DomainApplicationProperties, "name" | "identifier">, Takes<DomainApplicationProperties, "expects" | "adopt" | "user" | "ipAuthEnabled" | "ipAuth" | "encryption" | "codecs" | "ciphers" | "extra"> {}

/** `callHandler` and its fields: a variable of this type holds them, or none of them, and is spread into the arguments. */
export type DomainApplicationCalls =
  | DomainApplicationCallsByRelayTopicWithAdopt
  | DomainApplicationCallsByRelayTopicWithCallRelayApplication
  | DomainApplicationCallsByRelayTopicWithCallRelayContext
  | DomainApplicationCallsByRelayTopic
  | DomainApplicationCallsByRelayApplicationWithAdopt
  | DomainApplicationCallsByRelayApplicationWithCallRelayContext
  | DomainApplicationCallsByRelayApplicationWithCallRelayTopic
  | DomainApplicationCallsByRelayApplication
  | DomainApplicationCallsByRelayContextWithAdopt
  | DomainApplicationCallsByRelayContextWithCallRelayApplication
  | DomainApplicationCallsByRelayContextWithCallRelayTopic
  | DomainApplicationCallsByRelayContext
  | DomainApplicationCallsByRelayScript
  | DomainApplicationCallsByLamlWebhooks
  | DomainApplicationCallsByLamlApplication
  | DomainApplicationCallsByDialogflowWithAdopt
  | DomainApplicationCallsByDialogflow
  | DomainApplicationCallsByVideoRoom
  | DomainApplicationCallsByCallFlowWithAdopt
  | DomainApplicationCallsByCallFlow
  | DomainApplicationCallsByAiAgentWithAdopt
  | DomainApplicationCallsByAiAgent
  | DomainApplicationCallsByNone
  | DomainApplicationCallsByExtra
  | DomainApplicationCallsByOutput;
interface DomainApplicationCallsByRelayTopicWithAdopt extends Is<DomainApplicationProperties, "callHandler", "relay_topic">, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayContext" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl">, Is<DomainApplicationProperties, "adopt", true | Later<boolean>> {}
interface DomainApplicationCallsByRelayTopicWithCallRelayApplication extends Is<DomainApplicationProperties, "callHandler", "relay_topic">, Needs<DomainApplicationProperties, "callRelayApplication">, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayContext" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl"> {}
interface DomainApplicationCallsByRelayTopicWithCallRelayContext extends Is<DomainApplicationProperties, "callHandler", "relay_topic">, Needs<DomainApplicationProperties, "callRelayContext">, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl"> {}
interface DomainApplicationCallsByRelayTopic extends Is<DomainApplicationProperties, "callHandler", "relay_topic">, Needs<DomainApplicationProperties, "callRelayTopic">, Takes<DomainApplicationProperties, "callRelayContext" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl"> {}
interface DomainApplicationCallsByRelayApplicationWithAdopt extends Is<DomainApplicationProperties, "callHandler", "relay_application">, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayContext" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl">, Is<DomainApplicationProperties, "adopt", true | Later<boolean>> {}
interface DomainApplicationCallsByRelayApplicationWithCallRelayContext extends Is<DomainApplicationProperties, "callHandler", "relay_application">, Needs<DomainApplicationProperties, "callRelayContext">, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl"> {}
interface DomainApplicationCallsByRelayApplicationWithCallRelayTopic extends Is<DomainApplicationProperties, "callHandler", "relay_application">, Needs<DomainApplicationProperties, "callRelayTopic">, Takes<DomainApplicationProperties, "callRelayContext" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl"> {}
interface DomainApplicationCallsByRelayApplication extends Is<DomainApplicationProperties, "callHandler", "relay_application">, Needs<DomainApplicationProperties, "callRelayApplication">, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayContext" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl"> {}
interface DomainApplicationCallsByRelayContextWithAdopt extends Is<DomainApplicationProperties, "callHandler", "relay_context">, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayContext" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl">, Is<DomainApplicationProperties, "adopt", true | Later<boolean>> {}
interface DomainApplicationCallsByRelayContextWithCallRelayApplication extends Is<DomainApplicationProperties, "callHandler", "relay_context">, Needs<DomainApplicationProperties, "callRelayApplication">, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayContext" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl"> {}
interface DomainApplicationCallsByRelayContextWithCallRelayTopic extends Is<DomainApplicationProperties, "callHandler", "relay_context">, Needs<DomainApplicationProperties, "callRelayTopic">, Takes<DomainApplicationProperties, "callRelayContext" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl"> {}
interface DomainApplicationCallsByRelayContext extends Is<DomainApplicationProperties, "callHandler", "relay_context">, Needs<DomainApplicationProperties, "callRelayContext">, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl"> {}
interface DomainApplicationCallsByRelayScript extends Is<DomainApplicationProperties, "callHandler", "relay_script">, Needs<DomainApplicationProperties, "callRelayScriptUrl"> {}
interface DomainApplicationCallsByLamlWebhooks extends Is<DomainApplicationProperties, "callHandler", "laml_webhooks">, Needs<DomainApplicationProperties, "callRequestUrl">, Takes<DomainApplicationProperties, "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod"> {}
interface DomainApplicationCallsByLamlApplication extends Is<DomainApplicationProperties, "callHandler", "laml_application">, Needs<DomainApplicationProperties, "callLamlApplicationId"> {}
interface DomainApplicationCallsByDialogflowWithAdopt extends Is<DomainApplicationProperties, "callHandler", "dialogflow">, Takes<DomainApplicationProperties, "callDialogflowAgentId">, Is<DomainApplicationProperties, "adopt", true | Later<boolean>> {}
interface DomainApplicationCallsByDialogflow extends Is<DomainApplicationProperties, "callHandler", "dialogflow">, Needs<DomainApplicationProperties, "callDialogflowAgentId"> {}
interface DomainApplicationCallsByVideoRoom extends Is<DomainApplicationProperties, "callHandler", "video_room">, Needs<DomainApplicationProperties, "callVideoRoomId"> {}
interface DomainApplicationCallsByCallFlowWithAdopt extends Is<DomainApplicationProperties, "callHandler", "call_flow">, Takes<DomainApplicationProperties, "callFlowId" | "callFlowVersion">, Is<DomainApplicationProperties, "adopt", true | Later<boolean>> {}
interface DomainApplicationCallsByCallFlow extends Is<DomainApplicationProperties, "callHandler", "call_flow">, Needs<DomainApplicationProperties, "callFlowId">, Takes<DomainApplicationProperties, "callFlowVersion"> {}
interface DomainApplicationCallsByAiAgentWithAdopt extends Is<DomainApplicationProperties, "callHandler", "ai_agent">, Takes<DomainApplicationProperties, "callAiAgentId">, Is<DomainApplicationProperties, "adopt", true | Later<boolean>> {}
interface DomainApplicationCallsByAiAgent extends Is<DomainApplicationProperties, "callHandler", "ai_agent">, Needs<DomainApplicationProperties, "callAiAgentId"> {}
interface DomainApplicationCallsByNone extends Unset<DomainApplicationProperties, "callHandler">, Refuses<DomainApplicationProperties, "callRelayTopic" | "callRelayContext" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl" | "callRelayScriptUrl" | "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod" | "callLamlApplicationId" | "callDialogflowAgentId" | "callVideoRoomId" | "callFlowId" | "callFlowVersion" | "callAiAgentId"> {}
interface DomainApplicationCallsByExtra extends Unset<DomainApplicationProperties, "callHandler">, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayContext" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl" | "callRelayScriptUrl" | "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod" | "callLamlApplicationId" | "callDialogflowAgentId" | "callVideoRoomId" | "callFlowId" | "callFlowVersion" | "callAiAgentId"> { extra: pulumi.Input<{ call_handler: unknown; [field: string]: unknown }> }
interface DomainApplicationCallsByOutput extends Is<DomainApplicationProperties, "callHandler", Later<string>>, Takes<DomainApplicationProperties, "callRelayTopic" | "callRelayContext" | "callRelayApplication" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl" | "callRelayScriptUrl" | "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod" | "callLamlApplicationId" | "callDialogflowAgentId" | "callVideoRoomId" | "callFlowId" | "callFlowVersion" | "callAiAgentId"> {}

/** The outputs of a DomainApplication: what the program set, and what the service or the provider added. */
export interface DomainApplication extends pulumi.CustomResource, OutputsOf<DomainApplicationProperties> {}

export interface DomainApplicationClass extends FoundClass<"DomainApplication", DomainApplication> {
  new (name: string, args: DomainApplicationArgs, opts?: pulumi.CustomResourceOptions): DomainApplication;

  /**
   * Looks at the domain application with this `identifier`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  getByIdentifier(name: string, identifier: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): DomainApplication;
}

/**
 * A SIP domain to which a carrier or a PBX sends calls. The call handler answers them. With IP authentication, only the listed addresses may call.
 *
 * Created, changed in place and deleted with the stack.
 *
 * A change of `identifier` moves the domain: calls to the old one fail at once.
 *
 * Set `ipAuthEnabled: true` and the carrier's addresses in `ipAuth`. Without them, anybody who knows the domain can send calls to it.
 *
 * No answer shows `callRelayApplication`, `callDialogflowAgentId`, `callAiAgentId`, `callFlowId` and `callFlowVersion`. A change of one by hand cannot be noticed, and an export leaves it out.
 *
 * `DomainApplication.get(name, id)` reads a domain application without managing it. `id` is the domain application's identifier at the service. `DomainApplication.getByIdentifier(name, identifier)` finds it by its identifier.
 *
 * @example
 * ```typescript
 * import { DomainApplication } from "pulumi-signalwire";
 *
 * const carrier = new DomainApplication("carrier", {
 *   name: "Carrier",
 *   identifier: "carrier",
 *   ipAuthEnabled: true,
 *   ipAuth: ["203.0.113.5", "198.51.100.0/24"],
 *   encryption: "required",
 *   callHandler: "relay_script",
 *   callRelayScriptUrl: "https://example.com/menu.json",
 * });
 * export const domain = carrier.domain;
 * ```
 */
export const DomainApplication: DomainApplicationClass = resourceClass("DomainApplication", {
  key: "identifier",
  deletesFirst: true,
  open: ["extra"],
  names: ["name", "identifier", "expects", "adopt", "user", "ipAuthEnabled", "ipAuth", "encryption", "codecs", "ciphers", "callHandler", "callRequestUrl", "callRequestMethod", "callFallbackUrl", "callFallbackMethod", "callStatusCallbackUrl", "callStatusCallbackMethod", "callLamlApplicationId", "callRelayTopic", "callRelayContext", "callRelayApplication", "callRelayTopicStatusCallbackUrl", "callRelayContextStatusCallbackUrl", "callRelayScriptUrl", "callVideoRoomId", "callDialogflowAgentId", "callFlowId", "callFlowVersion", "callAiAgentId", "extra", "domain"],
  secrets: [],
});

/** A domain application as the service shows it. */
export interface DomainApplicationResult extends Shows<DomainApplicationProperties, "name" | "identifier" | "user" | "ipAuthEnabled" | "ipAuth" | "encryption" | "codecs" | "ciphers" | "callHandler" | "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod" | "callLamlApplicationId" | "callRelayTopic" | "callRelayContext" | "callRelayTopicStatusCallbackUrl" | "callRelayContextStatusCallbackUrl" | "callRelayScriptUrl" | "callVideoRoomId" | "domain"> {}

/** Which domain applications `getDomainApplications` returns: those that have these texts in them. */
export interface GetDomainApplicationsArgs extends Filters<"domain" | "name"> {}

/**
 * Returns all domain applications of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getDomainApplications(
  filters: GetDomainApplicationsArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly domainApplications: readonly DomainApplicationResult[] }> {
  return listed("DomainApplication", "DomainApplications", filters, opts);
}
