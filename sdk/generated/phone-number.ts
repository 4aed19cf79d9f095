// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { pauseStackTraces, registration, reportFindings, resourceWith, type Shape } from "../register.ts";

/** What a program sets on a PhoneNumber. */
export type PhoneNumberArgs = PhoneNumberCommonArgs & (
  | PhoneNumberWithPhoneNumberId
  | PhoneNumberWithNumber
) & PhoneNumberCalls & PhoneNumberMessages;

/** Arguments that several resources share: `{ …own, ...defaults }` compiles with a variable of this type. */
export type PhoneNumberDefaults = Partial<PhoneNumberCommonArgs> & PhoneNumberCalls & PhoneNumberMessages;

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

/** `messageHandler` and its fields: a variable of this type holds them, or none of them, and is spread into the arguments. */
export type PhoneNumberMessages =
  | PhoneNumberMessagesByRelayContext
  | PhoneNumberMessagesByRelayApplication
  | PhoneNumberMessagesByLamlWebhooks
  | PhoneNumberMessagesByLamlApplication
  | PhoneNumberMessagesByOutput;

/** What a program sets on a PhoneNumber, whatever else it chooses. */
export interface PhoneNumberCommonArgs {
  /**
   * What happens to the settings when the resource is removed. `leave` keeps them, `restore` puts back what was found at the first adoption, `clear` unsets all. The number itself stays with the project in each case.
   * Allowed values: `leave`, `restore`, `clear`.
   * Default: `"leave"`.
   */
  onDestroy?: pulumi.Input<"leave" | "restore" | "clear"> | undefined;

  /**
   * The program owns every setting of the number. A setting that it does not name is put to its default. A change of it by hand is drift. Fields that only `extra` can name are included as far as they are known.
   * Default: `false`.
   */
  exclusive?: pulumi.Input<boolean> | undefined;

  /**
   * What a change by hand means for the settings that the program does not name. Without it, `drift` reports the change and nothing else does. With `watch` it counts as drift everywhere: `pulumi refresh` and `pulumi preview --refresh` show it, and `pulumi up --refresh` puts the setting back.
   * Allowed values: `watch`.
   */
  unset?: pulumi.Input<"watch"> | undefined;

  /**
   * Accepts the settings that the program does not name, as the next `up` finds them. Without it, a change of one by hand stays visible to `drift`. Give it a new text to accept again, for example the day.
   */
  baseline?: pulumi.Input<string> | undefined;

  /**
   * A label to tell the project's numbers apart.
   */
  name?: pulumi.Input<string> | undefined;

  /**
   * Whether calls are taken as speech or as fax.
   * Allowed values: `voice`, `fax`.
   * Default: `"voice"`.
   */
  callReceiveMode?: pulumi.Input<"voice" | "fax"> | undefined;

  /**
   * Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent as they are and compared when the object is read. One that is taken away is sent once as null, for its default is not known.
   */
  extra?: pulumi.Input<{ [field: string]: unknown }> | undefined;
}

/** Chosen by `phoneNumberId`. */
export interface PhoneNumberWithPhoneNumberId {
  /**
   * The `id` of the number to adopt. Give this or `number`.
   */
  phoneNumberId: pulumi.Input<string>;

  number?: undefined;
}

/** Chosen by `number`. */
export interface PhoneNumberWithNumber {
  /**
   * The number to adopt, in E.164. It is looked up among the numbers of the project. Give this or `phoneNumberId`.
   */
  number: pulumi.Input<string>;

  phoneNumberId?: undefined;
}

/** What goes with `callHandler: "relay_context"`. */
export interface PhoneNumberCallsByRelayContext {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "relay_context" | undefined;

  /**
   * The Relay context that takes calls under the handler `relay_context`. Another name of `callRelayApplication`, which wins where both are given.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes calls under the handler `relay_application`. Another name of `callRelayContext`; if both are given, this one counts.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_application"`. */
export interface PhoneNumberCallsByRelayApplication {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "relay_application" | undefined;

  /**
   * The Relay context that takes calls under the handler `relay_context`. Another name of `callRelayApplication`, which wins where both are given.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes calls under the handler `relay_application`. Another name of `callRelayContext`; if both are given, this one counts.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "laml_webhooks"`. */
export interface PhoneNumberCallsByLamlWebhooks {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "laml_webhooks" | undefined;

