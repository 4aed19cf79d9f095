import { start } from "./start.mjs";

start("baseline");
