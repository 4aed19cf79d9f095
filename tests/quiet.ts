// Fails a test that prints: only cli/ prints for users, and its tests read the output.

import { afterEach, beforeEach, expect, vi } from "vitest";

const METHODS = ["log", "info", "warn", "error", "debug"] as const;
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  for (const method of METHODS)
    vi.spyOn(console, method).mockImplementation((...values) => void printed.push(values.map(String).join(" ")));
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(printed, "a test must not print").toEqual([]);
});
