// The program under test: a desk, the number that rings it, and a browser token.

import type * as pulumi from "@pulumi/pulumi";
import { ClientToken, PhoneNumber, SipEndpoint } from "pulumi-signalwire";

export interface OfficeArgs {
  readonly number: pulumi.Input<string>;
  /** The address of the script that answers when the desk does not. */
  readonly scriptUrl: pulumi.Input<string>;
  readonly password: pulumi.Input<string>;
}

export function office({ number, scriptUrl, password }: OfficeArgs) {
  const desk = new SipEndpoint("desk", {
    username: "front-desk",
    password,
    callHandler: "relay_script",
    callRelayScriptUrl: scriptUrl,
  });
  const line = new PhoneNumber("line", {
    number,
    name: "Main line",
    callHandler: "relay_sip_endpoint",
    callSipEndpointId: desk.id,
    onDestroy: "restore",
  });
  const browser = new ClientToken("browser", { resource: "reception", expiresIn: 60 });
  return { deskId: desk.id, capabilities: line.capabilities, jwt: browser.jwtToken };
}
