import type { Problem, StreamSpec } from "./contract.ts";

/**
 * Streamed replies on the wire. A stream ends with an end or an error frame; without one it was interrupted.
 *
 * `ndjson`: lines `{"chunk": …}`, then `{"end": true}` or `{"error": problem}`.
 * `events`: server-sent events whose data is a chunk, then the event `end` or `error` with a problem.
 */
export type Frame = { type: "chunk"; chunk: unknown } | { type: "error"; problem: Problem } | { type: "end" };

type Format = StreamSpec["format"];

export const CONTENT_TYPES: Record<Format, string> = {
	ndjson: "application/x-ndjson",
	events: "text/event-stream",
};

export function writeFrame(format: Format, frame: Frame): string {
	if (format === "ndjson") {
		if (frame.type === "end") return '{"end":true}\n';
		const value = frame.type === "chunk" ? { chunk: frame.chunk } : { error: frame.problem };
		return `${JSON.stringify(value)}\n`;
	}
	if (frame.type === "end") return "event: end\ndata: {}\n\n";
	if (frame.type === "error") return `event: error\ndata: ${JSON.stringify(frame.problem)}\n\n`;
	return `data: ${JSON.stringify(frame.chunk)}\n\n`;
}

/** Reads frames until the body ends; leaving the loop cancels the body. @throws SyntaxError for anything else */
export async function* readFrames(format: Format, body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
	const separator = format === "ndjson" ? "\n" : "\n\n";
	const decoder = new TextDecoder();
	const reader = body.getReader();
	let rest = "";
	try {
		for (;;) {
			const { value, done } = await reader.read();
			if (done) return;
			const pieces = (rest + decoder.decode(value, { stream: true })).split(separator);
			rest = pieces.pop() ?? "";
			for (const piece of pieces) {
				const frame = readFrame(format, piece);
				if (frame !== null) yield frame;
			}
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

/** @returns null for an event without data, such as a comment */
function readFrame(format: Format, text: string): Frame | null {
	if (format === "ndjson") {
		const value = JSON.parse(text) as { chunk?: unknown; error?: Problem; end?: true };
		if (value.end === true) return { type: "end" };
		return value.error === undefined ? { type: "chunk", chunk: value.chunk } : { type: "error", problem: value.error };
	}
	let event = "message";
	const data: string[] = [];
	for (const line of text.split("\n")) {
		if (line.startsWith("event: ")) event = line.slice("event: ".length);
		if (line.startsWith("data: ")) data.push(line.slice("data: ".length));
	}
	if (event === "end") return { type: "end" };
	if (data.length === 0) return null;
	const value: unknown = JSON.parse(data.join("\n"));
	return event === "error" ? { type: "error", problem: value as Problem } : { type: "chunk", chunk: value };
}
