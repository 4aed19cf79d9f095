const { NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;

/** The variables by which the processes of all tests share compiled code (vitest.config.ts). */
export const compiled = { NODE_COMPILE_CACHE, NODE_OPTIONS };
