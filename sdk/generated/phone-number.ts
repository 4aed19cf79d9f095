// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";

/** What a program sets on a PhoneNumber. */
export interface PhoneNumberArgs {
  /**
   * The `id` of the number to adopt. Give this or `number`.
   * Source: spec §4.2.
   */
  phoneNumberId?: pulumi.Input<string> | undefined;

  /**
   * The number to adopt, in E.164. It is looked up among the numbers of the project. Give this or `phoneNumberId`.
   * Source: spec §2.2.
   */
  number?: pulumi.Input<string> | undefined;

  /**
   * What becomes of the number's settings when the resource is removed: they stay, go back to what was found when the number was adopted, or are all unset. The number itself stays with the project in each case.
   * Allowed values: `leave`, `restore`, `clear`.
   * Default: `"leave"`.
   * Source: spec §4.2.
   */
  onDestroy?: pulumi.Input<"leave" | "restore" | "clear"> | undefined;

  /**
   * A label to tell the project's numbers apart.
   * Source: spec §2.2.
   */
  name?: pulumi.Input<string> | undefined;

  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`.
   * Source: spec §2.2.
   */
  callHandler?: pulumi.Input<"relay_context" | "relay_application" | "laml_webhooks" | "laml_application" | "dialogflow" | "relay_connector" | "relay_sip_endpoint" | "relay_verto_endpoint" | "video_room"> | undefined;

  /**
   * Whether calls are taken as speech or as fax.
   * Allowed values: `voice`, `fax`.
   * Default: `"voice"`.
   * Source: spec §2.2.
   */
  callReceiveMode?: pulumi.Input<"voice" | "fax"> | undefined;

  /**
   * The LaML document fetched when a call comes in and the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Source: spec §2.2.
   */
  callRequestUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   * Source: spec §2.2.
   */
  callRequestMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Read only when `callHandler` is `laml_webhooks`.
   * Source: spec §2.2.
   */
  callFallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   * Source: spec §2.2.
   */
  callFallbackMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * Told of a call's end when the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Source: spec §2.2.
   */
  callStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   * Source: spec §2.2.
   */
  callStatusCallbackMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The LaML application that takes calls under the handler `laml_application`.
   * Read only when `callHandler` is `laml_application`.
   * Source: spec §2.2.
   */
  callLamlApplicationId?: pulumi.Input<string> | undefined;

  /**
   * The Dialogflow agent that takes calls under the handler `dialogflow`.
   * Read only when `callHandler` is `dialogflow`.
   * Source: spec §2.2.
   */
  callDialogflowAgentId?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes calls under the handler `relay_context`. Another name of `callRelayApplication`, which wins where both are given.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   * Source: spec §2.2.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes calls under the handler `relay_application`; the same value as `callRelayContext`, and the winner of the two.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   * Source: spec §2.2.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The Relay connector that takes calls under the handler `relay_connector`.
   * Read only when `callHandler` is `relay_connector`.
   * Source: spec §2.2.
   */
  callRelayConnectorId?: pulumi.Input<string> | undefined;

  /**
   * The SIP endpoint that rings under the handler `relay_sip_endpoint`: the `id` of a SipEndpoint.
   * Read only when `callHandler` is `relay_sip_endpoint`.
   * Source: spec §2.2.
   */
  callSipEndpointId?: pulumi.Input<string> | undefined;

  /**
   * The name of the Verto endpoint that rings under the handler `relay_verto_endpoint`.
   * Read only when `callHandler` is `relay_verto_endpoint`.
   * Source: spec §2.2.
   */
  callVertoResource?: pulumi.Input<string> | undefined;

  /**
   * The video room that takes calls under the handler `video_room`.
   * Read only when `callHandler` is `video_room`.
   * Source: spec §2.2.
   */
  callVideoRoomId?: pulumi.Input<string> | undefined;

  /**
   * Who answers messages to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`.
   * Source: spec §2.2.
   */
  messageHandler?: pulumi.Input<"relay_context" | "relay_application" | "laml_webhooks" | "laml_application"> | undefined;

