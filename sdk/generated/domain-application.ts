// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idByKey, listed } from "../look-up.ts";
import { pauseStackTraces, registration, reportFindings, resourceWith, type Shape } from "../register.ts";

/** What a program sets on a DomainApplication. */
export type DomainApplicationArgs = DomainApplicationCommonArgs & DomainApplicationCalls;

/** Arguments that several resources share: `{ …own, ...defaults }` compiles with a variable of this type. */
export type DomainApplicationDefaults = Partial<DomainApplicationCommonArgs> & DomainApplicationCalls;

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

/** What a program sets on a DomainApplication, whatever else it chooses. */
export interface DomainApplicationCommonArgs {
  /**
   * A label to tell the project's domain applications apart.
   */
  name: pulumi.Input<string>;

  /**
   * The program's part of the domain. No other domain application of the space may have the same.
   */
  identifier: pulumi.Input<string>;

  /**
   * Take over a domain application that has this identifier already, and set it to the program's values, instead of failing. Fields that no answer shows keep their values where the program names none. Read only when the object is taken over: afterwards `adopt` changes nothing and can be left out.
   * Default: `false`.
   */
  adopt?: pulumi.Input<boolean> | undefined;

  /**
   * The part before the @ of the addresses that are taken. With `*`, every one is.
   * Default: `"*"`.
   */
  user?: pulumi.Input<string> | undefined;

  /**
   * Whether only the addresses of `ipAuth` may call.
   * Default: `false`.
   */
  ipAuthEnabled?: pulumi.Input<boolean> | undefined;

  /**
   * The IP addresses and blocks, in CIDR notation, from which calls are taken. Read only while `ipAuthEnabled` is true.
   * Default: `[]`.
   */
  ipAuth?: pulumi.Input<readonly pulumi.Input<string>[]> | undefined;

  /**
   * Whether connections must be encrypted, may be, or must not be.
   * Allowed values: `optional`, `required`, `forbidden`.
   * Default: `"optional"`.
   */
  encryption?: pulumi.Input<"optional" | "required" | "forbidden"> | undefined;

  /**
   * The codecs offered. An empty list goes back to the default.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `G729`, `VP8`, `H264`.
   * Default: `["PCMU", "PCMA"]`.
   */
  codecs?: pulumi.Input<readonly pulumi.Input<"OPUS" | "G722" | "PCMU" | "PCMA" | "G729" | "VP8" | "H264">[]> | undefined;

  /**
   * The ciphers offered for encrypted media. An empty list goes back to the default.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: `["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80", "AES_CM_128_HMAC_SHA1_80", "AES_256_CM_HMAC_SHA1_32", "AES_CM_128_HMAC_SHA1_32"]`.
   */
  ciphers?: pulumi.Input<readonly pulumi.Input<"AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32">[]> | undefined;

  /**
   * Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent as they are and compared when the object is read. One that is taken away is sent once as null, for its default is not known.
   */
  extra?: pulumi.Input<{ [field: string]: unknown }> | undefined;
}

/** What goes with `callHandler: "relay_topic"`. */
export interface DomainApplicationCallsByRelayTopicWithAdopt {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_topic";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;

  adopt: true | Promise<boolean> | pulumi.OutputInstance<boolean>;
}

/** What goes with `callHandler: "relay_topic"`. */
export interface DomainApplicationCallsByRelayTopicWithCallRelayApplication {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_topic";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication: pulumi.Input<string>;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_topic"`. */
export interface DomainApplicationCallsByRelayTopicWithCallRelayContext {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_topic";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext: pulumi.Input<string>;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_topic"`. */
export interface DomainApplicationCallsByRelayTopic {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_topic";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic: pulumi.Input<string>;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_application"`. */
export interface DomainApplicationCallsByRelayApplicationWithAdopt {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_application";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;

  adopt: true | Promise<boolean> | pulumi.OutputInstance<boolean>;
}

/** What goes with `callHandler: "relay_application"`. */
export interface DomainApplicationCallsByRelayApplicationWithCallRelayContext {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_application";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext: pulumi.Input<string>;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_application"`. */
export interface DomainApplicationCallsByRelayApplicationWithCallRelayTopic {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_application";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic: pulumi.Input<string>;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_application"`. */
export interface DomainApplicationCallsByRelayApplication {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_application";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication: pulumi.Input<string>;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_context"`. */
export interface DomainApplicationCallsByRelayContextWithAdopt {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_context";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;