  /**
   * The LaML document fetched when a call comes in and the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  callRequestUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  callRequestMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  callFallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  callFallbackMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The URL that gets the end of a call when the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  callStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  callStatusCallbackMethod?: pulumi.Input<"POST" | "GET"> | undefined;
}

/** What goes with `callHandler: "laml_application"`. */
export interface PhoneNumberCallsByLamlApplication {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "laml_application" | undefined;

  /**
   * The LaML application that takes calls under the handler `laml_application`.
   * Read only when `callHandler` is `laml_application`.
   */
  callLamlApplicationId?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "dialogflow"`. */
export interface PhoneNumberCallsByDialogflow {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "dialogflow" | undefined;

  /**
   * The Dialogflow agent that takes calls under the handler `dialogflow`.
   * Read only when `callHandler` is `dialogflow`.
   */
  callDialogflowAgentId?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_connector"`. */
export interface PhoneNumberCallsByRelayConnector {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "relay_connector" | undefined;

  /**
   * The Relay connector that takes calls under the handler `relay_connector`.
   * Read only when `callHandler` is `relay_connector`.
   */
  callRelayConnectorId?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_sip_endpoint"`. */
export interface PhoneNumberCallsByRelaySipEndpoint {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "relay_sip_endpoint" | undefined;

  /**
   * The SIP endpoint that rings under the handler `relay_sip_endpoint`: the `id` of a SipEndpoint.
   * Read only when `callHandler` is `relay_sip_endpoint`.
   */
  callSipEndpointId?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_verto_endpoint"`. */
export interface PhoneNumberCallsByRelayVertoEndpoint {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "relay_verto_endpoint" | undefined;

  /**
   * The name of the Verto endpoint that rings under the handler `relay_verto_endpoint`.
   * Read only when `callHandler` is `relay_verto_endpoint`.
   */
  callVertoResource?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "video_room"`. */
export interface PhoneNumberCallsByVideoRoom {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "video_room" | undefined;

  /**
   * The video room that takes calls under the handler `video_room`.
   * Read only when `callHandler` is `video_room`.
   */
  callVideoRoomId?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_script"`. */
export interface PhoneNumberCallsByRelayScript {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: "relay_script" | undefined;

  /**
   * The SWML script that answers calls under the handler `relay_script`.
   * Read only when `callHandler` is `relay_script`.
   */
  callRelayScriptUrl?: pulumi.Input<string> | undefined;
}

/** No `callHandler`, or a `callHandler` that is an output: `pulumi.output(handler)` makes one of a variable. Fields of every handler may be given. */
export interface PhoneNumberCallsByOutput {
  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  callHandler?: Promise<string> | pulumi.OutputInstance<string> | undefined;

  /**
   * The LaML document fetched when a call comes in and the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  callRequestUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  callRequestMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  callFallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  callFallbackMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The URL that gets the end of a call when the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  callStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  callStatusCallbackMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The LaML application that takes calls under the handler `laml_application`.
   * Read only when `callHandler` is `laml_application`.
   */
  callLamlApplicationId?: pulumi.Input<string> | undefined;

  /**
   * The Dialogflow agent that takes calls under the handler `dialogflow`.
   * Read only when `callHandler` is `dialogflow`.
   */
  callDialogflowAgentId?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes calls under the handler `relay_context`. Another name of `callRelayApplication`, which wins where both are given.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes calls under the handler `relay_application`. Another name of `callRelayContext`; if both are given, this one counts.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The Relay connector that takes calls under the handler `relay_connector`.
   * Read only when `callHandler` is `relay_connector`.
   */
  callRelayConnectorId?: pulumi.Input<string> | undefined;

  /**
   * The SIP endpoint that rings under the handler `relay_sip_endpoint`: the `id` of a SipEndpoint.
   * Read only when `callHandler` is `relay_sip_endpoint`.
   */
  callSipEndpointId?: pulumi.Input<string> | undefined;

  /**
   * The name of the Verto endpoint that rings under the handler `relay_verto_endpoint`.
   * Read only when `callHandler` is `relay_verto_endpoint`.
   */
  callVertoResource?: pulumi.Input<string> | undefined;

