import { ApiError } from "#shared/client.ts";
import type { api } from "#web/lib/api/api.ts";

/** Bytes. Chunks start small, so that progress shows on slow connections, and grow while they are fast. */
const smallestPiece = 512 * 1024;
const largestPiece = 8 * 1024 * 1024;
/** Target milliseconds per chunk; and the delays after a dropped connection. */
const quickPiece = 700;
const initialDelay = 1000;
const longestWait = 30_000;

export interface Transfer {
	file: Blob & { name: string };
	/** The server's id of an earlier upload of the same file; ignored if the server no longer has it. */
	known: string | null;
	signal: AbortSignal;
	/** Called with the received bytes: at the start, and after every chunk. */
	onProgress: (id: string, offset: number) => void;
	/** Called when the connection dropped or the server is busy; `reason` is null if it is unreachable. */
	onWaiting: (reason: string | null) => void;
	/** Milliseconds, for the duration of a chunk; tests inject their own clock. */
	now?: () => number;
}

type UploadApi = Pick<typeof api, "createUpload" | "getUpload" | "appendUpload">;

/**
 * Uploads a whole file across connection losses: after each one it asks the server for the current offset.
 * @returns the upload's id
 * @throws ApiError when the server rejects the file; the signal's reason when aborted
 */
export async function transfer(server: UploadApi, job: Transfer): Promise<string> {
	let id = job.known;
	let failures = 0;
	for (;;) {
		job.signal.throwIfAborted();
		try {
			const uploadState = await uploadStateOf(server, job, id);
			id = uploadState.id;
			await sendRest(server, job, uploadState, () => {
				failures = 0;
			});
			return id;
		} catch (error) {
			job.signal.throwIfAborted();
			if (!isRetryable(error)) throw error;
			job.onWaiting(error.status === 0 ? null : error.message);
			await pause(Math.min(longestWait, initialDelay * 2 ** failures++), job.signal);
		}
	}
}

/** Whether to retry: unreachable, busy, or at a wrong offset because an interrupted request is still finishing. */
function isRetryable(error: unknown): error is ApiError {
	if (!(error instanceof ApiError)) return false;
	const { status, code } = error;
	return status === 0 || status === 429 || status >= 500 || code === "wrong-offset" || code === "upload-busy";
}

interface UploadState {
	id: string;
	offset: number;
}

/** The upload to resume: the known one if the server still has it, else a new one. */
async function uploadStateOf(server: UploadApi, { file, signal }: Transfer, id: string | null): Promise<UploadState> {
	if (id !== null) {
		try {
			const uploadState = await server.getUpload({ params: { id } }, { signal });
			if (uploadState.sizeBytes === file.size) return uploadState;
		} catch (error) {
			if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 400)) throw error;
		}
	}
	return server.createUpload({ body: { filename: file.name, sizeBytes: file.size } }, { signal });
}

async function sendRest(
	server: UploadApi,
	job: Transfer,
	{ id, offset }: UploadState,
	onPiece: () => void,
): Promise<void> {
	const { file, signal, now = () => performance.now() } = job;
	let at = offset;
	let size = smallestPiece;
	job.onProgress(id, at);
	while (at < file.size) {
		const began = now();
		const headers = { "upload-offset": String(at), "content-type": "application/octet-stream" };
		const answer = await server.appendUpload({ params: { id } }, { signal, headers, bytes: file.slice(at, at + size) });
		at = answer.offset;
		onPiece();
		job.onProgress(id, at);
		if (now() - began < quickPiece) size = Math.min(largestPiece, size * 2);
	}
}

/** Waits; returns early when the connection is back or the upload is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const go = () => {
			clearTimeout(timer);
			globalThis.removeEventListener?.("online", go);
			signal.removeEventListener("abort", go);
			resolve();
		};
		const timer = setTimeout(go, milliseconds);
		globalThis.addEventListener?.("online", go);
		signal.addEventListener("abort", go);
	});
}
