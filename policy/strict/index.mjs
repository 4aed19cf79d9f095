import { start } from "../start.mjs";

start("strict");
