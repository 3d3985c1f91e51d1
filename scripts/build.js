// npm run build: the web app alone, for images and for tests.
import { ensureBuilt, ensureInstalled } from "./setup.js";

ensureInstalled();
await ensureBuilt();
