import { DomainApplication } from "pulumi-signalwire";

const carrier = new DomainApplication("carrier", {
  name: "Carrier",
  identifier: "carrier",
  ipAuthEnabled: true,
  ipAuth: ["203.0.113.5", "198.51.100.0/24"],
  encryption: "required",
  callHandler: "relay_script",
  callRelayScriptUrl: "https://example.com/menu.json",
});
export const domain = carrier.domain;
