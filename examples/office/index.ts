import * as pulumi from "@pulumi/pulumi";
import { type Desk, Office } from "./office.ts";

const config = new pulumi.Config();

const office = new Office("main-line", {
  number: config.require("number"),
  desks: config.requireObject<Desk[]>("desks"),
  passwords: config.requireSecretObject("passwords"),
  domain: config.require("domain"),
  documents: config.require("documents"),
});

export const welcome = office.welcome;
