/** What tests of this provider share: a mailbox at a Google of our own. */

import { randomUUID } from "node:crypto";
import type { ConformanceMailbox } from "#providers/conformance-mailbox.ts";
import { type MemoryEnvironment, memoryEnvironment } from "#providers/memory-environment.ts";
import type { Access } from "#server/mailbox/provider.ts";
import type { Google } from "#server/testing/emulate/google.ts";
import type { GmailOptions } from "./options.ts";

export function optionsFor(google: Pick<Google, "clientId" | "clientSecret" | "apiUrl" | "signInUrl">): GmailOptions {
	const { clientId, clientSecret, apiUrl, signInUrl } = google;
	return { clientId, clientSecret, apiUrl, signInUrl, unitsPerMinute: 6_000, projectUnitsPerMinute: 1_200_000 };
}

/** A letter with lines as they travel (RFC 5322 §2.3). */
export function letter(subject: string, more: { id?: string; answers?: string; text?: string } = {}): string {
	const { id = `${randomUUID()}@example.org`, answers, text = `Dear Ann,\r\n${subject}.\r\nBob` } = more;
	return [
		"From: Bob Example <bob@example.org>",
		"To: Ann Example <ann@gmail.example>",
		`Subject: ${subject}`,
		`Message-ID: <${id}>`,
		...(answers === undefined ? [] : [`In-Reply-To: <${answers}>`, `References: <${answers}>`]),
		"Date: Mon, 05 Jan 2026 08:50:15 +0000",
		"Content-Type: text/plain; charset=utf-8",
		"",
		`${text}\r\n`,
	].join("\r\n");
}

/** An environment for one of Google's people. */
export async function environmentOf(
	google: Google,
	email: string,
	access: Access = "full",
	scopes?: string[],
): Promise<MemoryEnvironment> {
	const credentials = await google.token(email, access, scopes);
	return memoryEnvironment({ account: { settings: { email, access }, credentials } });
}

/** Seven messages in all sorts of places. */
export function fill(google: Google, email: string): string[] {
	const at = (minutes: number): number => Date.UTC(2026, 0, 5, 9) - minutes * 60_000;
	const labels = [
		["INBOX", "UNREAD", "CATEGORY_PERSONAL"],
		["INBOX", "STARRED", "CATEGORY_PROMOTIONS", "Work"],
		["SENT"],
		["DRAFT"],
		["INBOX", "UNREAD", "IMPORTANT"],
		[],
		["SPAM", "UNREAD"],
	];
	return labels.map((names, index) =>
		google.addMessage(email, letter(`Letter ${index}`), { labels: names, receivedAt: at(index) }),
	);
}

export async function conformanceMailbox(google: Google, email: string): Promise<ConformanceMailbox> {
	const ids = fill(google, email);
	return {
		environment: await environmentOf(google, email, "full", ["https://mail.google.com/", "openid"]),
		messages: ids.length,
		elsewhere: {
			deliver: async () => void google.addMessage(email, letter("From elsewhere")),
			remove: async (id) => google.remove(email, id),
			markRead: async (id) => google.modify(email, id, { remove: ["UNREAD"] }),
		},
	};
}
