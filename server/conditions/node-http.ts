/** Node's HTTP. Importing node:http calls its getters, which load Node's own fetch: 70 ms at each start. */
export const nodeHttp = process.getBuiltinModule("node:http");
