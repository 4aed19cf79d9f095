import { PhoneNumber, SipEndpoint } from "pulumi-signalwire";

const desk = SipEndpoint.get("desk", "3fa85f64-5717-4562-b3fc-2c963f66afa6");
const support = new PhoneNumber("support", {
  number: "+12025550101",
  name: "Support line",
  callHandler: "relay_sip_endpoint",
  callSipEndpointId: desk.id,
});
export const capabilities = support.capabilities;
