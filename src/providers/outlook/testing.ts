/** Shared test helpers: users and mailboxes at a Microsoft emulator. */

import { createHash } from "node:crypto";
import type { ConformanceMailbox, RuleFixture } from "#providers/conformance-mailbox.ts";
import { type MemoryEnvironment, memoryEnvironment } from "#providers/memory-environment.ts";
import type { ChangePage, RemoteMessage } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { sealCredentials } from "#server/mail/sessions/credentials.ts";
import { newId } from "#shared/ids.ts";
import type { EmulatedPerson } from "#test/emulators/emulator.ts";
import type { Faults } from "#test/emulators/faults.ts";
import type { Microsoft } from "#test/emulators/microsoft.ts";
import { OWNER, type TestMailbox } from "#test/mailbox.ts";

/** Random faults of every kind; the sign-in's own failures have separate tests. */
export const RANDOM_FAULTS: Faults = {
	...{ rateLimited: 0.05, serverError: 0.015, unavailable: 0.03, reset: 0.015, lost: 0.015, truncated: 0.015 },
	...{ expired: 0.02, slow: 0.05, slowMs: 40, duplicated: 0.5, reordered: 0.5, retryAfter: 0 },
	only: ({ path }) => path.startsWith("/v1.0/"),
};

/** Receives what conformance tests send. */
export const RECIPIENT: EmulatedPerson = { email: "recipient@outlook.example", name: "Rae Recipient" };

/** Unused users, one per mailbox of a test. */
export function people(count: number): EmulatedPerson[] {
	return Array.from({ length: count }, (_, index) => ({ email: `p${index}@outlook.example`, name: `Person ${index}` }));
}

