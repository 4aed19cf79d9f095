import type { Rule } from "../rule.ts";
import { limitedLifetime } from "./client-token/limited-lifetime.ts";
import { rotationOn } from "./client-token/rotation-on.ts";
import { unguessableName } from "./client-token/unguessable-name.ts";
import { closedIpAuth } from "./domain-application/closed-ip-auth.ts";
import { encryptedDomain } from "./domain-application/require-encryption.ts";
import { completeHandler } from "./handler/complete-handler.ts";
import { noIgnoredArguments } from "./handler/no-ignored-arguments.ts";
import { oneNameAValue } from "./handler/one-name-a-value.ts";
import { answerCalls } from "./phone-number/answer-calls.ts";
import { answerMessages } from "./phone-number/answer-messages.ts";
import { emergencyAddress } from "./phone-number/emergency-address.ts";
import { keepSettings } from "./phone-number/keep-settings.ts";
import { named } from "./phone-number/named.ts";
import { callerId } from "./sip-endpoint/caller-id.ts";
import { fixedSendAs } from "./sip-endpoint/fixed-send-as.ts";
import { honestCallerId } from "./sip-endpoint/honest-caller-id.ts";
import { noAdoption } from "./sip-endpoint/no-adoption.ts";
import { noWeakCiphers } from "./sip-endpoint/no-weak-ciphers.ts";
import { plausibleSendAs } from "./sip-endpoint/plausible-send-as.ts";
import { requireEncryption } from "./sip-endpoint/require-encryption.ts";
import { strongPassword } from "./sip-endpoint/strong-password.ts";
import { voiceCodec } from "./sip-endpoint/voice-codec.ts";
import { endpointCount } from "./stack/endpoint-count.ts";
import { knownEndpoints } from "./stack/known-endpoints.ts";
import { knownSendAs } from "./stack/known-send-as.ts";
import { noCallLoops } from "./stack/no-call-loops.ts";
import { oneResourceANumber } from "./stack/one-resource-a-number.ts";
import { uniqueUsernames } from "./stack/unique-usernames.ts";
import { allowedHosts } from "./webhook/allowed-hosts.ts";
import { httpsOnly } from "./webhook/https-only.ts";
import { namedMethod } from "./webhook/named-method.ts";
import { noCredentials } from "./webhook/no-credentials.ts";
import { publicHost } from "./webhook/public-host.ts";
import { separateFallback } from "./webhook/separate-fallback.ts";
import { statusCallback } from "./webhook/status-callback.ts";

export const rules: readonly Rule[] = [
  requireEncryption,
  noWeakCiphers,
  voiceCodec,
  strongPassword,
  fixedSendAs,
  plausibleSendAs,
  callerId,
  honestCallerId,
  noAdoption,
  closedIpAuth,
  encryptedDomain,
  named,
  answerCalls,
  answerMessages,
  keepSettings,
  emergencyAddress,
  limitedLifetime,
  rotationOn,
  unguessableName,
  httpsOnly,
  allowedHosts,
  publicHost,
  noCredentials,
  separateFallback,
  statusCallback,
  namedMethod,
  completeHandler,
  noIgnoredArguments,
  oneNameAValue,
  uniqueUsernames,
  oneResourceANumber,
  knownEndpoints,
  knownSendAs,
  endpointCount,
  noCallLoops,
];
