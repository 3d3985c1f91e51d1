/** Messages of a conversation that follow each other. */
export interface Run<T> {
	/** Each has its own row. */
	shown: T[];
	/** Closed ones that share a row; empty or at least two. */
	folded: T[];
}

/**
 * How a conversation is shown: open messages, and closed ones on a line each. Of three or more closed ones in a row all
 * but the first share a line.
 * @param messages oldest first
 */
export function foldedRuns<T>(messages: readonly T[], isOpen: (message: T) => boolean): Run<T>[] {
	const runs: Run<T>[] = [];
	for (let from = 0; from < messages.length; ) {
		const end = messages.findIndex((message, i) => i >= from && isOpen(message));
		const closed = messages.slice(from, end < 0 ? messages.length : end);
		if (closed.length > 2) runs.push({ shown: closed.slice(0, 1), folded: [] }, { shown: [], folded: closed.slice(1) });
		else if (closed.length > 0) runs.push({ shown: closed, folded: [] });
		if (end < 0) break;
		runs.push({ shown: messages.slice(end, end + 1), folded: [] });
		from = end + 1;
	}
	return runs;
}
