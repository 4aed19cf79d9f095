// Set-up of every test file: at its end, ends all processes that it started, grandchildren included.

import { afterAll } from "vitest";
import { endDescendants } from "../scripts/test/descendants.ts";

afterAll(endDescendants);
