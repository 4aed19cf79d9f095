// Set-up of every test file: when the file is over, everything that it started ends, grandchildren too.

import { afterAll } from "vitest";
import { endDescendants } from "../scripts/test/descendants.ts";

afterAll(endDescendants);
