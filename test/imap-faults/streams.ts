import { Transform } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { WireFault } from "./proxy.ts";

const DRIP_MS = 20;

/** How many bytes before its end a match may begin. */
const OVERLAP = 4096;

/** Forwards bytes until the fault is due. @param claim called then; returns whether to inject it */
export function spoiling(fault: WireFault, claim: () => boolean): Transform {
	const trigger = createTrigger(fault.after, fault.nth ?? 1);
	let state: "waiting" | "spoilt" | "well" = "waiting";
	const stream = new Transform({
		transform(chunk: Buffer, _, done) {
			const at = state === "waiting" ? trigger(chunk) : 0;
			if (at !== null && state === "waiting") state = claim() ? "spoilt" : "well";
			if (at === null || state === "well") return done(null, chunk);
			if (at > 0) stream.push(chunk.subarray(0, at));
			if (fault.what === "cut") stream.push(null);
			else if (fault.what === "drip") void drip(stream, chunk.subarray(at)).then(() => done());
			// A stalled stream never reads more.
		},
	});
	return stream;
}

async function drip(stream: Transform, bytes: Buffer): Promise<void> {
	for (const byte of bytes) {
		if (stream.destroyed) return;
		stream.push(Buffer.of(byte));
		await wait(DRIP_MS);
	}
}

/** @returns for each chunk the offset at which the count or the n-th match is complete, or null */
function createTrigger(after: number | RegExp, nth: number): (chunk: Buffer) => number | null {
	if (typeof after === "number") {
		let remaining = after;
		return (chunk) => {
			remaining -= chunk.length;
			return remaining > 0 ? null : chunk.length + remaining;
		};
	}
	const pattern = new RegExp(after.source, `${after.flags.replace("g", "")}g`);
	let tail = "";
	let matches = 0;
	return (chunk) => {
		const before = tail.length;
		const text = tail + chunk.toString("latin1");
		let end = 0;
		for (const match of text.matchAll(pattern)) {
			end = match.index + match[0].length;
			if (++matches === nth) return end - before;
		}
		tail = text.slice(Math.max(end, text.length - OVERLAP));
		return null;
	};
}

/** Maps each line, without its CRLF; null drops it. */
export function rewriting(change: (line: string) => string | null): Transform {
	let rest = "";
	return new Transform({
		transform(chunk: Buffer, _, done) {
			const lines = (rest + chunk.toString("latin1")).split("\r\n");
			rest = lines.pop() ?? "";
			const changed = lines.map(change).filter((line) => line !== null);
			done(null, Buffer.from(changed.map((line) => `${line}\r\n`).join(""), "latin1"));
		},
		flush(done) {
			done(null, Buffer.from(rest, "latin1"));
		},
	});
}
