// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Expectation, Filters, Later, MayBe, Needs, OutputsOf, Shows, Takes, Unset } from "../types.ts";

/** Every property of a PhoneNumber. Arguments and outputs derive from it. */
export interface PhoneNumberProperties {
  /** The `id` of the number to adopt. Give this or `number`. */
  phoneNumberId?: string;
  /** The number to adopt, in E.164. Give this or `phoneNumberId`. */
  number: string;
  /**
   * What happens to the settings when the resource is removed. `leave` keeps them, `restore` gives each field that the provider wrote the value from before the first write, and prints other changes. `clear` unsets all.
   * Allowed values: `leave`, `restore`, `clear`.
   * Default: `"leave"`.
   */
  onDestroy?: "leave" | "restore" | "clear";
  /**
   * The program owns every setting of the number. One that it does not name gets its default, and a change of it by hand is drift. This includes known fields of `extra`.
   * Default: `false`.
   */
  exclusive?: boolean;
  /** What callers of the number get: one call each, and its outcome. `preview`, `drift` and the policy every-caller-is-reached hold every path against it. It is never sent. */
  expects?: Expectation[];
  /** A label to tell the project's numbers apart. */
  name?: string;
  /**
   * Who answers calls to this number.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "relay_context" | "relay_application" | "laml_webhooks" | "laml_application" | "dialogflow" | "relay_connector" | "relay_sip_endpoint" | "relay_verto_endpoint" | "video_room" | "relay_script";
  /**
   * Whether calls are taken as speech or as fax.
   * Allowed values: `voice`, `fax`.
   * Default: `"voice"`.
   */
  callReceiveMode?: "voice" | "fax";
  /**
   * The LaML document fetched when a call comes in.
   * Used only when `callHandler` is `laml_webhooks`.
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
   * The URL that gets the end of a call.
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
   * Used only when `callHandler` is `laml_application`.
   */
  callLamlApplicationId?: string;
  /**
   * The Dialogflow agent that takes calls.
   * Used only when `callHandler` is `dialogflow`.
   */
  callDialogflowAgentId?: string;
  /**
   * The Relay context that takes calls. Another name of `callRelayApplication`, which wins.
   * Used only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  callRelayContext?: string;
  /**
   * The Relay application that takes calls. Another name of `callRelayContext`; this one wins.
   * Used only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  callRelayApplication?: string;
  /**
   * The Relay connector that takes calls.
   * Used only when `callHandler` is `relay_connector`.
   */
  callRelayConnectorId?: string;
  /**
   * The `id` of the SipEndpoint that rings.
   * Used only when `callHandler` is `relay_sip_endpoint`.
   */
  callSipEndpointId?: string;
  /**
   * The name of the Verto endpoint that rings: the `resource` of a ClientToken.
   * Used only when `callHandler` is `relay_verto_endpoint`.
   */
  callVertoResource?: string;
  /**
   * The video room that takes calls.
   * Used only when `callHandler` is `video_room`.
   */
  callVideoRoomId?: string;
  /**
   * The SWML script that answers calls.
   * Used only when `callHandler` is `relay_script`.
   */
  callRelayScriptUrl?: string;
  /**
   * Who answers messages to this number.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`.
   */
  messageHandler?: "relay_context" | "relay_application" | "laml_webhooks" | "laml_application";
  /**
   * The LaML document fetched when a message comes in.
   * Used only when `messageHandler` is `laml_webhooks`.
   */
  messageRequestUrl?: string;
  /**
   * The HTTP method for `messageRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Used only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  messageRequestMethod?: "POST" | "GET";
  /**
   * The LaML document fetched when `messageRequestUrl` fails.
   * Used only when `messageHandler` is `laml_webhooks`.
   */
  messageFallbackUrl?: string;
  /**
   * The HTTP method for `messageFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Used only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  messageFallbackMethod?: "POST" | "GET";
  /**
   * The LaML application that takes messages.
   * Used only when `messageHandler` is `laml_application`.
   */
  messageLamlApplicationId?: string;
  /**
   * The Relay context that takes messages. Another name of `messageRelayApplication`, which wins.
   * Used only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  messageRelayContext?: string;
  /**
   * The Relay application that takes messages. Another name of `messageRelayContext`; this one wins.
   * Used only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  messageRelayApplication?: string;
  /** The `id` of the EmergencyAddress that the emergency services get. The `up` waits, minutes at most, until the carrier has registered it. `exclusive` does not take an address away. */
  emergencyAddress?: string;
  /** Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent unchanged and compared like arguments. If you remove a field, null is sent once. */
  extra?: { [field: string]: unknown };
  /**
   * What the number can carry.
   * Allowed values: `voice`, `fax`, `sms`, `mms`.
   */
  capabilities: ("voice" | "fax" | "sms" | "mms")[];
  /**
   * Whether calling it is free for the caller.
   * Allowed values: `toll-free`, `longcode`.
   */
  numberType: "toll-free" | "longcode";
  /** The address given to the emergency services. */
  e911AddressId?: string;
  /** When the project got the number. UTC, ISO 8601. */
  createdAt: string;
  /** When the number was last changed. UTC, ISO 8601. */
  updatedAt: string;
  /** When the number is next charged for. UTC, ISO 8601. */
  nextBilledAt?: string;
}

