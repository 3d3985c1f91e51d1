import type { HistoryChange, HistoryRecord } from "./resources.ts";

/** What records of the history say of one message. */
export interface MessageDelta {
	threadId: string;
	/** Came with one of them. */
	isNew: boolean;
	isGone: boolean;
	/** The labels that the last one leaves; null: it does not tell for certain. */
	labelIds: string[] | null;
}

/** What a page may hold. */
export interface Room {
	messages: number;
	/** New ones among them. */
	fresh: number;
	/** New to the history, but listed before. */
	known: ReadonlySet<string>;
}

interface Event extends HistoryChange {
	kind: "added" | "deleted" | "labelled" | "unlabelled";
}

/**
 * Reads records in their order, as many as there is room for. Each tells the labels that a message had after it, so that
 * the last one counts.
 * @param skip messages of the first record that were told before
 * @returns how many records were read to their end, and of the next one how many messages, where it alone has too many
 */
export function historyDeltaOf(
	records: readonly HistoryRecord[],
	skip: number,
	room: Room,
): { historyDelta: Map<string, MessageDelta>; whole: number; skip: number } {
	const historyDelta = new Map<string, MessageDelta>();
	let fresh = 0;
	for (const [index, record] of records.entries()) {
		const told = [...eventsOf(record)].slice(index === 0 ? skip : 0);
		const coming = told.filter(([id]) => !historyDelta.has(id));
		const isFresh = ([id, events]: [string, Event[]]): boolean =>
			!room.known.has(id) && events.some(({ kind }) => kind === "added");
		const more = coming.filter(isFresh).length;
		const fits = historyDelta.size + coming.length <= room.messages && fresh + more <= room.fresh;
		if (!fits && historyDelta.size > 0) return { historyDelta, whole: index, skip: 0 };
		const part = fits ? told : told.slice(0, Math.min(room.messages, room.fresh));
		for (const [id, events] of part) historyDelta.set(id, deltaOf(events, historyDelta.get(id)));
		if (!fits) return { historyDelta, whole: index, skip: (index === 0 ? skip : 0) + part.length };
		fresh += more;
	}
	return { historyDelta, whole: records.length, skip: 0 };
}

/** By message. */
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

/** Null when there are none: then they are left out, as they are when Gmail does not tell; and when they do not fit the change. */
function labelsAfter(events: readonly Event[]): string[] | null {
	const told = events.at(-1)?.message.labelIds ?? null;
	const fits = events.every(({ kind, labelIds }) => {
		if (kind === "labelled") return labelIds.every((id) => told?.includes(id));
		return kind !== "unlabelled" || !labelIds.some((id) => told?.includes(id));
	});
	return fits ? told : null;
}
