export * from "./generated/index.ts";
export { type IssueClientTokenArgs, type IssuedClientToken, issueClientToken } from "./issue-client-token.ts";