  /**
   * The video room that takes calls under the handler `video_room`.
   * Read only when `callHandler` is `video_room`.
   */
  callVideoRoomId?: pulumi.Input<string> | undefined;

  /**
   * The SWML script that answers calls under the handler `relay_script`.
   * Read only when `callHandler` is `relay_script`.
   */
  callRelayScriptUrl?: pulumi.Input<string> | undefined;
}

/** What goes with `messageHandler: "relay_context"`. */
export interface PhoneNumberMessagesByRelayContext {
  /**
   * Who answers messages to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`.
   */
  messageHandler?: "relay_context" | undefined;

  /**
   * The Relay context that takes messages under the handler `relay_context`. Another name of `messageRelayApplication`, which wins where both are given.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  messageRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes messages under the handler `relay_application`. Another name of `messageRelayContext`; if both are given, this one counts.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  messageRelayApplication?: pulumi.Input<string> | undefined;
}

/** What goes with `messageHandler: "relay_application"`. */
export interface PhoneNumberMessagesByRelayApplication {
  /**
   * Who answers messages to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`.
   */
  messageHandler?: "relay_application" | undefined;

  /**
   * The Relay context that takes messages under the handler `relay_context`. Another name of `messageRelayApplication`, which wins where both are given.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  messageRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes messages under the handler `relay_application`. Another name of `messageRelayContext`; if both are given, this one counts.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  messageRelayApplication?: pulumi.Input<string> | undefined;
}

/** What goes with `messageHandler: "laml_webhooks"`. */
export interface PhoneNumberMessagesByLamlWebhooks {
  /**
   * Who answers messages to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`.
   */
  messageHandler?: "laml_webhooks" | undefined;

  /**
   * The LaML document fetched when a message comes in and the handler is `laml_webhooks`.
   * Read only when `messageHandler` is `laml_webhooks`.
   */
  messageRequestUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `messageRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  messageRequestMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The LaML document fetched when `messageRequestUrl` fails.
   * Read only when `messageHandler` is `laml_webhooks`.
   */
  messageFallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `messageFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  messageFallbackMethod?: pulumi.Input<"POST" | "GET"> | undefined;
}

/** What goes with `messageHandler: "laml_application"`. */
export interface PhoneNumberMessagesByLamlApplication {
  /**
   * Who answers messages to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`.
   */
  messageHandler?: "laml_application" | undefined;

  /**
   * The LaML application that takes messages under the handler `laml_application`.
   * Read only when `messageHandler` is `laml_application`.
   */
  messageLamlApplicationId?: pulumi.Input<string> | undefined;
}

/** No `messageHandler`, or a `messageHandler` that is an output: `pulumi.output(handler)` makes one of a variable. Fields of every handler may be given. */
export interface PhoneNumberMessagesByOutput {
  /**
   * Who answers messages to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`.
   */
  messageHandler?: Promise<string> | pulumi.OutputInstance<string> | undefined;

  /**
   * The LaML document fetched when a message comes in and the handler is `laml_webhooks`.
   * Read only when `messageHandler` is `laml_webhooks`.
   */
  messageRequestUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `messageRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  messageRequestMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The LaML document fetched when `messageRequestUrl` fails.
   * Read only when `messageHandler` is `laml_webhooks`.
   */
  messageFallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The HTTP method for `messageFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  messageFallbackMethod?: pulumi.Input<"POST" | "GET"> | undefined;

  /**
   * The LaML application that takes messages under the handler `laml_application`.
   * Read only when `messageHandler` is `laml_application`.
   */
  messageLamlApplicationId?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes messages under the handler `relay_context`. Another name of `messageRelayApplication`, which wins where both are given.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  messageRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes messages under the handler `relay_application`. Another name of `messageRelayContext`; if both are given, this one counts.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  messageRelayApplication?: pulumi.Input<string> | undefined;
}

/** The outputs of a PhoneNumber: what the program set, and what the service or the provider added. */
export interface PhoneNumberOutputs extends pulumi.CustomResource {
  /**
   * The `id` of the number to adopt. Give this or `number`.
   */
  readonly phoneNumberId: pulumi.Output<string | undefined>;

  /**
   * The number to adopt, in E.164. It is looked up among the numbers of the project. Give this or `phoneNumberId`.
   */
  readonly number: pulumi.Output<string | undefined>;

