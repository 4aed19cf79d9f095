// A rule about two classes: it reads arguments by name.

import { resourceRule, texts } from "pulumi-signalwire/policy";

export const knownHandlers = resourceRule({
  name: "our-handlers",
  demands: "Calls are answered in one of the ways that our night shift knows.",
  because: "The engineer on call must be able to find out what answers a number.",
  remedy: "Choose one of the handlers of the option known.",
  severity: "medium",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: { known: texts(["laml_webhooks", "relay_script", "relay_sip_endpoint"], "The handlers we know.") },
  covers: ["SipEndpoint", "PhoneNumber"],

  *validate(resource, { known }) {
    const handler = resource.text("callHandler");
    // Handlers are the service's own words, so they are safe to print. Values from the program may be secret.
    if (handler !== undefined && !known.includes(handler))
      yield `callHandler is ${handler}, which the engineers on call do not know`;
  },
});
