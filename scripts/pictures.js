// npm run pictures: retakes the screenshots on the front page and in the README.
import { need } from "./needs.js";
import { ensureBuilt, ensureInstalled, findNode, run, stop } from "./setup.js";

ensureInstalled();
const chromium = need("chromium");
if (chromium === null) stop("The pictures are taken in Chromium. Install it, or set CHROMIUM to its path.");
await ensureBuilt();
process.exit(
	await run(findNode(), ["--disable-warning=ExperimentalWarning", "e2e/pictures.ts"], { CHROMIUM: chromium }),
);