/** What a program sets on a PhoneNumber. */
export type PhoneNumberArgs = PhoneNumberCommonArgs & PhoneNumberIdentity & PhoneNumberCalls & PhoneNumberMessages;

/** Arguments that several resources share: `{ …own, ...defaults }` compiles with a variable of this type. */
export type PhoneNumberDefaults = Partial<PhoneNumberCommonArgs> & PhoneNumberCalls & PhoneNumberMessages;

/** What a program sets on a PhoneNumber, whatever else it chooses. */
export type PhoneNumberCommonArgs = Takes<PhoneNumberProperties, "onDestroy" | "exclusive" | "expects" | "name" | "callReceiveMode" | "emergencyAddress" | "extra">;

type PhoneNumberIdentity =
  | PhoneNumberWithPhoneNumberId
  | PhoneNumberWithNumber;
interface PhoneNumberWithPhoneNumberId extends Needs<PhoneNumberProperties, "phoneNumberId">, Unset<PhoneNumberProperties, "number"> {}
interface PhoneNumberWithNumber extends Needs<PhoneNumberProperties, "number">, Unset<PhoneNumberProperties, "phoneNumberId"> {}

/** `callHandler` and its fields: a variable of this type holds them, or none of them, and is spread into the arguments. */
export type PhoneNumberCalls =
  | PhoneNumberCallsByRelayContext
  | PhoneNumberCallsByRelayApplication
  | PhoneNumberCallsByLamlWebhooks
  | PhoneNumberCallsByLamlApplication
  | PhoneNumberCallsByDialogflow
  | PhoneNumberCallsByRelayConnector
  | PhoneNumberCallsByRelaySipEndpoint
  | PhoneNumberCallsByRelayVertoEndpoint
  | PhoneNumberCallsByVideoRoom
  | PhoneNumberCallsByRelayScript
  | PhoneNumberCallsByOutput;
interface PhoneNumberCallsByRelayContext extends MayBe<PhoneNumberProperties, "callHandler", "relay_context">, Takes<PhoneNumberProperties, "callRelayContext" | "callRelayApplication"> {}
interface PhoneNumberCallsByRelayApplication extends MayBe<PhoneNumberProperties, "callHandler", "relay_application">, Takes<PhoneNumberProperties, "callRelayApplication" | "callRelayContext"> {}
interface PhoneNumberCallsByLamlWebhooks extends MayBe<PhoneNumberProperties, "callHandler", "laml_webhooks">, Takes<PhoneNumberProperties, "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod"> {}
interface PhoneNumberCallsByLamlApplication extends MayBe<PhoneNumberProperties, "callHandler", "laml_application">, Takes<PhoneNumberProperties, "callLamlApplicationId"> {}
interface PhoneNumberCallsByDialogflow extends MayBe<PhoneNumberProperties, "callHandler", "dialogflow">, Takes<PhoneNumberProperties, "callDialogflowAgentId"> {}
interface PhoneNumberCallsByRelayConnector extends MayBe<PhoneNumberProperties, "callHandler", "relay_connector">, Takes<PhoneNumberProperties, "callRelayConnectorId"> {}
interface PhoneNumberCallsByRelaySipEndpoint extends MayBe<PhoneNumberProperties, "callHandler", "relay_sip_endpoint">, Takes<PhoneNumberProperties, "callSipEndpointId"> {}
interface PhoneNumberCallsByRelayVertoEndpoint extends MayBe<PhoneNumberProperties, "callHandler", "relay_verto_endpoint">, Takes<PhoneNumberProperties, "callVertoResource"> {}
interface PhoneNumberCallsByVideoRoom extends MayBe<PhoneNumberProperties, "callHandler", "video_room">, Takes<PhoneNumberProperties, "callVideoRoomId"> {}
interface PhoneNumberCallsByRelayScript extends MayBe<PhoneNumberProperties, "callHandler", "relay_script">, Takes<PhoneNumberProperties, "callRelayScriptUrl"> {}
interface PhoneNumberCallsByOutput extends MayBe<PhoneNumberProperties, "callHandler", Later<string>>, Takes<PhoneNumberProperties, "callRelayContext" | "callRelayApplication" | "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod" | "callLamlApplicationId" | "callDialogflowAgentId" | "callRelayConnectorId" | "callSipEndpointId" | "callVertoResource" | "callVideoRoomId" | "callRelayScriptUrl"> {}

/** `messageHandler` and its fields: a variable of this type holds them, or none of them, and is spread into the arguments. */
export type PhoneNumberMessages =
  | PhoneNumberMessagesByRelayContext
  | PhoneNumberMessagesByRelayApplication
  | PhoneNumberMessagesByLamlWebhooks
  | PhoneNumberMessagesByLamlApplication
  | PhoneNumberMessagesByOutput;
