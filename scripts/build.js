// npm run build: builds only the web app, for images and tests.
import { ensureBuilt, ensureInstalled } from "./setup.js";

ensureInstalled();
await ensureBuilt();
