// A browser for a test file, and pages that report errors.

import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished } from "vitest";
import { startBrowser } from "../../../scripts/browser.ts";

let browser: Browser;

/** A suite that needs a browser; skipped with the reason when there is none. */
export function describeWithBrowser(title: string, suite: () => void): void {
  const missing = inject("browserMissing");
  const declare = missing === undefined ? describe : describe.skip;
  declare(missing === undefined ? title : `${title} (skipped: ${missing})`, () => {
    beforeAll(async () => {
      browser = await startBrowser();
    });
    afterAll(() => browser?.close());
    suite();
  });
}

export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Waits until the page shows this text. White space counts as one blank. */
  sees(text: string | RegExp): Promise<void>;
  /** Waits until the page does not show it. */
  seesNo(text: string | RegExp): Promise<void>;
  click(name: string, role?: string): Promise<void>;
  /** Replaces the field's content. */
  fill(label: string, text: string): Promise<void>;
  /** Presses Tab until the focus is on an element whose name or text begins with this. */
  tabTo(name: string): Promise<void>;
  /** Returns what axe calls serious or critical: each rule with its elements. */
  seriousProblems(): Promise<readonly (readonly [rule: string, elements: readonly string[]])[]>;
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The name of the focused element. */
export const FOCUSED = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent";

/**
 * Opens a page for a new visitor. A test fails when the page's script fails or the browser refuses an action, unless `mayFail`.
 */
export async function open(url: string, { width = 1200, mayFail = false } = {}): Promise<Opened> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  onTestFinished(async () => {
    await context.close();
    if (!mayFail) expect(errors.filter((error) => !/Failed to load resource/.test(error))).toEqual([]);
  });
  page.setDefaultTimeout(POLLING.timeout);
  await page.setViewport({ width, height: 800 });
  await page.goto(url);
  const shown = () => page.evaluate("document.body.innerText.replace(/\\s+/g, ' ')") as Promise<string>;
  const named = (name: string, role: string) => `::-p-aria([name="${name}"][role="${role}"])`;
  return {
    page,
    context,
    sees: (text) => expect.poll(shown, POLLING).toMatch(text),
    seesNo: (text) => expect.poll(shown, POLLING).not.toMatch(text),
    click: (name, role = "button") => page.locator(named(name, role)).click(),
    fill: async (label, text) => {
      const field = await page.waitForSelector(`::-p-aria(${label})`);
      await field?.focus();
      await field?.evaluate((element) => (element as unknown as { select(): void }).select());
      await field?.press("Backspace");
      await field?.type(text);
    },
    tabTo: async (name) => {
      for (let tries = 0; !String(await page.evaluate(FOCUSED)).startsWith(name); tries += 1) {
        if (tries > 150) throw new Error(`No key leads to ${name}.`);
        await page.keyboard.press("Tab");
      }
    },
    seriousProblems: async () => {
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate("axe.run()")) as { violations: Violation[] };
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      return serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    },
  };
}

const POLLING = { timeout: 10_000 };