  adopt: true | Promise<boolean> | pulumi.OutputInstance<boolean>;
}

/** What goes with `callHandler: "relay_context"`. */
export interface DomainApplicationCallsByRelayContextWithCallRelayApplication {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_context";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication: pulumi.Input<string>;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_context"`. */
export interface DomainApplicationCallsByRelayContextWithCallRelayTopic {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_context";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic: pulumi.Input<string>;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_context"`. */
export interface DomainApplicationCallsByRelayContext {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_context";

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext: pulumi.Input<string>;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;
}

/** What goes with `callHandler: "relay_script"`. */
export interface DomainApplicationCallsByRelayScript {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "relay_script";

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  callRelayScriptUrl: pulumi.Input<string>;
}

/** What goes with `callHandler: "laml_webhooks"`. */
export interface DomainApplicationCallsByLamlWebhooks {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "laml_webhooks";

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
   */
  callRequestUrl: pulumi.Input<string>;

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
   * The URL that gets the status of a call.
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
export interface DomainApplicationCallsByLamlApplication {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "laml_application";

  /**
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  callLamlApplicationId: pulumi.Input<string>;
}

/** What goes with `callHandler: "dialogflow"`. */
export interface DomainApplicationCallsByDialogflowWithAdopt {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "dialogflow";

  /**
   * The Dialogflow agent that takes the call. No answer shows it.
   * Required when `callHandler` is `dialogflow`; read only then.
   */
  callDialogflowAgentId?: pulumi.Input<string> | undefined;

  adopt: true | Promise<boolean> | pulumi.OutputInstance<boolean>;
}

/** What goes with `callHandler: "dialogflow"`. */
export interface DomainApplicationCallsByDialogflow {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "dialogflow";

  /**
   * The Dialogflow agent that takes the call. No answer shows it.
   * Required when `callHandler` is `dialogflow`; read only then.
   */
  callDialogflowAgentId: pulumi.Input<string>;
}

/** What goes with `callHandler: "video_room"`. */
export interface DomainApplicationCallsByVideoRoom {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "video_room";

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   */
  callVideoRoomId: pulumi.Input<string>;
}

/** What goes with `callHandler: "call_flow"`. */
export interface DomainApplicationCallsByCallFlowWithAdopt {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "call_flow";

  /**
   * The call flow that takes the call. No answer shows it.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  callFlowId?: pulumi.Input<string> | undefined;

  /**
   * The version of the call flow. No answer shows it.
   * Allowed values: `working_copy`, `current_deployed`.
   * Read only when `callHandler` is `call_flow`.
   */
  callFlowVersion?: pulumi.Input<"working_copy" | "current_deployed"> | undefined;

  adopt: true | Promise<boolean> | pulumi.OutputInstance<boolean>;
}

/** What goes with `callHandler: "call_flow"`. */
export interface DomainApplicationCallsByCallFlow {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "call_flow";

  /**
   * The call flow that takes the call. No answer shows it.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  callFlowId: pulumi.Input<string>;

  /**
   * The version of the call flow. No answer shows it.
   * Allowed values: `working_copy`, `current_deployed`.
   * Read only when `callHandler` is `call_flow`.
   */
  callFlowVersion?: pulumi.Input<"working_copy" | "current_deployed"> | undefined;
}

/** What goes with `callHandler: "ai_agent"`. */
export interface DomainApplicationCallsByAiAgentWithAdopt {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "ai_agent";

  /**
   * The AI agent that takes the call. No answer shows it.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  callAiAgentId?: pulumi.Input<string> | undefined;

  adopt: true | Promise<boolean> | pulumi.OutputInstance<boolean>;
}

/** What goes with `callHandler: "ai_agent"`. */
export interface DomainApplicationCallsByAiAgent {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: "ai_agent";