/** A small unique message. @param minute minutes added to its date */
export function message(subject: string, minute = 0): string {
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

/** The provider's environment for a user of the Microsoft emulator. */
export async function accountOf(microsoft: Microsoft, email: string): Promise<MemoryEnvironment> {
	return memoryEnvironment({
		account: { id: email, settings: { email, access: "full" }, credentials: await microsoft.token(email) },
	});
}

/** A mailbox with seven messages in four folders, and ways to change it elsewhere. */
export async function smallMailbox(microsoft: Microsoft, email: string): Promise<ConformanceMailbox> {
	for (const [minute, subject] of ["one", "two", "three", "four"].entries())
		microsoft.addMessage(email, message(subject, minute), {
			folder: "inbox",
			...(subject === "two" && { isRead: true, flag: "flagged", categories: ["Blue"] }),
		});
	microsoft.addMessage(email, message("five", 5), { folder: "archive", isRead: true });
	microsoft.addMessage(email, message("six", 6), { folder: "Clients/Über uns", importance: "high" });
	microsoft.addMessage(email, message("seven", 7), { folder: "junkemail" });
	return {
		environment: await accountOf(microsoft, email),
		messages: 7,
		send: {
			address: email,
			recipient: RECIPIENT.email,
			delivered: async () => microsoft.messages(RECIPIENT.email).map(({ raw }) => raw.toString()),
		},
		rules: ruleFixture(microsoft, email),
		elsewhere: {
			deliver: async () => void microsoft.addMessage(email, message("eight", 8)),
			remove: async (id) => microsoft.remove(email, id),
			markRead: async (id) => microsoft.modify(email, id, { isRead: true }),
		},
	};
}

function ruleFixture(microsoft: Microsoft, email: string): RuleFixture {
	return {
		deliver: async (raw) => void microsoft.addMessage(email, raw),
		async createUserRule() {
			const conditions = { subjectContains: ["own rule"] };
			microsoft.addRule(email, { displayName: "Mine", conditions, actions: { markAsRead: true } });
		},
		async deleteManagedRules() {
			for (const { id } of microsoft.rules(email)) microsoft.deleteRule(email, id);
		},
		async changeManagedRule() {
			const [rule] = microsoft.rules(email);
			microsoft.changeRule(email, rule?.id ?? "", { isEnabled: false });
		},
		impossible: { star: true },
		spam: "spam",
	};
}

/** A copy of a mailbox, updated as the kernel does: removals are applied at the end of a round. */
export function mirror() {
	const messages = new Map<string, RemoteMessage>();
	let cursor: string | null = null;
	return {
		messages,
		/** Lists until there is no more. @param meanwhile called between pages @returns the pages */
		async follow(
			session: ProviderSession,
			limit = 5,
			meanwhile: () => unknown = () => undefined,
		): Promise<ChangePage[]> {
			const pages: ChangePage[] = [];
			const removed: string[] = [];
			for (;;) {
				const page = await session.reader.listChanges(cursor, { limit, signal: new AbortController().signal });
				pages.push(page);
				cursor = page.cursor;
				for (const message of page.messages) messages.set(message.id, message);
				removed.push(...page.removed);
				if (!page.more) break;
				meanwhile();
			}
			for (const id of removed) messages.delete(id);
			return pages;
		},
		cursor: () => cursor ?? "",
	};
}

/** A mailbox's state for comparison: by id, with flags, labels, folder and bytes. */
export async function messageStateOf(
	session: ProviderSession,
	messages: ReadonlyMap<string, RemoteMessage>,
): Promise<Map<string, unknown>> {
	const raws = new Map<string, string>();
	for await (const { id, raw } of session.reader.fetchMessages(
		[...messages.keys()],
		"full",
		new AbortController().signal,
	))
		raws.set(id, Buffer.from(raw).toString());
	const messageStates = [...messages.values()].map(({ id, folderId, flags, labels, receivedAt }): [string, unknown] => {
		const { answered: _, ...messageFlags } = flags;
		return [id, { folderId, ...messageFlags, labels: [...labels].sort(), receivedAt, raw: raws.get(id) }];
	});
	return new Map(messageStates.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same from the emulator's data. */
export function truthOf(microsoft: Microsoft, email: string): Map<string, unknown> {
	const messageStates = microsoft.messages(email).map((message): [string, unknown] => {
		const { immutableId, folderId, isRead, flag, importance, categories, receivedAt, raw } = message;
		const messageFlags = { read: isRead, starred: flag === "flagged", important: importance === "high" };
		return [
			immutableId,
			{ folderId, ...messageFlags, labels: [...categories].sort(), receivedAt, raw: raw.toString() },
		];
	});
	return new Map(messageStates.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The browser's part at Microsoft: choose the account and accept. @returns the authorization code */
export async function consentAt(authUrl: string, email: string): Promise<string> {
	const consentUrl = new URL(authUrl);
	const form = new URLSearchParams({ ...Object.fromEntries(consentUrl.searchParams), email, answer: "allow" });
	const reply = await fetch(new URL("/common/oauth2/v2.0/authorize/callback", consentUrl), {
		method: "POST",
		body: form,
		redirect: "manual",
	});
	return new URL(reply.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

/** Connects a user of the emulator, as the consent flow does. @returns the account's id */
export async function connect({ ctx }: TestMailbox, microsoft: Microsoft, email: string): Promise<string> {
	const id = newId();
	const credentials = sealCredentials(ctx.config, OWNER, id, await microsoft.token(email));
	await ctx.database.exec(
		"insert into connected_accounts (owner_id, id, provider, name, email, settings, credentials) values ($1, $2, 'outlook', $3, $3, $4, $5)",
		[OWNER, id, email, { email, access: "full" }, credentials],
	);
	return id;
}

/** All stored messages of an account: by id, with flags, labels, folder and the hash of their bytes. */
export async function storedStates({ ctx }: TestMailbox, accountId: string): Promise<unknown[]> {
	const rows = await ctx.database.query<Record<string, unknown> & { labels: string[] }>(
		`select provider_id as id, folder_id as folder, folder_role as role, is_read as read, is_starred as starred,
			is_important as important, labels, raw_sha256 as sha256
		from emails where owner_id = $1 and account_id = $2 order by provider_id collate "C"`,
		[OWNER, accountId],
	);
	return rows.map(({ labels, ...row }) => ({ ...row, labels: [...labels].sort() }));
}

const ROLES: Record<string, string> = {
	...{ inbox: "inbox", sentitems: "sent", drafts: "drafts", archive: "archive" },
	...{ junkemail: "spam", deleteditems: "trash" },
};

/** The expected messages, from the emulator's data. */
export function statesAt(microsoft: Microsoft, email: string): unknown[] {
	const wellKnown = new Map(microsoft.folders(email).map((folder) => [folder.id, folder.wellKnown ?? ""]));
	return microsoft
		.messages(email)
		.map(({ immutableId, folderId, isRead, flag, importance, categories, raw }) => ({
			...{ id: immutableId, folder: folderId, role: ROLES[wellKnown.get(folderId) ?? ""] ?? "custom" },
			...{ read: isRead, starred: flag === "flagged", important: importance === "high" },
			...{ labels: [...categories].sort(), sha256: createHash("sha256").update(raw).digest("hex") },
		}))
		.sort((a, b) => (a.id < b.id ? -1 : 1));
}
