// The resources that every contestant's program declares. With BENCH_CHANGED, every tenth endpoint forwards calls elsewhere.

import * as pulumi from "@pulumi/pulumi";

export const endpoints = Array.from({ length: Number(process.env.BENCH_N) }, (_, at) => ({
  name: `desk-${at}`,
  args: {
    username: `desk-${at}`,
    password: pulumi.secret(`vivid-otter-lunar-canyon-brisk-${at}`),
    callerId: process.env.BENCH_CHANGED === "1" && at % 10 === 0 ? "Reception" : "Front desk",
    encryption: "required",
    callHandler: "relay_script",
    callRelayScriptUrl: "https://example.com/after-hours.json",
  },
}));
