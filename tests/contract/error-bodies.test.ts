// The bodies of failures, written by hand.

import { describe, expect, it } from "vitest";
import { notFoundBody, validationErrorBody } from "../../contract/index.ts";

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

describe("the body by which the API says that an object is gone", () => {
  it("is one text", () => {
    expect(notFoundBody.safeParse({ error: "Not Found" }).success).toBe(true);
  });

  it.each([
    [{}],
    [{ error: 404 }],
    [{ error: "not found" }],
    [{ error: "no healthy upstream" }],
    ["Not Found"],
    // Spring, Rails, and a gateway.
    [{ timestamp: "2026-11-22T10:00:00.000+00:00", status: 404, error: "Not Found", path: "/api" }],
    [{ status: 404, error: "Not Found" }],
    [{ message: "no Route matched with those values" }],
  ])("is not %j", (body) => {
    expect(notFoundBody.safeParse(body).success).toBe(false);
  });
});