  /**
   * What happens to the settings when the resource is removed. `leave` keeps them, `restore` puts back what was found at the first adoption, `clear` unsets all. The number itself stays with the project in each case.
   * Allowed values: `leave`, `restore`, `clear`.
   * Default: `"leave"`.
   */
  readonly onDestroy: pulumi.Output<"leave" | "restore" | "clear" | undefined>;

  /**
   * The program owns every setting of the number. A setting that it does not name is put to its default. A change of it by hand is drift. Fields that only `extra` can name are included as far as they are known.
   * Default: `false`.
   */
  readonly exclusive: pulumi.Output<boolean | undefined>;

  /**
   * What a change by hand means for the settings that the program does not name. Without it, `drift` reports the change and nothing else does. With `watch` it counts as drift everywhere: `pulumi refresh` and `pulumi preview --refresh` show it, and `pulumi up --refresh` puts the setting back.
   * Allowed values: `watch`.
   */
  readonly unset: pulumi.Output<"watch" | undefined>;

  /**
   * Accepts the settings that the program does not name, as the next `up` finds them. Without it, a change of one by hand stays visible to `drift`. Give it a new text to accept again, for example the day.
   */
  readonly baseline: pulumi.Output<string | undefined>;

  /**
   * A label to tell the project's numbers apart.
   */
  readonly name: pulumi.Output<string | undefined>;

  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  readonly callHandler: pulumi.Output<"relay_context" | "relay_application" | "laml_webhooks" | "laml_application" | "dialogflow" | "relay_connector" | "relay_sip_endpoint" | "relay_verto_endpoint" | "video_room" | "relay_script" | undefined>;

  /**
   * Whether calls are taken as speech or as fax.
   * Allowed values: `voice`, `fax`.
   * Default: `"voice"`.
   */
  readonly callReceiveMode: pulumi.Output<"voice" | "fax" | undefined>;

  /**
   * The LaML document fetched when a call comes in and the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  readonly callRequestUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  readonly callRequestMethod: pulumi.Output<"POST" | "GET" | undefined>;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  readonly callFallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  readonly callFallbackMethod: pulumi.Output<"POST" | "GET" | undefined>;

  /**
   * The URL that gets the end of a call when the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  readonly callStatusCallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  readonly callStatusCallbackMethod: pulumi.Output<"POST" | "GET" | undefined>;

  /**
   * The LaML application that takes calls under the handler `laml_application`.
   * Read only when `callHandler` is `laml_application`.
   */
  readonly callLamlApplicationId: pulumi.Output<string | undefined>;

  /**
   * The Dialogflow agent that takes calls under the handler `dialogflow`.
   * Read only when `callHandler` is `dialogflow`.
   */
  readonly callDialogflowAgentId: pulumi.Output<string | undefined>;

  /**
   * The Relay context that takes calls under the handler `relay_context`. Another name of `callRelayApplication`, which wins where both are given.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  readonly callRelayContext: pulumi.Output<string | undefined>;

  /**
   * The Relay application that takes calls under the handler `relay_application`. Another name of `callRelayContext`; if both are given, this one counts.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  readonly callRelayApplication: pulumi.Output<string | undefined>;

  /**
   * The Relay connector that takes calls under the handler `relay_connector`.
   * Read only when `callHandler` is `relay_connector`.
   */
  readonly callRelayConnectorId: pulumi.Output<string | undefined>;

  /**
   * The SIP endpoint that rings under the handler `relay_sip_endpoint`: the `id` of a SipEndpoint.
   * Read only when `callHandler` is `relay_sip_endpoint`.
   */
  readonly callSipEndpointId: pulumi.Output<string | undefined>;

  /**
   * The name of the Verto endpoint that rings under the handler `relay_verto_endpoint`.
   * Read only when `callHandler` is `relay_verto_endpoint`.
   */
  readonly callVertoResource: pulumi.Output<string | undefined>;

  /**
   * The video room that takes calls under the handler `video_room`.
   * Read only when `callHandler` is `video_room`.
   */
  readonly callVideoRoomId: pulumi.Output<string | undefined>;

  /**
   * The SWML script that answers calls under the handler `relay_script`.
   * Read only when `callHandler` is `relay_script`.
   */
  readonly callRelayScriptUrl: pulumi.Output<string | undefined>;

