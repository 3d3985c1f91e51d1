import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/**
 * How a process ended that could not say so in the database: a small file for each in the data folder, written by its
 * watchdog thread, by the process itself while it dies, or by the launcher (scripts/serve.js), which writes the same.
 */

const note = z.object({
	/** The process's own id, as in `jobs.runner`. */
	processId: z.uuid(),
	/** `blocked`: the event loop was blocked, and perhaps still is. `stopped`: told to stop; nobody is to blame. */
	reason: z.enum(["blocked", "frozen", "crashed", "stopped"]),
	/** False while the process may come back. */
	isOver: z.boolean(),
	/** The job to blame; null when a request is, or when it is not known. */
	jobId: z.uuid().nullable(),
	/** What blocked or crashed is known, be it a job or not: others are innocent. */
	isKnown: z.boolean(),
});
export type ExitNote = z.infer<typeof note>;

const folderOf = (dataDir: string): string => join(dataDir, "processes");

/** Where the note of a process lies. */
export function exitNotePath(dataDir: string, processId: string): string {
	return join(folderOf(dataDir), `${processId}.json`);
}

/** Writes synchronously: the process may have only a moment left. @throws when the disk is full */
export function writeExitNote(dataDir: string, given: ExitNote): void {
	const path = exitNotePath(dataDir, given.processId);
	mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
	writeFileSync(`${path}.new`, JSON.stringify(given), { mode: 0o600, flush: true });
	renameSync(`${path}.new`, path);
}

export function removeExitNote(dataDir: string, processId: string): void {
	rmSync(exitNotePath(dataDir, processId), { force: true });
}

const OLD_MS = 24 * 3_600_000;

/** All notes; those of long ago, and files that hold none, are deleted. */
export function readExitNotes(dataDir: string): ExitNote[] {
	const notes: ExitNote[] = [];
	for (const name of namesIn(folderOf(dataDir))) {
		if (!name.endsWith(".json")) continue;
		const path = join(folderOf(dataDir), name);
		const parsed = note.safeParse(readJson(path));
		if (parsed.success && !isOld(path)) notes.push(parsed.data);
		else rmSync(path, { force: true });
	}
	return notes;
}

/** A note of a block whose process ended without another word. */
function isOld(path: string): boolean {
	const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
	return Date.now() - mtimeMs > OLD_MS;
}

function readJson(path: string): unknown {
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch {
		return null;
	}
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
		throw cause;
	}
}
