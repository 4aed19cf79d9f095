// Where the engine starts the pack. Plain JavaScript, because Node does not strip types inside node_modules.
import { startPack } from "../dist/policy/index.js";

startPack();