  /**
   * Who answers messages to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`.
   */
  readonly messageHandler: pulumi.Output<"relay_context" | "relay_application" | "laml_webhooks" | "laml_application" | undefined>;

  /**
   * The LaML document fetched when a message comes in and the handler is `laml_webhooks`.
   * Read only when `messageHandler` is `laml_webhooks`.
   */
  readonly messageRequestUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `messageRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  readonly messageRequestMethod: pulumi.Output<"POST" | "GET" | undefined>;

  /**
   * The LaML document fetched when `messageRequestUrl` fails.
   * Read only when `messageHandler` is `laml_webhooks`.
   */
  readonly messageFallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The HTTP method for `messageFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  readonly messageFallbackMethod: pulumi.Output<"POST" | "GET" | undefined>;

  /**
   * The LaML application that takes messages under the handler `laml_application`.
   * Read only when `messageHandler` is `laml_application`.
   */
  readonly messageLamlApplicationId: pulumi.Output<string | undefined>;

  /**
   * The Relay context that takes messages under the handler `relay_context`. Another name of `messageRelayApplication`, which wins where both are given.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  readonly messageRelayContext: pulumi.Output<string | undefined>;

  /**
   * The Relay application that takes messages under the handler `relay_application`. Another name of `messageRelayContext`; if both are given, this one counts.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  readonly messageRelayApplication: pulumi.Output<string | undefined>;

  /**
   * Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent as they are and compared when the object is read. One that is taken away is sent once as null, for its default is not known.
   */
  readonly extra: pulumi.Output<{ [field: string]: unknown } | undefined>;

  /**
   * What the number can carry.
   * Allowed values: `voice`, `fax`, `sms`, `mms`.
   */
  readonly capabilities: pulumi.Output<("voice" | "fax" | "sms" | "mms")[]>;

  /**
   * Whether calling it is free for the caller.
   * Allowed values: `toll-free`, `longcode`.
   */
  readonly numberType: pulumi.Output<"toll-free" | "longcode">;

  /**
   * The address given to the emergency services.
   */
  readonly e911AddressId: pulumi.Output<string | undefined>;

  /**
   * When the project got the number. UTC, ISO 8601.
   */
  readonly createdAt: pulumi.Output<string>;

  /**
   * When the number was last changed. UTC, ISO 8601.
   */
  readonly updatedAt: pulumi.Output<string>;

  /**
   * When the number is next charged for. UTC, ISO 8601.
   */
  readonly nextBilledAt: pulumi.Output<string | undefined>;
}

/** Every property a PhoneNumber can have. */
export const phoneNumberNames = ["phoneNumberId", "number", "onDestroy", "exclusive", "unset", "baseline", "name", "callHandler", "callReceiveMode", "callRequestUrl", "callRequestMethod", "callFallbackUrl", "callFallbackMethod", "callStatusCallbackUrl", "callStatusCallbackMethod", "callLamlApplicationId", "callDialogflowAgentId", "callRelayContext", "callRelayApplication", "callRelayConnectorId", "callSipEndpointId", "callVertoResource", "callVideoRoomId", "callRelayScriptUrl", "messageHandler", "messageRequestUrl", "messageRequestMethod", "messageFallbackUrl", "messageFallbackMethod", "messageLamlApplicationId", "messageRelayContext", "messageRelayApplication", "extra", "capabilities", "numberType", "e911AddressId", "createdAt", "updatedAt", "nextBilledAt"] as const;

/** Arguments and outputs that are encrypted in state. */
export const phoneNumberSecrets = [] as const;

const TYPE = "pulumi-nodejs:dynamic/signalwire:PhoneNumber";
const SHAPE: Shape = {
  type: TYPE,
  pluginType: "signalwire:index:PhoneNumber",
  provider: "phoneNumber",
  adoptedBy: ["number", "phoneNumberId"],
  names: phoneNumberNames,
  secrets: phoneNumberSecrets,
};

/**
 * A telephone number the project already owns: its label, and who answers the calls and messages it receives. The package never buys or releases a number.
 *
 * An `up` adopts the number that `number` or `phoneNumberId` names. Set exactly one of them. A number that the project does not own fails the preview, or the `up` if look-ups are off. Settings that the program does not name keep their values.
 *
 * `onDestroy` chooses what happens to the settings when the resource is removed from the program. By default they stay. The number always stays.
 *
 * `PhoneNumber.get(name, id)` reads a phone number without managing it. `id` is the number's identifier at the service, or the number itself in E.164; the output `phoneNumberId` is the identifier in both cases.
 *
 * @example
 * ```typescript
 * import { PhoneNumber, SipEndpoint } from "pulumi-signalwire";
 *
 * const desk = SipEndpoint.get("desk", "3fa85f64-5717-4562-b3fc-2c963f66afa6");
 * const support = new PhoneNumber("support", {
 *   number: "+12025550101",
 *   name: "Support line",
 *   callHandler: "relay_sip_endpoint",
 *   callSipEndpointId: desk.id,
 * });
 * export const capabilities = support.capabilities;
 * ```
 */
export class PhoneNumber extends resourceWith<PhoneNumberOutputs>() {
  /** What policies recognise the class by. */
  static readonly __pulumiType = TYPE;