  /**
   * The AI agent that takes the call. No answer shows it.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  callAiAgentId: pulumi.Input<string>;
}

/** No value has this type: a field is refused without `callHandler`. */
export interface CallHandlerIsMissing {
  readonly callHandler: never;
}

/** No `callHandler`, and none of the fields that a handler reads. */
export interface DomainApplicationCallsByNone {
  callHandler?: undefined;

  callRequestUrl?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRequestMethod?: (pulumi.Input<"POST" | "GET"> & CallHandlerIsMissing) | undefined;

  callFallbackUrl?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callFallbackMethod?: (pulumi.Input<"POST" | "GET"> & CallHandlerIsMissing) | undefined;

  callStatusCallbackUrl?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callStatusCallbackMethod?: (pulumi.Input<"POST" | "GET"> & CallHandlerIsMissing) | undefined;

  callLamlApplicationId?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRelayTopic?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRelayContext?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRelayApplication?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRelayTopicStatusCallbackUrl?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRelayContextStatusCallbackUrl?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callRelayScriptUrl?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callVideoRoomId?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callDialogflowAgentId?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callFlowId?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;

  callFlowVersion?: (pulumi.Input<"working_copy" | "current_deployed"> & CallHandlerIsMissing) | undefined;

  callAiAgentId?: (pulumi.Input<string> & CallHandlerIsMissing) | undefined;
}

/** A handler that has no value of `callHandler`: `extra` names it. Fields of every handler may be given. */
export interface DomainApplicationCallsByExtra {
  callHandler?: undefined;

  extra: pulumi.Input<{ call_handler: unknown; [field: string]: unknown }>;

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
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
   * The URL that gets the status of a call.
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
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  callLamlApplicationId?: pulumi.Input<string> | undefined;

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  callRelayScriptUrl?: pulumi.Input<string> | undefined;

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   */
  callVideoRoomId?: pulumi.Input<string> | undefined;

  /**
   * The Dialogflow agent that takes the call. No answer shows it.
   * Required when `callHandler` is `dialogflow`; read only then.
   */
  callDialogflowAgentId?: pulumi.Input<string> | undefined;

  /**
   * The call flow that takes the call. No answer shows it.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  callFlowId?: pulumi.Input<string> | undefined;

  /**
   * The version of the call flow. No answer shows it.
   * Allowed values: `working_copy`, `current_deployed`.
   * Read only when `callHandler` is `call_flow`.
   */
  callFlowVersion?: pulumi.Input<"working_copy" | "current_deployed"> | undefined;

  /**
   * The AI agent that takes the call. No answer shows it.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  callAiAgentId?: pulumi.Input<string> | undefined;
}

/** A `callHandler` that is an output: `pulumi.output(handler)` makes one of a variable. Fields of every handler may be given. */
export interface DomainApplicationCallsByOutput {
  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  callHandler: Promise<string> | pulumi.OutputInstance<string>;

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
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
   * The URL that gets the status of a call.
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
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  callLamlApplicationId?: pulumi.Input<string> | undefined;

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayTopic?: pulumi.Input<string> | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayContext?: pulumi.Input<string> | undefined;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  callRelayApplication?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayTopicStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  callRelayContextStatusCallbackUrl?: pulumi.Input<string> | undefined;

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  callRelayScriptUrl?: pulumi.Input<string> | undefined;

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   */
  callVideoRoomId?: pulumi.Input<string> | undefined;

  /**
   * The Dialogflow agent that takes the call. No answer shows it.
   * Required when `callHandler` is `dialogflow`; read only then.
   */
  callDialogflowAgentId?: pulumi.Input<string> | undefined;

  /**
   * The call flow that takes the call. No answer shows it.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  callFlowId?: pulumi.Input<string> | undefined;

  /**
   * The version of the call flow. No answer shows it.
   * Allowed values: `working_copy`, `current_deployed`.
   * Read only when `callHandler` is `call_flow`.
   */
  callFlowVersion?: pulumi.Input<"working_copy" | "current_deployed"> | undefined;

