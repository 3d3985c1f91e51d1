import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { isDamage as isFileDamaged } from "./damage.ts";
import { type IndexChange, IndexFile, type OpenedFile, OtherVersion } from "./index-file.ts";
import { all, count, countEach, endOfWindow, hasBeginning, newest, newestAndCount, readWords } from "./index-reads.ts";

/** Runs the index of the embedded database in this thread. Searches go before changes. */

const { path } = workerData as { path: string };

/** What can be asked of the index. Searches, which change nothing, may overtake changes. */
const reads = {
	newest: (...args: Parameters<Tail<typeof newest>>) => newest(file(), ...args),
	count: (...args: Parameters<Tail<typeof count>>) => count(file(), ...args),
	newestAndCount: (...args: Parameters<Tail<typeof newestAndCount>>) => newestAndCount(file(), ...args),
	all: (...args: Parameters<Tail<typeof all>>) => all(file(), ...args),
	endOfWindow: (...args: Parameters<Tail<typeof endOfWindow>>) => endOfWindow(file(), ...args),
	countEach: (...args: Parameters<Tail<typeof countEach>>) => countEach(file(), ...args),
	hasBeginning: (...args: Parameters<Tail<typeof hasBeginning>>) => hasBeginning(file(), ...args),
	readWords: (...args: Parameters<Tail<typeof readWords>>) => readWords(file(), ...args),
};
const changes = {
	/** @param isNew discards the file */
	open(isNew: boolean): OpenedFile {
		opened?.close();
		opened = null;
		if (isNew) for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		opened = new IndexFile(path);
		return opened.state();
	},
	apply: (list: readonly IndexChange[]) => file().apply(list),
	reset: (databaseId: string, position: number) => file().reset(databaseId, position),
	state: () => file().state(),
	damaged: () => file().damaged(),
	missing: (accountId: string, ids: readonly string[]) => file().account(accountId)?.missing(ids) ?? [...ids],
	list: (accountId: string, after: string | null, limit: number) => file().account(accountId)?.list(after, limit) ?? [],
	optimize: () => file().optimize(),
	flush: () => file().flush(),
	close(): void {
		opened?.close();
		opened = null;
		parentPort?.close();
	},
};

type Tail<F> = F extends (first: IndexFile, ...rest: infer R) => infer T ? (...rest: R) => T : never;

/** Functions that the worker serves. */
export type IndexOperations = typeof reads & typeof changes;

export interface IndexRequest {
	id: number;
	operation: keyof IndexOperations;
	args: unknown[];
}

export interface IndexReply {
	id: number;
	result?: unknown;
	failure?: { message: string; isDamaged: boolean };
}

let opened: IndexFile | null = null;

function file(): IndexFile {
	if (opened === null) throw new Error("The search index is not open");
	return opened;
}

const waitingReads: IndexRequest[] = [];
const waitingChanges: IndexRequest[] = [];
let isScheduled = false;

parentPort?.on("message", (request: IndexRequest) => {
	(request.operation in reads ? waitingReads : waitingChanges).push(request);
	schedule();
});

function schedule(): void {
	if (isScheduled) return;
	isScheduled = true;
	setImmediate(runNext);
}

function runNext(): void {
	isScheduled = false;
	// One at a time, so that searches that have arrived meanwhile are received before the next change.
	const request = waitingReads.shift() ?? waitingChanges.shift();
	if (request === undefined) return;
	parentPort?.postMessage(answer(request));
	if (waitingReads.length + waitingChanges.length > 0) schedule();
}

function answer({ id, operation, args }: IndexRequest): IndexReply {
	try {
		const run = ({ ...reads, ...changes } as Record<string, (...args: unknown[]) => unknown>)[operation];
		return { id, result: run?.(...args) };
	} catch (cause) {
		const message = cause instanceof Error ? cause.message : String(cause);
		return { id, failure: { message, isDamaged: isDamage(cause, operation in reads) } };
	}
}

const SQLITE_ERROR = 1;
const SQLITE_CONSTRAINT = 19;

/** Extended result codes have the primary one in their lowest byte. A change fails like this when tables are missing. */
function isDamage(cause: unknown, isRead: boolean): boolean {
	if (cause instanceof OtherVersion) return true;
	if (isFileDamaged(cause)) return true;
	const code = ((cause as { errcode?: number }).errcode ?? 0) & 0xff;
	return !isRead && (code === SQLITE_ERROR || code === SQLITE_CONSTRAINT);
}
