// Exports every fact about the API, for the provider, the server and the generators.

export { handlerless, validateArguments } from "./arguments.ts";
export { answerForm, flatForm, listsOf, nameInBody, receivedForm, sentForm, validateBody } from "./body.ts";
export {
  isUnknown,
  nameInProgram,
  type Props,
  SECRET_MARK,
  typesInProgram,
  UNKNOWN,
  withoutSecrets,
} from "./engine.ts";
export {
  fabricErrorBody,
  lamlErrorBody,
  notFoundBody,
  type Problem,
  SignalWireError,
  validationErrorBody,
} from "./errors.ts";
export { isExtraField, isSameSetting, json, knownExtraFields } from "./extra.ts";
export { type GapId, gaps } from "./gaps.ts";
export { type HandlerTable, ignoredFields, roleOf, targetFields } from "./handlers.ts";
export type { Dialect, Lists, Operation, OperationName, Scope } from "./operation.ts";
export {
  BASELINE,
  CLEARED,
  CURRENT,
  DRIFT,
  type DriftFindings,
  FOUND,
  NORMALISED,
  PROJECT,
  RECORDS,
  type ReadFailure,
  SCHEMA_VERSION_NAME,
  type UnwatchedChange,
  withRecords,
  withRecordsHidden,
} from "./recorded.ts";
export {
  type Assigned,
  acceptedFields,
  aliasesOf,
  argumentFields,
  argumentNames,
  type Body,
  type Example,
  type ExampleValue,
  type Field,
  type Gap,
  isGiven,
  isSingle,
  isUnset,
  type JsonValue,
  keyOf,
  type LocalField,
  own,
  PAGE_SIZE,
  type Probe,
  type Resource,
  requiredFields,
  returnedFields,
  scopesOf,
  scopeWords,
  unsetForm,
} from "./resource.ts";
export { DEFAULT_LIFETIME, type IssuedClientToken } from "./resources/client-token.ts";
export * from "./resources/index.ts";
export {
  assignersOf,
  dynamicType,
  type HostedResource,
  hostedResources,
  lookUpArgument,
  parentOf,
  pluginToken,
  resourceNames,
  resourceOfType,
  rung,
  targeted,
} from "./resources.ts";
export { isSecretField, isSecretValue, secretsOf } from "./secret-values.ts";
export { hideSecrets } from "./text/echoes.ts";
export { byLikeness, namesLike, plural, toCamel, toSnake, withArticle } from "./text/names.ts";
export { holdsSecret, inLatin, isSecretName, masked, SECRET, secretsIn, UUID } from "./text/secrets.ts";
export {
  type Change,
  clip,
  formatValue,
  listed,
  literalPattern,
  matchesPattern,
  number,
  parsedJson,
  type ShownChange,
  showChange,
  visible,
  wrapped,
} from "./text/text.ts";
export { equivalent, isLoopback, type ValueType } from "./values.ts";
export { type Target, type Way, waysOf } from "./ways.ts";
