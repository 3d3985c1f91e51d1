import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { outdatedDocs } from "../scripts/docs.ts";
import { checkFolders } from "../scripts/folders.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const NOTES = readdirSync(path.join(root, "docs/decisions")).sort();
/** Lines that fit a page, at 125 columns. */
const PAGE = 64;

test.each<[file: string, lines: number]>([
	["README.md", 60],
	["ARCHITECTURE.md", 120],
	["CHANGELOG.md", 30],
	...NOTES.map((note): [string, number] => [`docs/decisions/${note}`, PAGE]),
])("%s has at most %i lines", (file, lines) => {
	expect(readFileSync(path.join(root, file), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(lines);
});

test("decision notes are numbered without holes", () => {
	expect(NOTES.map((note) => Number(note.slice(0, 4)))).toEqual(NOTES.map((_, index) => index + 1));
});

test("documents made from the source are up to date: otherwise run npm run docs", () => {
	expect(outdatedDocs(root)).toEqual([]);
});

test("a folder that does not say what it holds is reported", async () => {
	const folder = await mkdtemp(path.join(tmpdir(), "folders-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const readmes = {
		"src/server": "Serves.",
		"src/server/mail": "Mail.",
		"src/server/mail/sync": null,
		"src/web/lib": "",
	};
	for (const [name, text] of Object.entries(readmes)) {
		await mkdir(path.join(folder, name), { recursive: true });
		await writeFile(path.join(folder, name, "one.ts"), "");
		if (text !== null) await writeFile(path.join(folder, name, "README.md"), `# Title\n\n${text}\n`);
	}
	const named = checkFolders(folder).map((problem) => problem.split(" ")[0]);
	expect(named).toEqual(["src/web/lib", "src/server/mail/sync"]);
});
