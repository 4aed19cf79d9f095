// Loaded by every Node process that tests start, so that all accept the code that one of them compiled. Pulumi's SDK sets this flag of V8
// while it loads, and V8 refuses code that was compiled under other flags. The engine ends processes before Node would write theirs.
require("node:v8").setFlagsFromString("--allow-natives-syntax");
setTimeout(require("node:module").flushCompileCache, 700).unref();
