import { createHash } from "node:crypto";

/** A loop that runs until nothing is left makes no progress and would never end. */
export class NoProgress extends Error {
	override name = "NoProgress";
	/** The folder, by its id or name; null: unknown, or not about one. */
	readonly folder: string | null;
	/** Where it was, for the log. */
	readonly state: string;
	constructor(message: string, { folder = null, state }: { folder?: string | null; state: string }) {
		super(message);
		this.folder = folder;
		this.state = state.length > MAX_STATE ? `${state.slice(0, MAX_STATE)}…` : state;
	}
}

/** Characters of a state in the log: cursors may have megabytes. */
const MAX_STATE = 300;

/** Remembers one earlier position, so that a loop that comes back to any position is noticed (Brent's algorithm). */
export interface Trail {
	steps: number;
	/** Hash of the position at the last power of two of steps. */
	mark: string;
}

export const newTrail = (): Trail => ({ steps: 0, mark: "" });

/** @returns null: the loop was at this position before */
export function follow({ steps, mark }: Trail, position: string): Trail | null {
	const hash = createHash("sha256").update(position).digest("base64url").slice(0, 22);
	if (hash === mark) return null;
	const next = steps + 1;
	return { steps: next, mark: Number.isInteger(Math.log2(next)) ? hash : mark };
}

/**
 * Proof that a loop makes progress.
 * @param what the loop does, for the log
 * @returns called with the position of each iteration: a token, or the ids of its batch; @throws NoProgress when the loop
 * was there before
 */
export function requireProgress(what: string): (position: string) => void {
	let trail = newTrail();
	return (position) => {
		const next = follow(trail, position);
		if (next === null) throw new NoProgress(`${what} makes no progress`, { state: position });
		trail = next;
	};
}
