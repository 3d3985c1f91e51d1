import type { Operation } from "#shared/contracts/plans.ts";
import { dayText } from "#shared/ranges.ts";

/** A change with what became of it. */
export interface Change {
	/** The change itself, or the undo of one that is not loaded. */
	first: Operation;
	/** The last of its undos and redos; the change itself where there is none. */
	last: Operation;
	/** Whether it is in effect. */
	state: "applied" | "undone" | "redone";
}

/** Joins each change and its undos and redos. @param operations newest first */
export function changesOf(operations: readonly Operation[]): Change[] {
	const known = new Map(operations.map((operation) => [operation.id, operation]));
	const later = new Map<string, Operation>();
	for (const operation of operations) if (operation.undoOf !== null) later.set(operation.undoOf, operation);
	return operations
		.filter(({ undoOf }) => undoOf === null || !known.has(undoOf))
		.map((first) => {
			let last = first;
			let steps = 0;
			for (let next = later.get(first.id); next !== undefined; next = later.get(next.id)) {
				last = next;
				steps += 1;
			}
			const isUndone = steps % 2 === 1 || (steps === 0 && first.undoneBy !== null);
			return { first, last, state: isUndone ? "undone" : steps > 0 ? "redone" : "applied" };
		});
}

export type Line = { type: "day"; day: string } | { type: "change"; change: Change };

/** Changes under the day on which they were made, in local time. */
export function byDay(changes: readonly Change[]): Line[] {
	let before = "";
	return changes.flatMap((change): Line[] => {
		const day = dayText(new Date(change.first.createdAt));
		const isNew = day !== before;
		before = day;
		return [...(isNew ? [{ type: "day" as const, day }] : []), { type: "change" as const, change }];
	});
}