  /**
   * The LaML document fetched when a message comes in and the handler is `laml_webhooks`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Source: spec §2.2.
   */
  messageRequestUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `messageRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   * Source: spec §2.2.
   */
  messageRequestMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The LaML document fetched when `messageRequestUrl` fails.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Source: spec §2.2.
   */
  messageFallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `messageFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   * Source: spec §2.2.
   */
  messageFallbackMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The LaML application that takes messages under the handler `laml_application`.
   * Read only when `messageHandler` is `laml_application`.
   * Source: spec §2.2.
   */
  messageLamlApplicationId?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes messages under the handler `relay_context`. Another name of `messageRelayApplication`, which wins where both are given.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   * Source: spec §2.2.
   */
  messageRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes messages under the handler `relay_application`; the same value as `messageRelayContext`, and the winner of the two.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   * Source: spec §2.2.
   */
  messageRelayApplication?: pulumi.Input<string> | undefined;
}

/** The outputs of a PhoneNumber: what the program set, and what the service or the provider added. */
export interface PhoneNumberOutputs extends pulumi.CustomResource {
  /**
   * The `id` of the number to adopt. Give this or `number`.
   * Source: spec §4.2.
   */
  readonly phoneNumberId: pulumi.Output<string | undefined>;

  /**
   * The number to adopt, in E.164. It is looked up among the numbers of the project. Give this or `phoneNumberId`.
   * Source: spec §2.2.
   */
  readonly number: pulumi.Output<string | undefined>;

  /**
   * What becomes of the number's settings when the resource is removed: they stay, go back to what was found when the number was adopted, or are all unset. The number itself stays with the project in each case.
   * Allowed values: `leave`, `restore`, `clear`.
   * Default: `"leave"`.
   * Source: spec §4.2.
   */
  readonly onDestroy: pulumi.Output<"leave" | "restore" | "clear" | undefined>;

  /**
   * A label to tell the project's numbers apart.
   * Source: spec §2.2.
   */
  readonly name: pulumi.Output<string | undefined>;

  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`.
   * Source: spec §2.2.
   */
  readonly callHandler: pulumi.Output<"relay_context" | "relay_application" | "laml_webhooks" | "laml_application" | "dialogflow" | "relay_connector" | "relay_sip_endpoint" | "relay_verto_endpoint" | "video_room" | undefined>;

  /**
   * Whether calls are taken as speech or as fax.
   * Allowed values: `voice`, `fax`.
   * Default: `"voice"`.
   * Source: spec §2.2.
   */
  readonly callReceiveMode: pulumi.Output<"voice" | "fax" | undefined>;

  /**
   * The LaML document fetched when a call comes in and the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Source: spec §2.2.
   */
  readonly callRequestUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   * Source: spec §2.2.
   */
  readonly callRequestMethod: pulumi.Output<"POST" | "GET" | undefined>;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Read only when `callHandler` is `laml_webhooks`.
   * Source: spec §2.2.
   */
  readonly callFallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   * Source: spec §2.2.
   */
  readonly callFallbackMethod: pulumi.Output<"POST" | "GET" | undefined>;

  /**
   * Told of a call's end when the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Source: spec §2.2.
   */
  readonly callStatusCallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   * Source: spec §2.2.
   */
  readonly callStatusCallbackMethod: pulumi.Output<"POST" | "GET" | undefined>;

  /**
   * The LaML application that takes calls under the handler `laml_application`.
   * Read only when `callHandler` is `laml_application`.
   * Source: spec §2.2.
   */
  readonly callLamlApplicationId: pulumi.Output<string | undefined>;

  /**
   * The Dialogflow agent that takes calls under the handler `dialogflow`.
   * Read only when `callHandler` is `dialogflow`.
   * Source: spec §2.2.
   */
  readonly callDialogflowAgentId: pulumi.Output<string | undefined>;

  /**
   * The Relay context that takes calls under the handler `relay_context`. Another name of `callRelayApplication`, which wins where both are given.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   * Source: spec §2.2.
   */
  readonly callRelayContext: pulumi.Output<string | undefined>;

  /**
   * The Relay application that takes calls under the handler `relay_application`; the same value as `callRelayContext`, and the winner of the two.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   * Source: spec §2.2.
   */
  readonly callRelayApplication: pulumi.Output<string | undefined>;

  /**
   * The Relay connector that takes calls under the handler `relay_connector`.
   * Read only when `callHandler` is `relay_connector`.
   * Source: spec §2.2.
   */
  readonly callRelayConnectorId: pulumi.Output<string | undefined>;

  /**
   * The SIP endpoint that rings under the handler `relay_sip_endpoint`: the `id` of a SipEndpoint.
   * Read only when `callHandler` is `relay_sip_endpoint`.
   * Source: spec §2.2.
   */
  readonly callSipEndpointId: pulumi.Output<string | undefined>;

  /**
   * The name of the Verto endpoint that rings under the handler `relay_verto_endpoint`.
   * Read only when `callHandler` is `relay_verto_endpoint`.
   * Source: spec §2.2.
   */
  readonly callVertoResource: pulumi.Output<string | undefined>;

  /**
   * The video room that takes calls under the handler `video_room`.
   * Read only when `callHandler` is `video_room`.
   * Source: spec §2.2.
   */
  readonly callVideoRoomId: pulumi.Output<string | undefined>;

  /**
   * Who answers messages to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`.
   * Source: spec §2.2.
   */
  readonly messageHandler: pulumi.Output<"relay_context" | "relay_application" | "laml_webhooks" | "laml_application" | undefined>;

