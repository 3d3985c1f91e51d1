import { describe, expect, it } from "vitest";
import { ApiError } from "#shared/client.ts";
import { transfer } from "./transfer.ts";

type Fault = "drop before" | "lose reply" | null;

/**
 * Fake server: accepts bytes only at the right offset. `faults` apply to the chunks in order. Each chunk takes
 * `chunkMs` on its clock.
 */
function uploadServer(faults: Fault[] = [], refuse?: ApiError, chunkMs = 100) {
	let time = 0;
	const stored = new Map<string, { filename: string; sizeBytes: number; bytes: number[] }>();
	const problem = (status: number, code: string) => new ApiError({ type: "about:blank", title: code, status, code });
	const find = (id: string) => {
		const upload = stored.get(id);
		if (!upload) throw problem(404, "not-found");
		return upload;
	};
	const show = (id: string) => {
		const { filename, sizeBytes, bytes } = find(id);
		return { id, filename, sizeBytes, offset: bytes.length };
	};
	return {
		stored,
		pieces: [] as number[],
		now: () => time,
		createUpload: async ({ body }: { body: { filename: string; sizeBytes: number } }) => {
			const id = `upload-${stored.size + 1}`;
			stored.set(id, { ...body, bytes: [] });
			return show(id);
		},
		getUpload: async ({ params }: { params: { id: string } }) => show(params.id),
		async appendUpload(
			{ params }: { params: { id: string } },
			options?: { headers?: Record<string, string>; bytes?: unknown },
		) {
			if (refuse) throw refuse;
			const fault = faults.shift();
			const upload = find(params.id);
			if (fault === "drop before") throw problem(0, "unreachable");
			if (options?.headers?.["upload-offset"] !== String(upload.bytes.length)) throw problem(409, "wrong-offset");
			const piece = new Uint8Array(await (options.bytes as Blob).arrayBuffer());
			for (const byte of piece) upload.bytes.push(byte);
			this.pieces.push(piece.length);
			time += chunkMs;
			if (fault === "lose reply") throw problem(0, "unreachable");
			return show(params.id);
		},
	};
}

const content = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 31 + (index >> 8)) % 251);
const file = new File([content], "archive.mbox");

function send(server: ReturnType<typeof uploadServer>, known: string | null = null, stop = new AbortController()) {
	const offsets: number[] = [];
	const waits: (string | null)[] = [];
	const done = transfer(server, {
		file,
		known,
		signal: stop.signal,
		onProgress: (_, offset) => offsets.push(offset),
		onWaiting: (reason) => waits.push(reason),
		now: server.now,
	});
	return { done, offsets, waits };
}

const arrived = (server: ReturnType<typeof uploadServer>, id: string) =>
	Buffer.compare(Buffer.from(server.stored.get(id)?.bytes ?? []), content) === 0;

describe("transfer", () => {
	it("keeps chunks small on a slow connection", async () => {
		const server = uploadServer([], undefined, 2000);
		await send(server).done;
		expect(new Set(server.pieces.slice(0, -1)).size).toBe(1);
	});

	it("sends growing chunks and reports progress up to the end", async () => {
		const server = uploadServer();
		const { done, offsets } = send(server);
		const id = await done;
		expect(arrived(server, id)).toBe(true);
		expect(offsets[0]).toBe(0);
		expect(offsets.at(-1)).toBe(content.length);
		expect(server.pieces[1]).toBeGreaterThan(server.pieces[0] ?? 0);
	});

	it("completes the file when connections drop and replies get lost", async () => {
		const server = uploadServer([null, "drop before", "lose reply"]);
		const { done, waits } = send(server);
		const id = await done;
		expect(arrived(server, id)).toBe(true);
		expect(waits).toEqual([null, null]);
		expect(server.stored.size).toBe(1);
	});

	it("resumes an upload that the server still has", async () => {
		const server = uploadServer();
		const { id } = await server.createUpload({ body: { filename: file.name, sizeBytes: file.size } });
		server.stored.get(id)?.bytes.push(...content.slice(0, 100_000));
		const { done, offsets } = send(server, id);
		expect(await done).toBe(id);
		expect(offsets[0]).toBe(100_000);
		expect(arrived(server, id)).toBe(true);
	});

	it("starts over if the server no longer has the upload", async () => {
		const server = uploadServer();
		expect(arrived(server, await send(server, "upload-gone").done)).toBe(true);
	});

	it("fails at once when the server rejects the file", async () => {
		const error = new ApiError({ type: "about:blank", title: "No mail", status: 415, code: "not-a-mail-file" });
		await expect(send(uploadServer([], error)).done).rejects.toBe(error);
	});

	it("stops when aborted, even while waiting", async () => {
		const stop = new AbortController();
		const { done, waits } = send(uploadServer(Array(50).fill("drop before")), null, stop);
		const ended = expect(done).rejects.toThrow();
		await expect.poll(() => waits.length).toBe(1);
		stop.abort();
		await ended;
	});
});
