// The same program with this package.

import { SipEndpoint } from "pulumi-signalwire";
import { endpoints } from "./arguments.mjs";

for (const { name, args } of endpoints) new SipEndpoint(name, args);
