export * from "./generated/index.ts";
export {
  type IssueClientTokenArgs,
  type IssuedClientToken,
  issueClientToken,
  type RefreshClientTokenArgs,
  refreshClientToken,
} from "./issue-client-token.ts";
export type { Expectation } from "./types.ts";
