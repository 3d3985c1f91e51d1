import { useSyncExternalStore } from "react";
import type { Account } from "#web/lib/accounts.ts";
import { ApiError, api } from "#web/lib/api.ts";

/** Bytes. Pieces start small, so that progress shows on slow lines, and grow while they go through quickly. */
const smallestPiece = 512 * 1024;
const largestPiece = 8 * 1024 * 1024;
/** Milliseconds that a piece should take at most; and the waits after a dropped connection. */
const quickPiece = 700;
const firstWait = 1000;
const longestWait = 30_000;

export type UploadPhase = "sending" | "waiting" | "paused" | "importing" | "failed";

/** One file on its way to the server. */
export interface Upload {
	/** Of this tab; the server has its own. */
	key: number;
	name: string;
	phase: UploadPhase;
	/** Bytes that the server has. */
	sent: number;
	/** Bytes. */
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

/** Leaving the page would break off the upload: the browser asks first. */
function warn(event: BeforeUnloadEvent): void {
	event.preventDefault();
}

function update(upload: Running, change: Partial<Upload>): void {
	upload.state = { ...upload.state, ...change };
	publish();
}

/** Uploads of this tab; they go on while other pages are shown. */
export function useUploads(): readonly Upload[] {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => snapshot,
	);
}

/** Sends a file and has it imported. @param onStarted called with the new account when the import begins */
export function startUpload(file: File, onStarted: (account: Account) => void): void {
	const key = nextKey++;
	const state: Upload = { key, name: file.name, phase: "sending", sent: 0, total: file.size, error: null };
	const upload: Running = { state, file, serverId: null, stop: new AbortController(), onStarted };
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

/** Goes on from what the server has, after a pause or a failure. */
export function resumeUpload(key: number): void {
	const upload = running.get(key);
	if (!upload || upload.state.phase === "sending") return;
	upload.stop.abort();
	upload.stop = new AbortController();
	update(upload, { phase: "sending", error: null });
	void run(upload);
}

/** Gives up; the server forgets what it has. */
export async function cancelUpload(key: number): Promise<void> {
	const upload = running.get(key);
	if (!upload) return;
	upload.stop.abort();
	running.delete(key);
	forget(upload.file);
	publish();
	if (upload.serverId !== null) await api.deleteUpload({ params: { id: upload.serverId } });
}

async function run(upload: Running): Promise<void> {
	const { signal } = upload.stop;
	let failures = 0;
	for (;;) {
		try {
			await sendRest(upload, signal, () => {
				failures = 0;
			});
			update(upload, { phase: "importing", error: null });
			const started = await api.importMbox({ query: { upload: upload.serverId ?? undefined } }, { signal });
			forget(upload.file);
			running.delete(upload.state.key);
			publish();
			upload.onStarted(started.account);
			return;
		} catch (error) {
			if (signal.aborted) return;
			const passing = error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
			// The server says where it stands when asked again; a request that broke off may still be ending there.
			const outOfStep = error instanceof ApiError && (error.code === "wrong-offset" || error.code === "upload-busy");
			const message = error instanceof Error ? error.message : "The upload failed.";
			if (!passing && !outOfStep) {
				forget(upload.file);
				update(upload, { phase: "failed", error: message });
				return;
			}
			// An unreachable server is what "waiting" means; another reason is worth saying.
			update(upload, { phase: "waiting", error: passing && error.status !== 0 ? message : null });
			await pause(Math.min(longestWait, firstWait * 2 ** failures++), signal);
			if (signal.aborted) return;
			update(upload, { phase: "sending" });
		}
	}
}

/** Sends from where the server stands to the end. */
async function sendRest(upload: Running, signal: AbortSignal, onProgress: () => void): Promise<void> {
	const { file } = upload;
	const standing = await standingOf(upload, signal);
	upload.serverId = standing.id;
	let offset = standing.offset;
	let size = smallestPiece;
	update(upload, { sent: offset });
	while (offset < file.size) {
		const began = performance.now();
		const answer = await api.appendUpload(
			{ params: { id: standing.id } },
			{
				signal,
				headers: { "upload-offset": String(offset), "content-type": "application/octet-stream" },
				bytes: file.slice(offset, offset + size),
			},
		);
		offset = answer.offset;
		update(upload, { sent: offset });
		onProgress();
		if (performance.now() - began < quickPiece) size = Math.min(largestPiece, size * 2);
	}
}

/** Finds the upload of the same file that was begun before, in this tab or before a reload, or begins one. */
async function standingOf(upload: Running, signal: AbortSignal): Promise<{ id: string; offset: number }> {
	const { file } = upload;
	const known = upload.serverId ?? localStorage.getItem(memoryKey(file));
	if (known !== null) {
		try {
			const standing = await api.getUpload({ params: { id: known } }, { signal });
			if (standing.sizeBytes === file.size) return standing;
		} catch (error) {
			if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 400)) throw error;
		}
	}
	const begun = await api.createUpload({ body: { filename: file.name, sizeBytes: file.size } }, { signal });
	localStorage.setItem(memoryKey(file), begun.id);
	return begun;
}

function memoryKey(file: File): string {
	return `upload:${file.name}:${file.size}:${file.lastModified}`;
}

function forget(file: File): void {
	localStorage.removeItem(memoryKey(file));
}

/** Waits, or less when the line comes back or the upload is stopped. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const go = () => {
			clearTimeout(timer);
			removeEventListener("online", go);
			resolve();
		};
		const timer = setTimeout(go, milliseconds);
		addEventListener("online", go, { once: true });
		signal.addEventListener("abort", go, { once: true });
	});
}