  /**
   * Looks up a phone number that this stack does not manage. Everything that the service returns is an output. It is read
   * again in each run and never changed.
   *
   * @param id - the number's identifier at the service, or the number itself in E.164; the output `phoneNumberId` is the identifier in both cases.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): PhoneNumber {
    return new PhoneNumber(name, undefined as unknown as PhoneNumberArgs, { ...opts, id });
  }

  constructor(name: string, args: PhoneNumberArgs, opts?: pulumi.CustomResourceOptions) {
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

/** A phone number as the service shows it. */
export interface PhoneNumberResult {
  /** The phone number's id. */
  readonly id: string;

  /**
   * The number to adopt, in E.164. It is looked up among the numbers of the project. Give this or `phoneNumberId`.
   */
  readonly number?: string | undefined;

  /**
   * A label to tell the project's numbers apart.
   */
  readonly name?: string | undefined;

  /**
   * Who answers calls to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`, `dialogflow`, `relay_connector`, `relay_sip_endpoint`, `relay_verto_endpoint`, `video_room`, `relay_script`.
   */
  readonly callHandler?: "relay_context" | "relay_application" | "laml_webhooks" | "laml_application" | "dialogflow" | "relay_connector" | "relay_sip_endpoint" | "relay_verto_endpoint" | "video_room" | "relay_script" | undefined;

  /**
   * Whether calls are taken as speech or as fax.
   * Allowed values: `voice`, `fax`.
   * Default: `"voice"`.
   */
  readonly callReceiveMode?: "voice" | "fax" | undefined;

  /**
   * The LaML document fetched when a call comes in and the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  readonly callRequestUrl?: string | undefined;

  /**
   * The HTTP method for `callRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  readonly callRequestMethod?: "POST" | "GET" | undefined;

  /**
   * The LaML document fetched when `callRequestUrl` fails.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  readonly callFallbackUrl?: string | undefined;

  /**
   * The HTTP method for `callFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  readonly callFallbackMethod?: "POST" | "GET" | undefined;

  /**
   * The URL that gets the end of a call when the handler is `laml_webhooks`.
   * Read only when `callHandler` is `laml_webhooks`.
   */
  readonly callStatusCallbackUrl?: string | undefined;

  /**
   * The HTTP method for `callStatusCallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `callHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  readonly callStatusCallbackMethod?: "POST" | "GET" | undefined;

  /**
   * The LaML application that takes calls under the handler `laml_application`.
   * Read only when `callHandler` is `laml_application`.
   */
  readonly callLamlApplicationId?: string | undefined;

  /**
   * The Dialogflow agent that takes calls under the handler `dialogflow`.
   * Read only when `callHandler` is `dialogflow`.
   */
  readonly callDialogflowAgentId?: string | undefined;

  /**
   * The Relay context that takes calls under the handler `relay_context`. Another name of `callRelayApplication`, which wins where both are given.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  readonly callRelayContext?: string | undefined;

  /**
   * The Relay application that takes calls under the handler `relay_application`. Another name of `callRelayContext`; if both are given, this one counts.
   * Read only when `callHandler` is `relay_context` or `callHandler` is `relay_application`.
   */
  readonly callRelayApplication?: string | undefined;