interface PhoneNumberMessagesByRelayContext extends MayBe<PhoneNumberProperties, "messageHandler", "relay_context">, Takes<PhoneNumberProperties, "messageRelayContext" | "messageRelayApplication"> {}
interface PhoneNumberMessagesByRelayApplication extends MayBe<PhoneNumberProperties, "messageHandler", "relay_application">, Takes<PhoneNumberProperties, "messageRelayApplication" | "messageRelayContext"> {}
interface PhoneNumberMessagesByLamlWebhooks extends MayBe<PhoneNumberProperties, "messageHandler", "laml_webhooks">, Takes<PhoneNumberProperties, "messageRequestUrl" | "messageRequestMethod" | "messageFallbackUrl" | "messageFallbackMethod"> {}
interface PhoneNumberMessagesByLamlApplication extends MayBe<PhoneNumberProperties, "messageHandler", "laml_application">, Takes<PhoneNumberProperties, "messageLamlApplicationId"> {}
interface PhoneNumberMessagesByOutput extends MayBe<PhoneNumberProperties, "messageHandler", Later<string>>, Takes<PhoneNumberProperties, "messageRelayContext" | "messageRelayApplication" | "messageRequestUrl" | "messageRequestMethod" | "messageFallbackUrl" | "messageFallbackMethod" | "messageLamlApplicationId"> {}

/** The outputs of a PhoneNumber: what the program set, and what the service or the provider added. */
export interface PhoneNumber extends pulumi.CustomResource, OutputsOf<PhoneNumberProperties> {}

export interface PhoneNumberClass extends FoundClass<"PhoneNumber", PhoneNumber> {
  new (name: string, args: PhoneNumberArgs, opts?: pulumi.CustomResourceOptions): PhoneNumber;
}

/**
 * A telephone number the project already owns: its label, and who answers the calls and messages it receives. The package never buys or releases a number.
 *
 * An `up` adopts the number that `number` or `phoneNumberId` names; set exactly one of them. A number that the project does not own fails the preview, or the `up` if look-ups are off. Settings that the program does not name keep their values.
 *
 * When the resource is removed, the number stays with the project; `onDestroy` says what happens to its settings.
 *
 * `PhoneNumber.get(name, id)` reads a phone number without managing it. `id` is the number's identifier at the service, or the number in E.164.
 *
 * @example
 * ```typescript
 * import { PhoneNumber, SipEndpoint } from "pulumi-signalwire";
 *
 * const reception = SipEndpoint.getByUsername("reception", "reception");
 * const support = new PhoneNumber("support", {
 *   number: "+12025550101",
 *   name: "Support line",
 *   callHandler: "relay_sip_endpoint",
 *   callSipEndpointId: reception.id,
 * });
 * export const capabilities = support.capabilities;
 * ```
 */
export const PhoneNumber: PhoneNumberClass = resourceClass("PhoneNumber", {
  adoptedBy: ["number", "phoneNumberId"],
  open: ["extra"],
  names: ["phoneNumberId", "number", "onDestroy", "exclusive", "expects", "name", "callHandler", "callReceiveMode", "callRequestUrl", "callRequestMethod", "callFallbackUrl", "callFallbackMethod", "callStatusCallbackUrl", "callStatusCallbackMethod", "callLamlApplicationId", "callDialogflowAgentId", "callRelayContext", "callRelayApplication", "callRelayConnectorId", "callSipEndpointId", "callVertoResource", "callVideoRoomId", "callRelayScriptUrl", "messageHandler", "messageRequestUrl", "messageRequestMethod", "messageFallbackUrl", "messageFallbackMethod", "messageLamlApplicationId", "messageRelayContext", "messageRelayApplication", "emergencyAddress", "extra", "capabilities", "numberType", "e911AddressId", "createdAt", "updatedAt", "nextBilledAt"],
  secrets: [],
});

/** A phone number as the service shows it. */
export interface PhoneNumberResult extends Shows<PhoneNumberProperties, "number" | "name" | "callHandler" | "callReceiveMode" | "callRequestUrl" | "callRequestMethod" | "callFallbackUrl" | "callFallbackMethod" | "callStatusCallbackUrl" | "callStatusCallbackMethod" | "callLamlApplicationId" | "callDialogflowAgentId" | "callRelayContext" | "callRelayApplication" | "callRelayConnectorId" | "callSipEndpointId" | "callVertoResource" | "callVideoRoomId" | "callRelayScriptUrl" | "messageHandler" | "messageRequestUrl" | "messageRequestMethod" | "messageFallbackUrl" | "messageFallbackMethod" | "messageLamlApplicationId" | "messageRelayContext" | "messageRelayApplication" | "emergencyAddress" | "capabilities" | "numberType" | "e911AddressId" | "createdAt" | "updatedAt" | "nextBilledAt"> {}

/** Which phone numbers `getPhoneNumbers` returns: those that have these texts in them. */
export interface GetPhoneNumbersArgs extends Filters<"number" | "name"> {}

/**
 * Returns all phone numbers of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getPhoneNumbers(
  filters: GetPhoneNumbersArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly phoneNumbers: readonly PhoneNumberResult[] }> {
  return listed("PhoneNumber", "PhoneNumbers", filters, opts);
}
