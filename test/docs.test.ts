import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { outdatedDocs } from "../scripts/docs.ts";

test("documents made from the source are up to date: otherwise run npm run docs", () => {
	expect(outdatedDocs(fileURLToPath(new URL("..", import.meta.url)))).toEqual([]);
});
