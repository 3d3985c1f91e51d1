import type { HistoryChange, HistoryRecord } from "../api/resources.ts";

/** What a series of history records says about one message. */
export interface MessageDelta {
	threadId: string;
	/** Added by one of the records. */
	isNew: boolean;
	isGone: boolean;
	/** Labels after the last record; null: not certain. */
	labelIds: string[] | null;
}

/** Space left in a page. */
export interface Room {
	messages: number;
	/** New messages among them. */
	fresh: number;
	/** Reported as new by the history, but already listed. */
	known: ReadonlySet<string>;
}

interface Event extends HistoryChange {
	kind: "added" | "deleted" | "labelled" | "unlabelled";
}

/**
 * Reads records in order, as many as fit into a page. Each record carries a message's labels after it, so the last one
 * counts.
 * @param skip messages of the first record that were already listed
 * @returns the number of records read completely, and how many messages of the next one, when it alone exceeds a page
 */
export function historyDeltaOf(
	records: readonly HistoryRecord[],
	skip: number,
	room: Room,
): { historyDelta: Map<string, MessageDelta>; completeRecords: number; skip: number } {
	const historyDelta = new Map<string, MessageDelta>();
	let fresh = 0;
	for (const [index, record] of records.entries()) {
		const entries = [...eventsOf(record)].slice(index === 0 ? skip : 0);
		const coming = entries.filter(([id]) => !historyDelta.has(id));
		const isFresh = ([id, events]: [string, Event[]]): boolean =>
			!room.known.has(id) && events.some(({ kind }) => kind === "added");
		const more = coming.filter(isFresh).length;
		const fits = historyDelta.size + coming.length <= room.messages && fresh + more <= room.fresh;
		if (!fits && historyDelta.size > 0) return { historyDelta, completeRecords: index, skip: 0 };
		const part = fits ? entries : entries.slice(0, Math.min(room.messages, room.fresh));
		for (const [id, events] of part) historyDelta.set(id, deltaOf(events, historyDelta.get(id)));
		if (!fits) return { historyDelta, completeRecords: index, skip: (index === 0 ? skip : 0) + part.length };
		fresh += more;
	}
	return { historyDelta, completeRecords: records.length, skip: 0 };
}

/** Events by message id. */
function eventsOf(record: HistoryRecord): Map<string, Event[]> {
	const events = new Map<string, Event[]>();
	const note = (kind: Event["kind"], changes: readonly HistoryChange[]): void => {
		for (const change of changes) {
			const { id } = change.message;
			events.set(id, [...(events.get(id) ?? []), { ...change, kind }]);
		}
	};
	note("added", record.messagesAdded);
	note("labelled", record.labelsAdded);
	note("unlabelled", record.labelsRemoved);
	note("deleted", record.messagesDeleted);
	return events;
}

function deltaOf(events: readonly Event[], before: MessageDelta | undefined): MessageDelta {
	const last = events.at(-1);
	return {
		threadId: last?.message.threadId ?? before?.threadId ?? "",
		isNew: before?.isNew === true || events.some(({ kind }) => kind === "added"),
		isGone: last?.kind === "deleted",
		labelIds: labelsAfter(events),
	};
}

/** Null when the labels are absent (Gmail omits both empty and unknown sets) or contradict the change. */
function labelsAfter(events: readonly Event[]): string[] | null {
	const after = events.at(-1)?.message.labelIds ?? null;
	const fits = events.every(({ kind, labelIds }) => {
		if (kind === "labelled") return labelIds.every((id) => after?.includes(id));
		return kind !== "unlabelled" || !labelIds.some((id) => after?.includes(id));
	});
	return fits ? after : null;
}
