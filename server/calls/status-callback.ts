// The steps of a status callback. The page in the browser reads this file too.

import { roleOf } from "../../contract/names.ts";

/** True for a request to a status callback and its result: neither affects the outcome. */
export function isStatus({ field }: { readonly field?: string | undefined }): boolean {
  return field !== undefined && roleOf(field) === "status";
}
