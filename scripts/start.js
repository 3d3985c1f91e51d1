// npm start: installs, builds and serves, each only when needed.
import { serve } from "./serve.js";
import { ensureBuilt, ensureInstalled, findNode } from "./setup.js";

ensureInstalled();
await ensureBuilt();
serve(findNode());
