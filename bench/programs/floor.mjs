// The least the engine can do with as many resources of the same arguments: register components, which no provider is asked about.

import * as pulumi from "@pulumi/pulumi";
import { endpoints } from "./arguments.mjs";

for (const { name, args } of endpoints) new pulumi.ComponentResource("bench:index:Endpoint", name, args);
