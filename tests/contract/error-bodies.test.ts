// How failures look on the wire, with bodies written by hand.

import { describe, expect, it } from "vitest";
import { plainErrorBody, validationErrorBody } from "../../contract/index.ts";

describe("the body of a 422", () => {
  it.each([
    [{ errors: [{ detail: "username is required", status: "422", title: "Invalid Attribute", code: "422" }] }],
    [{ errors: [{ detail: null, status: "422", title: "Invalid Attribute", code: "422" }] }],
    [{ errors: [] }],
  ])("may be %j", (body) => {
    expect(validationErrorBody.safeParse(body).success).toBe(true);
  });

  it.each([
    [{ error: "Unauthorized" }],
    [{ errors: "username is required" }],
    [{ errors: [{ detail: "x" }] }],
    [{ errors: [{ detail: "x", status: 422, title: "y", code: 422 }] }],
    [[]],
    [null],
  ])("is not %j", (body) => {
    expect(validationErrorBody.safeParse(body).success).toBe(false);
  });
});

describe("the body of any other failure", () => {
  it("is one text", () => {
    expect(plainErrorBody.safeParse({ error: "Not Found" }).success).toBe(true);
  });

  it.each([[{}], [{ error: 404 }], ["Not Found"]])("is not %j", (body) => {
    expect(plainErrorBody.safeParse(body).success).toBe(false);
  });
});
