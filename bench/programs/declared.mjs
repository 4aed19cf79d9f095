// The same program with a declared provider: the plugin serves it.

import { Provider, SipEndpoint } from "pulumi-signalwire";
import { endpoints } from "./arguments.mjs";

const provider = new Provider("declared");
for (const { name, args } of endpoints) new SipEndpoint(name, args, { provider });
