// Finds the browser for the tests and for the pictures in docs/: CHROME_PATH, else npm's Chromium for Linux, else an installed
// Chrome.

import { access } from "node:fs/promises";
import puppeteer, { type Browser, type LaunchOptions } from "puppeteer-core";

/** Starts a browser. Rejects with instructions for installing one when none is found. */
export async function startBrowser(): Promise<Browser> {
  try {
    // Keeps origins apart, like an ordinary browser. Containers do not support the sandbox.
    return await puppeteer.launch({
      ...(await whichBrowser()),
      args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"],
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : error;
    throw new Error(`No browser can be started (${reason}). Install Chrome, or name one: CHROME_PATH=/path/to/chrome`);
  }
}

async function whichBrowser(): Promise<LaunchOptions> {
  const path = process.env.CHROME_PATH;
  if (path !== undefined && path !== "") {
    await access(path);
    return { executablePath: path };
  }
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" };
  const { default: chromium } = await import("@sparticuz/chromium");
  return { executablePath: await chromium.executablePath(), headless: "shell" };
}
