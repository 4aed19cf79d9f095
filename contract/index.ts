// The contract: every fact about the API, for the provider, the server and whatever is generated from them.

export { type ArgumentsVerdict, judgeArguments } from "./arguments.ts";
export { toCamel, toSnake } from "./casing.ts";
export { clientToken, DEFAULT_LIFETIME, LONGEST_LIFETIME } from "./client-token.ts";
export {
  type PlainErrorBody,
  type Problem,
  type ProblemCode,
  plainErrorBody,
  type ValidationErrorBody,
  validationErrorBody,
} from "./errors.ts";
export { type Gap, type GapId, gaps } from "./gaps.ts";
export { type HandlerCase, type HandlerTable, ignoredFields, judgeHandlers } from "./handlers.ts";
export { type JudgeOptions, judge } from "./judge.ts";
export { phoneNumber } from "./phone-number.ts";
export {
  acceptedFields,
  aliasesOf,
  argumentFields,
  argumentName,
  type Body,
  type Default,
  type Field,
  isUnset,
  type JsonValue,
  type LocalField,
  type Operation,
  type OperationName,
  own,
  type Resource,
  requiredFields,
  returnedFields,
  type Scope,
  unsetForm,
} from "./resource.ts";
export { sipEndpoint } from "./sip-endpoint.ts";
export { sipProfile } from "./sip-profile.ts";
export { equivalent, type ValueType } from "./values.ts";
