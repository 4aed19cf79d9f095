// A process of its own that obtains an engine, for tests of what several do at once.
import { obtainEngine } from "../../scripts/engine/obtain.ts";

const engine = await obtainEngine();
process.stdout.write(JSON.stringify({ command: engine.command, origin: engine.origin }));