  /**
   * The LaML document fetched when a message comes in and the handler is `laml_webhooks`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Source: spec §2.2.
   */
  readonly messageRequestUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `messageRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   * Source: spec §2.2.
   */
  readonly messageRequestMethod: pulumi.Output<"POST" | "GET" | undefined>;

  /**
   * The LaML document fetched when `messageRequestUrl` fails.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Source: spec §2.2.
   */
  readonly messageFallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `messageFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   * Source: spec §2.2.
   */
  readonly messageFallbackMethod: pulumi.Output<"POST" | "GET" | undefined>;

  /**
   * The LaML application that takes messages under the handler `laml_application`.
   * Read only when `messageHandler` is `laml_application`.
   * Source: spec §2.2.
   */
  readonly messageLamlApplicationId: pulumi.Output<string | undefined>;

  /**
   * The Relay context that takes messages under the handler `relay_context`. Another name of `messageRelayApplication`, which wins where both are given.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   * Source: spec §2.2.
   */
  readonly messageRelayContext: pulumi.Output<string | undefined>;

  /**
   * The Relay application that takes messages under the handler `relay_application`; the same value as `messageRelayContext`, and the winner of the two.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   * Source: spec §2.2.
   */
  readonly messageRelayApplication: pulumi.Output<string | undefined>;

  /**
   * What the number can carry.
   * Allowed values: `voice`, `fax`, `sms`, `mms`.
   * Source: spec §2.2.
   */
  readonly capabilities: pulumi.Output<("voice" | "fax" | "sms" | "mms")[]>;

  /**
   * Whether calling it is free for the caller.
   * Allowed values: `toll-free`, `longcode`.
   * Source: spec §2.2.
   */
  readonly numberType: pulumi.Output<"toll-free" | "longcode">;

  /**
   * The address given to the emergency services.
   * Source: spec §2.2.
   */
  readonly e911AddressId: pulumi.Output<string | undefined>;

  /**
   * When the project got the number.
   * Source: spec §2.2.
   */
  readonly createdAt: pulumi.Output<string>;

  /**
   * When the number was last changed.
   * Source: spec §2.2.
   */
  readonly updatedAt: pulumi.Output<string>;

  /**
   * When the number is next charged for.
   * Source: spec §2.2.
   */
  readonly nextBilledAt: pulumi.Output<string | undefined>;
}

/** Every property a PhoneNumber can have. */
export const phoneNumberNames = ["phoneNumberId", "number", "onDestroy", "name", "callHandler", "callReceiveMode", "callRequestUrl", "callRequestMethod", "callFallbackUrl", "callFallbackMethod", "callStatusCallbackUrl", "callStatusCallbackMethod", "callLamlApplicationId", "callDialogflowAgentId", "callRelayContext", "callRelayApplication", "callRelayConnectorId", "callSipEndpointId", "callVertoResource", "callVideoRoomId", "messageHandler", "messageRequestUrl", "messageRequestMethod", "messageFallbackUrl", "messageFallbackMethod", "messageLamlApplicationId", "messageRelayContext", "messageRelayApplication", "capabilities", "numberType", "e911AddressId", "createdAt", "updatedAt", "nextBilledAt"] as const;

/** Arguments and outputs that are encrypted in state. */
export const phoneNumberSecrets = [] as const;
