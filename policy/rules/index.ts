import type { Rule } from "../rule.ts";
import { everyCallerIsReached } from "./callers.ts";
import { limitedLifetime, rotationOn, unguessableName } from "./client-token.ts";
import { closedIpAuth } from "./domain-application.ts";
import { handlerArguments } from "./handler.ts";
import { noWeakCiphers, requireEncryption, voiceCodec } from "./media.ts";
import { answerCalls, answerMessages, helpComes, keepSettings, named } from "./phone-number.ts";
import { publicHost } from "./public-host.ts";
import { destinations } from "./script.ts";
import { callerName, noAdoption, sender, strongPassword } from "./sip-endpoint.ts";
import { knownEndpoints } from "./stack.ts";
import { allowedHosts, httpsOnly, noCredentials, separateFallback, statusCallback } from "./webhook.ts";

export const rules: readonly Rule[] = [
  requireEncryption,
  noWeakCiphers,
  voiceCodec,
  strongPassword,
  sender,
  callerName,
  noAdoption,
  closedIpAuth,
  named,
  answerCalls,
  answerMessages,
  keepSettings,
  helpComes,
  limitedLifetime,
  rotationOn,
  unguessableName,
  httpsOnly,
  allowedHosts,
  publicHost,
  noCredentials,
  separateFallback,
  statusCallback,
  destinations,
  handlerArguments,
  knownEndpoints,
  everyCallerIsReached,
];
