// The smallest cost in the engine for this number of resources and arguments: components, which need no provider.

import * as pulumi from "@pulumi/pulumi";
import { endpoints } from "./arguments.mjs";

for (const { name, args } of endpoints) new pulumi.ComponentResource("bench:index:Endpoint", name, args);
