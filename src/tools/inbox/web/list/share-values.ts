import type { ListItem } from "../mail.ts";

/** Of a list of a hundred thousand emails; then the next one starts. */
const MOST_SHARED = 50_000;

type Person = NonNullable<ListItem["conversation"]>["people"][number];

const noLabels: string[] = [];
const texts = new Map<string, string>();
const people = new Map<string, Person>();

/**
 * Keeps equal texts and people of rows once, by changing rows that have just arrived. A list of a hundred thousand rows
 * has half as many objects then, so that the browser's garbage collector, which slows down scrolling, has half the work.
 */
export function shareValues<T extends ListItem>(rows: readonly T[]): readonly T[] {
	for (const row of rows) {
		row.accountId = shared(row.accountId);
		row.folderId = shared(row.folderId);
		row.senderName = shared(row.senderName);
		row.senderEmail = shared(row.senderEmail);
		row.recipient = shared(row.recipient);
		row.labels = row.labels.length === 0 ? noLabels : row.labels.map(shared);
		if (row.threadId === row.id) row.threadId = row.id;
		if (row.conversation === undefined) continue;
		row.conversation.people = row.conversation.people.map(sharedPerson);
		for (const message of row.conversation.messages) {
			if (message.id === row.id) message.id = row.id;
			message.folderId = shared(message.folderId);
		}
	}
	return rows;
}

function shared(text: string): string {
	return sharedBy(texts, text, text);
}

function sharedPerson(person: Person): Person {
	return sharedBy(people, `${person.isRead} ${person.email} ${person.name}`, person);
}

function sharedBy<T>(known: Map<string, T>, key: string, value: T): T {
	const before = known.get(key);
	if (before !== undefined) return before;
	if (known.size >= MOST_SHARED) known.clear();
	known.set(key, value);
	return value;
}