  /**
   * The AI agent that takes the call. No answer shows it.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  callAiAgentId?: pulumi.Input<string> | undefined;
}

/** The outputs of a DomainApplication: what the program set, and what the service or the provider added. */
export interface DomainApplicationOutputs extends pulumi.CustomResource {
  /**
   * A label to tell the project's domain applications apart.
   */
  readonly name: pulumi.Output<string>;

  /**
   * The program's part of the domain. No other domain application of the space may have the same.
   */
  readonly identifier: pulumi.Output<string>;

  /**
   * Take over a domain application that has this identifier already, and set it to the program's values, instead of failing. Fields that no answer shows keep their values where the program names none. Read only when the object is taken over: afterwards `adopt` changes nothing and can be left out.
   * Default: `false`.
   */
  readonly adopt: pulumi.Output<boolean | undefined>;

  /**
   * The part before the @ of the addresses that are taken. With `*`, every one is.
   * Default: `"*"`.
   */
  readonly user: pulumi.Output<string | undefined>;

  /**
   * Whether only the addresses of `ipAuth` may call.
   * Default: `false`.
   */
  readonly ipAuthEnabled: pulumi.Output<boolean | undefined>;

  /**
   * The IP addresses and blocks, in CIDR notation, from which calls are taken. Read only while `ipAuthEnabled` is true.
   * Default: `[]`.
   */
  readonly ipAuth: pulumi.Output<string[] | undefined>;

  /**
   * Whether connections must be encrypted, may be, or must not be.
   * Allowed values: `optional`, `required`, `forbidden`.
   * Default: `"optional"`.
   */
  readonly encryption: pulumi.Output<"optional" | "required" | "forbidden" | undefined>;

  /**
   * The codecs offered. An empty list goes back to the default.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `G729`, `VP8`, `H264`.
   * Default: `["PCMU", "PCMA"]`.
   */
  readonly codecs: pulumi.Output<("OPUS" | "G722" | "PCMU" | "PCMA" | "G729" | "VP8" | "H264")[] | undefined>;

  /**
   * The ciphers offered for encrypted media. An empty list goes back to the default.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: `["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80", "AES_CM_128_HMAC_SHA1_80", "AES_256_CM_HMAC_SHA1_32", "AES_CM_128_HMAC_SHA1_32"]`.
   */
  readonly ciphers: pulumi.Output<("AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32")[] | undefined>;

  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  readonly callHandler: pulumi.Output<"relay_topic" | "relay_application" | "relay_context" | "relay_script" | "laml_webhooks" | "laml_application" | "dialogflow" | "video_room" | "call_flow" | "ai_agent" | undefined>;

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
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
   * The URL that gets the status of a call.
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
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  readonly callLamlApplicationId: pulumi.Output<string | undefined>;

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  readonly callRelayTopic: pulumi.Output<string | undefined>;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  readonly callRelayContext: pulumi.Output<string | undefined>;

  /**
   * The Relay application that takes the call. Another name of `callRelayTopic`. No answer shows it.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  readonly callRelayApplication: pulumi.Output<string | undefined>;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  readonly callRelayTopicStatusCallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  readonly callRelayContextStatusCallbackUrl: pulumi.Output<string | undefined>;

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  readonly callRelayScriptUrl: pulumi.Output<string | undefined>;

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   */
  readonly callVideoRoomId: pulumi.Output<string | undefined>;

  /**
   * The Dialogflow agent that takes the call. No answer shows it.
   * Required when `callHandler` is `dialogflow`; read only then.
   */
  readonly callDialogflowAgentId: pulumi.Output<string | undefined>;

  /**
   * The call flow that takes the call. No answer shows it.
   * Required when `callHandler` is `call_flow`; read only then.
   */
  readonly callFlowId: pulumi.Output<string | undefined>;

  /**
   * The version of the call flow. No answer shows it.
   * Allowed values: `working_copy`, `current_deployed`.
   * Read only when `callHandler` is `call_flow`.
   */
  readonly callFlowVersion: pulumi.Output<"working_copy" | "current_deployed" | undefined>;

