import * as pulumi from "@pulumi/pulumi";
import { officeHours } from "./office-hours.ts";

const config = new pulumi.Config();

export const { menuUrl } = officeHours({
  number: config.require("number"),
  mobile: config.require("mobile"),
  holidays: config.requireObject<string[]>("holidays"),
  password: config.requireSecret("password"),
});
