import { mkdtemp } from "node:fs/promises";
import { benchHostile } from "./hostile/hostile.ts";

await benchHostile(await mkdtemp("/tmp/hb-"));