  /**
   * The AI agent that takes the call. No answer shows it.
   * Required when `callHandler` is `ai_agent`; read only then.
   */
  readonly callAiAgentId: pulumi.Output<string | undefined>;

  /**
   * Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent as they are and compared when the object is read. One that is taken away is sent once as null, for its default is not known.
   */
  readonly extra: pulumi.Output<{ [field: string]: unknown } | undefined>;

  /**
   * The domain to which the carrier sends calls: the name of the space and `identifier`.
   */
  readonly domain: pulumi.Output<string>;
}

/** Every property a DomainApplication can have. */
export const domainApplicationNames = ["name", "identifier", "adopt", "user", "ipAuthEnabled", "ipAuth", "encryption", "codecs", "ciphers", "callHandler", "callRequestUrl", "callRequestMethod", "callFallbackUrl", "callFallbackMethod", "callStatusCallbackUrl", "callStatusCallbackMethod", "callLamlApplicationId", "callRelayTopic", "callRelayContext", "callRelayApplication", "callRelayTopicStatusCallbackUrl", "callRelayContextStatusCallbackUrl", "callRelayScriptUrl", "callVideoRoomId", "callDialogflowAgentId", "callFlowId", "callFlowVersion", "callAiAgentId", "extra", "domain"] as const;

/** Arguments and outputs that are encrypted in state. */
export const domainApplicationSecrets = [] as const;

const TYPE = "pulumi-nodejs:dynamic/signalwire:DomainApplication";
const SHAPE: Shape = {
  type: TYPE,
  pluginType: "signalwire:index:DomainApplication",
  provider: "domainApplication",
  key: "identifier",
  deletesFirst: true,
  names: domainApplicationNames,
  secrets: domainApplicationSecrets,
};

/**
 * A SIP domain to which a carrier or a PBX sends calls. The call handler answers them. With IP authentication, only the listed addresses may call.
 *
 * Created, changed in place and deleted with the stack. An argument that is taken out of the program goes back to its default. A change of `identifier` moves the domain: calls to the old one fail at once.
 *
 * Set `ipAuthEnabled: true` and the carrier's addresses in `ipAuth`. Without them, anybody who knows the domain can send calls to it.
 *
 * An identifier that is taken fails the preview, or the `up` if look-ups are off. The error has the id of the object and lists the remedies. With `adopt: true`, the resource takes over the domain application that has the identifier.
 *
 * The service never returns `callRelayApplication`, `callDialogflowAgentId`, `callAiAgentId`, `callFlowId` and `callFlowVersion`. A change of one by hand cannot be noticed, and an export leaves it out.
 *
 * `DomainApplication.get(name, id)` reads a domain application without managing it. `id` is the domain application's identifier at the service, a UUID. `DomainApplication.getByIdentifier(name, identifier)` finds it by its identifier.
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
export class DomainApplication extends resourceWith<DomainApplicationOutputs>() {
  /** What policies recognise the class by. */
  static readonly __pulumiType = TYPE;

  /**
   * Looks up a domain application that this stack does not manage. Everything that the service returns is an output. It is read
   * again in each run and never changed.
   *
   * @param id - the domain application's identifier at the service, a UUID.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DomainApplication {
    return new DomainApplication(name, undefined as unknown as DomainApplicationArgs, { ...opts, id });
  }

  /**
   * Looks at the domain application with this `identifier`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  static getByIdentifier(name: string, identifier: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): DomainApplication {
    return DomainApplication.get(name, idByKey(SHAPE, identifier, opts), opts);
  }

  constructor(name: string, args: DomainApplicationArgs, opts?: pulumi.CustomResourceOptions) {
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

/** A domain application as the service shows it. */
export interface DomainApplicationResult {
  /** The domain application's id. */
  readonly id: string;

  /**
   * A label to tell the project's domain applications apart.
   */
  readonly name?: string | undefined;

  /**
   * The program's part of the domain. No other domain application of the space may have the same.
   */
  readonly identifier?: string | undefined;

  /**
   * The part before the @ of the addresses that are taken. With `*`, every one is.
   * Default: `"*"`.
   */
  readonly user?: string | undefined;

