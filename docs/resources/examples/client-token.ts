import { ClientToken } from "pulumi-signalwire";

const token = new ClientToken("alice", { resourceName: "alice", expiresIn: 60 });
export const jwt = token.jwtToken; // a secret output
export const validUntil = token.expiresAt;
