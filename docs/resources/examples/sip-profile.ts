import { SipProfile } from "pulumi-signalwire";

const profile = new SipProfile("profile", { defaultEncryption: "required", defaultCodecs: ["OPUS", "PCMU"] });
export const domain = profile.domain;
