// `npm run pictures` draws the pictures of README and docs.

import { takeInspector } from "./pictures/inspector.ts";
import { drawPreview } from "./pictures/preview.ts";

await drawPreview();
await takeInspector();
