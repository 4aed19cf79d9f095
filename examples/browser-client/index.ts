// A number that rings a browser: the client that is connected as `reception`. A subscriber connects with the Browser SDK 3.

import * as pulumi from "@pulumi/pulumi";
import { ClientToken, PhoneNumber, SubscriberToken } from "pulumi-signalwire";

const config = new pulumi.Config();

const reception = new ClientToken("reception", {
  resource: "reception",
  expiresIn: config.getNumber("tokenMinutes") ?? 15,
});

const subscriber = new SubscriberToken("subscriber", { reference: "reception" });

const line = new PhoneNumber("line", {
  number: config.require("number"),
  name: "Reception",
  callHandler: "relay_verto_endpoint",
  callVertoResource: reception.resource,
  onDestroy: "restore",
});

export const number = line.number;
export const clientName = reception.resource;
// The backend starts with these values; all are secret.
export const clientToken = reception.jwtToken;
export const refreshToken = reception.refreshToken;
export const subscriberToken = subscriber.token;