  /**
   * The Relay connector that takes calls under the handler `relay_connector`.
   * Read only when `callHandler` is `relay_connector`.
   */
  readonly callRelayConnectorId?: string | undefined;

  /**
   * The SIP endpoint that rings under the handler `relay_sip_endpoint`: the `id` of a SipEndpoint.
   * Read only when `callHandler` is `relay_sip_endpoint`.
   */
  readonly callSipEndpointId?: string | undefined;

  /**
   * The name of the Verto endpoint that rings under the handler `relay_verto_endpoint`.
   * Read only when `callHandler` is `relay_verto_endpoint`.
   */
  readonly callVertoResource?: string | undefined;

  /**
   * The video room that takes calls under the handler `video_room`.
   * Read only when `callHandler` is `video_room`.
   */
  readonly callVideoRoomId?: string | undefined;

  /**
   * The SWML script that answers calls under the handler `relay_script`.
   * Read only when `callHandler` is `relay_script`.
   */
  readonly callRelayScriptUrl?: string | undefined;

  /**
   * Who answers messages to this number. Each handler reads fields of its own.
   * Allowed values: `relay_context`, `relay_application`, `laml_webhooks`, `laml_application`.
   */
  readonly messageHandler?: "relay_context" | "relay_application" | "laml_webhooks" | "laml_application" | undefined;

  /**
   * The LaML document fetched when a message comes in and the handler is `laml_webhooks`.
   * Read only when `messageHandler` is `laml_webhooks`.
   */
  readonly messageRequestUrl?: string | undefined;

  /**
   * The HTTP method for `messageRequestUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  readonly messageRequestMethod?: "POST" | "GET" | undefined;

  /**
   * The LaML document fetched when `messageRequestUrl` fails.
   * Read only when `messageHandler` is `laml_webhooks`.
   */
  readonly messageFallbackUrl?: string | undefined;

  /**
   * The HTTP method for `messageFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Read only when `messageHandler` is `laml_webhooks`.
   * Default: `"POST"`.
   */
  readonly messageFallbackMethod?: "POST" | "GET" | undefined;

  /**
   * The LaML application that takes messages under the handler `laml_application`.
   * Read only when `messageHandler` is `laml_application`.
   */
  readonly messageLamlApplicationId?: string | undefined;

  /**
   * The Relay context that takes messages under the handler `relay_context`. Another name of `messageRelayApplication`, which wins where both are given.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  readonly messageRelayContext?: string | undefined;

  /**
   * The Relay application that takes messages under the handler `relay_application`. Another name of `messageRelayContext`; if both are given, this one counts.
   * Read only when `messageHandler` is `relay_context` or `messageHandler` is `relay_application`.
   */
  readonly messageRelayApplication?: string | undefined;

  /**
   * What the number can carry.
   * Allowed values: `voice`, `fax`, `sms`, `mms`.
   */
  readonly capabilities: ("voice" | "fax" | "sms" | "mms")[];

  /**
   * Whether calling it is free for the caller.
   * Allowed values: `toll-free`, `longcode`.
   */
  readonly numberType: "toll-free" | "longcode";

  /**
   * The address given to the emergency services.
   */
  readonly e911AddressId?: string | undefined;

  /**
   * When the project got the number. UTC, ISO 8601.
   */
  readonly createdAt: string;

  /**
   * When the number was last changed. UTC, ISO 8601.
   */
  readonly updatedAt: string;

  /**
   * When the number is next charged for. UTC, ISO 8601.
   */
  readonly nextBilledAt?: string | undefined;
}

/** Which phone numbers `getPhoneNumbers` returns. */
export interface GetPhoneNumbersArgs {
  /** Only those that have this text in it. */
  readonly number?: pulumi.Input<string> | undefined;

  /** Only those that have this text in it. */
  readonly name?: pulumi.Input<string> | undefined;
}

/**
 * Returns all phone numbers of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 *
 * @example
 * ```typescript
 * import { getPhoneNumbers } from "pulumi-signalwire";
 *
 * export const ids = getPhoneNumbers().apply(({ phoneNumbers }) => phoneNumbers.map(({ id }) => id));
 * ```
 */
export function getPhoneNumbers(
  filters: GetPhoneNumbersArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly phoneNumbers: readonly PhoneNumberResult[] }> {
  return listed("PhoneNumber", filters, opts);
}