  /**
   * Whether only the addresses of `ipAuth` may call.
   * Default: `false`.
   */
  readonly ipAuthEnabled?: boolean | undefined;

  /**
   * The IP addresses and blocks, in CIDR notation, from which calls are taken. Read only while `ipAuthEnabled` is true.
   * Default: `[]`.
   */
  readonly ipAuth?: string[] | undefined;

  /**
   * Whether connections must be encrypted, may be, or must not be.
   * Allowed values: `optional`, `required`, `forbidden`.
   * Default: `"optional"`.
   */
  readonly encryption?: "optional" | "required" | "forbidden" | undefined;

  /**
   * The codecs offered. An empty list goes back to the default.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `G729`, `VP8`, `H264`.
   * Default: `["PCMU", "PCMA"]`.
   */
  readonly codecs?: ("OPUS" | "G722" | "PCMU" | "PCMA" | "G729" | "VP8" | "H264")[] | undefined;

  /**
   * The ciphers offered for encrypted media. An empty list goes back to the default.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: `["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80", "AES_CM_128_HMAC_SHA1_80", "AES_256_CM_HMAC_SHA1_32", "AES_CM_128_HMAC_SHA1_32"]`.
   */
  readonly ciphers?: ("AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32")[] | undefined;

  /**
   * Who answers calls to this domain. Each handler has fields of its own, which it needs.
   * Allowed values: `relay_topic`, `relay_application`, `relay_context`, `relay_script`, `laml_webhooks`, `laml_application`, `dialogflow`, `video_room`, `call_flow`, `ai_agent`.
   */
  readonly callHandler?: "relay_topic" | "relay_application" | "relay_context" | "relay_script" | "laml_webhooks" | "laml_application" | "dialogflow" | "video_room" | "call_flow" | "ai_agent" | undefined;

  /**
   * The LaML document fetched when a call comes in.
   * Required when `callHandler` is `laml_webhooks`; read only then.
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
   * The URL that gets the status of a call.
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
   * The LaML application that takes the call.
   * Required when `callHandler` is `laml_application`; read only then.
   */
  readonly callLamlApplicationId?: string | undefined;

  /**
   * The Relay topic that takes the call. `callRelayContext` and `callRelayApplication` are other names of it; if several are given, this one counts.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  readonly callRelayTopic?: string | undefined;

  /**
   * The Relay context that takes the call. An older name of `callRelayTopic`.
   * Required when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`; read only then.
   */
  readonly callRelayContext?: string | undefined;

  /**
   * The URL that gets the status of a call under a Relay topic.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  readonly callRelayTopicStatusCallbackUrl?: string | undefined;

  /**
   * The URL that gets the status of a call under a Relay context. An older name of `callRelayTopicStatusCallbackUrl`.
   * Read only when `callHandler` is `relay_topic` or `callHandler` is `relay_application` or `callHandler` is `relay_context`.
   */
  readonly callRelayContextStatusCallbackUrl?: string | undefined;

  /**
   * The SWML script that answers the call.
   * Required when `callHandler` is `relay_script`; read only then.
   */
  readonly callRelayScriptUrl?: string | undefined;

  /**
   * The video room that takes the call.
   * Required when `callHandler` is `video_room`; read only then.
   */
  readonly callVideoRoomId?: string | undefined;

  /**
   * The domain to which the carrier sends calls: the name of the space and `identifier`.
   */
  readonly domain: string;
}

/** Which domain applications `getDomainApplications` returns. */
export interface GetDomainApplicationsArgs {
  /** Only those that have this text in it. */
  readonly domain?: pulumi.Input<string> | undefined;

  /** Only those that have this text in it. */
  readonly name?: pulumi.Input<string> | undefined;
}

/**
 * Returns all domain applications of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 *
 * @example
 * ```typescript
 * import { getDomainApplications } from "pulumi-signalwire";
 *
 * export const ids = getDomainApplications().apply(({ domainApplications }) => domainApplications.map(({ id }) => id));
 * ```
 */
export function getDomainApplications(
  filters: GetDomainApplicationsArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly domainApplications: readonly DomainApplicationResult[] }> {
  return listed("DomainApplication", filters, opts);
}
