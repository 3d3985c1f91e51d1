import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/**
 * Records how a process ended that could not be recorded in the database: one small file per process in the data folder,
 * written by its watchdog thread, by the process itself while it dies, or by the launcher (scripts/serve.js), which
 * uses the same format.
 */

const note = z.object({
	/** The process id as in `jobs.worker_id`. */
	processId: z.uuid(),
	/** `blocked`: the event loop was blocked, and may still be. `stopped`: shut down normally; no job is to blame. */
	reason: z.enum(["blocked", "frozen", "crashed", "stopped"]),
	/** False while the process may still be alive. */
	isOver: z.boolean(),
	/** The job to blame; null when it was a request, or unknown. */
	jobId: z.uuid().nullable(),
	/** The cause is known, whether a job or not: other jobs are not suspects. */
	isKnown: z.boolean(),
});
export type ExitNote = z.infer<typeof note>;

const folderOf = (dataDir: string): string => join(dataDir, "processes");

/** Path of a process's note. */
export function exitNotePath(dataDir: string, processId: string): string {
	return join(folderOf(dataDir), `${processId}.json`);
}

/** Writes synchronously: the process may be about to die. @throws when the disk is full */
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

/** All notes. Old and invalid files are deleted. */
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

/** Whether a note is so old that its process must be gone. */
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
