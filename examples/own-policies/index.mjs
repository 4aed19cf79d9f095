// A pack of our own rules; `startPack("our-phones", [...rules, ...ourRules])` would serve them beside those of the package.
//
//   pulumi preview --policy-pack own-policies
//
// The entry point is JavaScript, because that is what Pulumi starts; Node itself strips the types of what it imports.
import { startPack } from "pulumi-signalwire/policy";
import { frontDeskRings } from "./rules/front-desk-rings.ts";
import { knownHandlers } from "./rules/known-handlers.ts";
import { ourUsernames } from "./rules/our-usernames.ts";

startPack("our-phones", [ourUsernames, knownHandlers, frontDeskRings]);
