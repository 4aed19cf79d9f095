// Resources in which every property holds a text that no message may contain.

import {
  argumentNames,
  type Resource,
  resourceNames,
  resources,
  returnedFields,
  toCamel,
} from "../../contract/index.ts";
import type { Kind } from "../../policy/index.ts";
import type { Sent } from "./analyzer.ts";
import { WEBHOOKS } from "./trials.ts";

/** Every property of every class, each with a text that no message may contain. */
export function canaries(): Sent[] {
  return resourceNames.flatMap((kind) =>
    [WEBHOOKS, { callHandler: "dialogflow", messageHandler: "laml_webhooks", onDestroy: "clear" }].map(
      (chosen, at) => ({
        kind,
        name: `${kind}-${at}`,
        args: {
          ...Object.fromEntries(propertiesOf(kind).map((name) => [name, canaryFor(name)])),
          ...("callHandler" in chosen && !kind.endsWith("Token") ? { ...chosen, ...urls(propertiesOf(kind)) } : {}),
        },
      }),
    ),
  );
}

function propertiesOf(kind: Kind): string[] {
  const resource: Resource = resources[kind];
  const outputs = returnedFields(resource).map(toCamel);
  return [...new Set([...argumentNames(resource), ...outputs, ...Object.keys(resource.addedOutputs ?? {})])];
}

function canaryFor(name: string): unknown {
  if (/^(ciphers|codecs|capabilities|defaultCiphers|defaultCodecs)$/.test(name))
    return ["AES_CM_128_HMAC_SHA1_32", "sms", "canary"];
  if (name === "expiresIn") return 99_999;
  if (name === "encryption" || name === "defaultEncryption") return "optional";
  if (name === "adopt") return true;
  return "canary";
}

function urls(names: readonly string[]): { [name: string]: string } {
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith("Url"))
      .map((name) => [name, "http://canary:canary@a.example/canary?canary#canary"]),
  );
}
