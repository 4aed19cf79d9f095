// Exports every fact about the API, for the provider, the server and the generators.

export * from "./arguments.ts";
export * from "./body.ts";
export * from "./calling.ts";
export * from "./display.ts";
export * from "./engine.ts";
export * from "./errors.ts";
export * from "./evidence.ts";
export * from "./extra.ts";
export * from "./gaps.ts";
export { type HandlerTable, ignoredFields, targetFields, validateHandlers } from "./handlers.ts";
export * from "./names.ts";
export type * from "./operation.ts";
export * from "./recorded.ts";
export * from "./resource.ts";
export { DEFAULT_LIFETIME, type IssuedClientToken } from "./resources/client-token.ts";
export * from "./resources/index.ts";
export { SUBSCRIBER_LIFETIME } from "./resources/subscriber-token.ts";
export * from "./resources.ts";
export * from "./secret-values.ts";
export * from "./text/echoes.ts";
export * from "./text/secrets.ts";
export * from "./type-tokens.ts";
export { equivalent, isLoopback, type ValueType } from "./values.ts";
export { readXml, type XmlElement } from "./xml.ts";
