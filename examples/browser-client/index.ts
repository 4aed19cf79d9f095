// A number that rings a browser: whoever is connected as `reception`.

import * as pulumi from "@pulumi/pulumi";
import { ClientToken, PhoneNumber } from "pulumi-signalwire";

const config = new pulumi.Config();

const reception = new ClientToken("reception", {
  resourceName: "reception",
  expiresIn: config.getNumber("tokenMinutes") ?? 15,
});

const line = new PhoneNumber("line", {
  number: config.require("number"),
  name: "Reception",
  callHandler: "relay_verto_endpoint",
  callVertoResource: reception.resourceName,
  onDestroy: "restore",
});

export const number = line.number;
export const clientName = reception.resourceName;
// What the backend begins with; both are secrets.
export const clientToken = reception.jwtToken;
export const refreshToken = reception.refreshToken;
