import { expect, test } from "vitest";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { lastSent } from "./inbox-extension.ts";

const email = (id: string, threadId: string, folder: string, day: number) =>
	({ id, threadId, folder, receivedAt: `2026-01-0${day}T00:00:00Z` }) as EmailItem;

test("a reminder is for the newest sent message of each selected conversation", () => {
	const mail = [
		email("a1", "a", "sent", 1),
		email("a3", "a", "inbox", 3),
		email("a2", "a", "sent", 2),
		email("b1", "b", "sent", 1),
		email("c1", "c", "inbox", 1),
	];
	expect(lastSent(mail)).toEqual(["a2", "b1"]);
});
