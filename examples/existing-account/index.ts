// Written from the account by `pulumi-signalwire export`. The first `pulumi up` takes everything over as it is and writes
// nothing to the service; after it, `adopt` has no effect. Neither `pulumi up` nor `pulumi destroy` deletes a
// resource with `protect: true`, and phone numbers are never released.

import * as pulumi from "@pulumi/pulumi";
import { PhoneNumber, SipEndpoint, SipProfile } from "pulumi-signalwire";

const config = new pulumi.Config();

const profile = new SipProfile("profile", {
  domainIdentifier: "office",
  defaultCodecs: ["OPUS", "G722", "PCMU", "PCMA"],
  extra: {
    default_outbound_policy: "passthrough",
  },
});

const door = new SipEndpoint(
  "door",
  {
    username: "door",
    adopt: true,
    callHandler: "relay_script",
    callRelayScriptUrl: config.requireSecret("doorCallRelayScriptUrl"),
  },
  { protect: true },
);

const frontDesk = new SipEndpoint(
  "front-desk",
  {
    username: "front-desk",
    adopt: true,
    callerId: "Front desk",
    encryption: "required",
    callHandler: "relay_script",
    callRelayScriptUrl: "https://phones.example.com/after-hours.json",
  },
  { protect: true },
);

const workshop = new SipEndpoint(
  "workshop",
  {
    username: "workshop",
    adopt: true,
    codecs: ["OPUS", "PCMU"],
  },
  { protect: true },
);

const mainLine = new PhoneNumber("main-line", {
  number: "+12025550101",
  name: "Main line",
  callHandler: "relay_sip_endpoint",
  callSipEndpointId: frontDesk.id,
  messageHandler: "laml_webhooks",
  messageRequestUrl: "https://phones.example.com/messages",
});

const sales = new PhoneNumber("sales", {
  number: "+12025550102",
  name: "Sales",
  callHandler: "relay_application",
  callRelayApplication: "sales",
});
