import { expect, test } from "vitest";
import type { ListItem } from "../mail.ts";
import { shareValues } from "./share-values.ts";

/** As read from a response: no two values are the same object. */
function row(id: string): ListItem {
	return JSON.parse(
		JSON.stringify({
			...{ id, accountId: "a", threadId: id, folder: "inbox", folderId: "archive folder", subject: `Subject ${id}` },
			...{ senderName: "Inês Duarte", senderEmail: "ines@example.org", recipient: "Me", recipientCount: 1 },
			...{ receivedAt: "2026-01-01T00:00:00Z", preview: "", isHeaderOnly: false, isRead: true, isStarred: false },
			...{ isImportant: false, isAnswered: false, hasAttachments: false, sizeBytes: 1, category: null },
			...{ labels: [], aiSummaryShort: null },
			conversation: {
				count: 1,
				people: [{ name: "Inês Duarte", email: "ines@example.org", isRead: true }],
				messages: [{ id, folder: "inbox", folderId: "archive folder", isRead: true }],
			},
		}),
	);
}

test("rows keep what they say, and share people and empty labels", () => {
	const [first, second] = shareValues([row("1"), row("2")]);
	expect([first, second]).toEqual([row("1"), row("2")]);
	expect(second?.conversation?.people[0]).toBe(first?.conversation?.people[0]);
	expect(second?.labels).toBe(first?.labels);
});

test("people of the same address differ by name and by what is read", () => {
	const other = row("2");
	const people = [
		{ name: "Inês", email: "ines@example.org", isRead: true },
		{ name: "Inês Duarte", email: "ines@example.org", isRead: false },
	];
	if (other.conversation) other.conversation.people = structuredClone(people);
	const [, second] = shareValues([row("1"), other]);
	expect(second?.conversation?.people).toEqual(people);
});
