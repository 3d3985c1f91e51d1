import { useSyncExternalStore } from "react";
import { ApiError, api } from "#web/lib/api/api.ts";
import { deviceStorage } from "#web/lib/base/device-storage.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { t } from "./text.ts";
import { transfer } from "./transfer.ts";

/** `refused`: the server rejects this file; a retry would not help. */
export type UploadPhase = "sending" | "waiting" | "paused" | "importing" | "failed" | "refused";

/** One upload. */
export interface Upload {
	/** Unique in this tab; the server uses its own id. */
	key: number;
	name: string;
	phase: UploadPhase;
	/** Bytes received by the server. */
	sent: number;
	/** Total bytes. */
	total: number;
	/** Why it waits or failed. */
	error: string | null;
}

interface Running {
	state: Upload;
	file: File;
	serverId: string | null;
	stop: AbortController;
	onStarted: (account: Account) => void;
}

/** Status codes of a rejected file: too large, not a mail file, not readable as one. */
const refusals: ReadonlySet<number> = new Set([413, 415, 422]);

const running = new Map<number, Running>();
const listeners = new Set<() => void>();
let snapshot: readonly Upload[] = [];
let nextKey = 1;

function publish(): void {
	snapshot = [...running.values()].map(({ state }) => state);
	if (snapshot.some(({ phase }) => phase === "sending" || phase === "waiting")) addEventListener("beforeunload", warn);
	else removeEventListener("beforeunload", warn);
	for (const listener of listeners) listener();
}

/** Leaving the page would interrupt the upload: the browser asks first. */
function warn(event: BeforeUnloadEvent): void {
	event.preventDefault();
}

function update(upload: Running, change: Partial<Upload>): void {
	upload.state = { ...upload.state, ...change };
	publish();
}

/** Uploads of this tab; they continue while other pages are shown. */
export function useUploads(): readonly Upload[] {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => snapshot,
	);
}

/**
 * Uploads a file and imports it. Resumes an upload of the same file that a reload interrupted.
 * @param onStarted called with the new account when the import starts
 */
export function startUpload(file: File, onStarted: (account: Account) => void): void {
	const same = [...running.values()].find((upload) => memoryKey(upload.file) === memoryKey(file));
	if (same) {
		resumeUpload(same.state.key);
		return;
	}
	const key = nextKey++;
	const state: Upload = { key, name: file.name, phase: "sending", sent: 0, total: file.size, error: null };
	const serverId = deviceStorage.getItem(memoryKey(file));
	const upload: Running = { state, file, serverId, stop: new AbortController(), onStarted };
	running.set(key, upload);
	publish();
	void run(upload);
}

export function pauseUpload(key: number): void {
	const upload = running.get(key);
	if (!upload) return;
	upload.stop.abort();
	update(upload, { phase: "paused", error: null });
}

/** Resumes from the server's offset after a pause or a failure. */
export function resumeUpload(key: number): void {
	const upload = running.get(key);
	if (!upload || upload.state.phase === "sending" || upload.state.phase === "importing") return;
	upload.stop.abort();
	upload.stop = new AbortController();
	update(upload, { phase: "sending", error: null });
	void run(upload);
}

/** Cancels the upload; the server deletes what it has received. */
export async function cancelUpload(key: number): Promise<void> {
	const upload = running.get(key);
	if (!upload) return;
	upload.stop.abort();
	running.delete(key);
	deviceStorage.removeItem(memoryKey(upload.file));
	publish();
	if (upload.serverId !== null) await api.deleteUpload({ params: { id: upload.serverId } });
}

async function run(upload: Running): Promise<void> {
	const { file } = upload;
	const { signal } = upload.stop;
	try {
		const id = await transfer(api, {
			file,
			known: upload.serverId,
			signal,
			onProgress(id, sent) {
				upload.serverId = id;
				deviceStorage.setItem(memoryKey(file), id);
				update(upload, { phase: "sending", sent, error: null });
			},
			onWaiting: (reason) => update(upload, { phase: "waiting", error: reason }),
		});
		update(upload, { phase: "importing" });
		const { account } = await api.importMbox({ query: { upload: id } }, { signal });
		running.delete(upload.state.key);
		publish();
		upload.onStarted(account);
	} catch (error) {
		if (signal.aborted) return;
		const refused = error instanceof ApiError && refusals.has(error.status);
		update(upload, {
			phase: refused ? "refused" : "failed",
			error: error instanceof Error ? error.message : t.uploads.theUploadFailed,
		});
		return;
	}
	deviceStorage.removeItem(memoryKey(file));
}

/** Storage key: files with the same name, size and modification time count as the same file. */
function memoryKey(file: File): string {
	return `upload:${file.name}:${file.size}:${file.lastModified}`;
}
