// `npm run pictures` takes the pictures of README and docs.

import { startBrowser } from "./browser.ts";
import { takeInspector } from "./pictures/inspector.ts";
import { takePreview } from "./pictures/preview.ts";

const browser = await startBrowser();
await takePreview(browser);
await takeInspector(browser);
await browser.close();
