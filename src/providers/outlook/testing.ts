import type { ChangePage, ProviderSession, RemoteMessage } from "#server/mailbox/provider.ts";
import type { EmulatedPerson } from "#server/testing/emulate/emulator.ts";
import type { Microsoft } from "#server/testing/emulate/microsoft.ts";
import type { ConformanceMailbox } from "../conformance-mailbox.ts";
import { type MemoryEnvironment, memoryEnvironment } from "../memory-environment.ts";

/** People who have never been used, one for each mailbox of a test. */
export function people(count: number): EmulatedPerson[] {
	return Array.from({ length: count }, (_, index) => ({ email: `p${index}@outlook.example`, name: `Person ${index}` }));
}

/** A small letter of its own, a minute younger than the one before. */
export function letter(subject: string, minute = 0): string {
	return [
		"From: Ann Example <ann@example.org>",
		"To: Bob <bob@example.net>",
		`Subject: ${subject}`,
		`Message-ID: <${subject.replace(/\W+/g, "-")}@example.org>`,
		`Date: ${new Date(Date.UTC(2026, 0, 5, 8, minute)).toUTCString().replace("GMT", "+0000")}`,
		"",
		`Hello from ${subject}`,
		"",
	].join("\r\n");
}

/** The provider's environment for a person at the double of Microsoft. */
export async function accountOf(microsoft: Microsoft, email: string): Promise<MemoryEnvironment> {
	return memoryEnvironment({
		account: { id: email, settings: { email, access: "full" }, credentials: await microsoft.token(email) },
	});
}

/** A mailbox with seven messages in four folders, and ways to change it elsewhere. */
export async function smallMailbox(microsoft: Microsoft, email: string): Promise<ConformanceMailbox> {
	for (const [minute, subject] of ["one", "two", "three", "four"].entries())
		microsoft.addMessage(email, letter(subject, minute), {
			folder: "inbox",
			...(subject === "two" && { isRead: true, flag: "flagged", categories: ["Blue"] }),
		});
	microsoft.addMessage(email, letter("five", 5), { folder: "archive", isRead: true });
	microsoft.addMessage(email, letter("six", 6), { folder: "Clients/Über uns", importance: "high" });
	microsoft.addMessage(email, letter("seven", 7), { folder: "junkemail" });
	return {
		environment: await accountOf(microsoft, email),
		messages: 7,
		elsewhere: {
			deliver: async () => void microsoft.addMessage(email, letter("eight", 8)),
			remove: async (id) => microsoft.remove(email, id),
			markRead: async (id) => microsoft.modify(email, id, { isRead: true }),
		},
	};
}

/** A mailbox kept as the kernel keeps it: what a round removes is taken away at its end. */
export function mirror() {
	const messages = new Map<string, RemoteMessage>();
	let cursor: string | null = null;
	return {
		messages,
		/** Lists until there is no more. @returns the pages */
		async follow(session: ProviderSession, limit = 5): Promise<ChangePage[]> {
			const pages: ChangePage[] = [];
			const removed: string[] = [];
			for (;;) {
				const page = await session.listChanges(cursor, { limit, signal: new AbortController().signal });
				pages.push(page);
				cursor = page.cursor;
				for (const message of page.messages) messages.set(message.id, message);
				removed.push(...page.removed);
				if (!page.more) break;
			}
			for (const id of removed) messages.delete(id);
			return pages;
		},
		cursor: () => cursor ?? "",
	};
}

/** How a mailbox stands, to be compared with another: by id, with flags, labels, folder and bytes. */
export async function standingOf(
	session: ProviderSession,
	messages: ReadonlyMap<string, RemoteMessage>,
): Promise<Map<string, unknown>> {
	const raws = new Map<string, string>();
	for await (const { id, raw } of session.fetchMessages([...messages.keys()], "full", new AbortController().signal))
		raws.set(id, Buffer.from(raw).toString());
	const standings = [...messages.values()].map(({ id, folderId, flags, labels, receivedAt }): [string, unknown] => {
		const { answered: _, ...told } = flags;
		return [id, { folderId, ...told, labels: [...labels].sort(), receivedAt, raw: raws.get(id) }];
	});
	return new Map(standings.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same of what Microsoft really has. */
export function truthOf(microsoft: Microsoft, email: string): Map<string, unknown> {
	const standings = microsoft.messages(email).map((message): [string, unknown] => {
		const { immutableId, folderId, isRead, flag, importance, categories, receivedAt, raw } = message;
		const told = { read: isRead, starred: flag === "flagged", important: importance === "high" };
		return [
			immutableId,
			{ folderId, ...told, labels: [...categories].sort(), receivedAt, raw: raw.toString() },
		];
	});
	return new Map(standings.sort(([a], [b]) => (a < b ? -1 : 1)));
}
