import { expect, test } from "vitest";
import { terraform } from "../../../cli/report/terraform.ts";
import { previewed, step } from "../preview/reports.ts";

test("GitLab's Terraform report counts a replacement twice", () => {
  const replacement = [step("create-replacement", "a"), step("replace", "a"), step("delete-replaced", "a")];
  const others = ["create", "update", "update", "delete"].map((op, at) => step(op, `other-${at}`));
  expect(JSON.parse(terraform(previewed([...replacement, ...others])))).toEqual({ create: 2, update: 2, delete: 2 });
});
