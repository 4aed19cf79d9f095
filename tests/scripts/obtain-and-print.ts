// Obtains an engine in a separate process, for tests of simultaneous processes.
import { obtainEngine } from "../../scripts/engine/obtain.ts";

const engine = await obtainEngine();
process.stdout.write(JSON.stringify({ command: engine.command, origin: engine.origin }));
