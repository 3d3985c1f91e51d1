/** Shared test helpers: mailboxes at a fake Google. */

import { createHash, randomUUID } from "node:crypto";
import type { ConformanceMailbox, RuleFixture } from "#providers/conformance-mailbox.ts";
import { type MemoryEnvironment, memoryEnvironment } from "#providers/memory-environment.ts";
import type { Access } from "#server/mail/provider/provider.ts";
import { sealCredentials } from "#server/mail/sessions/credentials.ts";
import type { ConsentExtra } from "#shared/contracts/consent.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { newId } from "#shared/ids.ts";
import type { Google } from "#test/emulators/google.ts";
import { OWNER, type TestMailbox } from "#test/mailbox.ts";
import type { TestUser } from "#test/server.ts";
import { scopesFor } from "./api/oauth.ts";
import type { GmailOptions } from "./api/options.ts";

/** Receives what conformance tests send. */
export const RECIPIENT = { email: "recipient@gmail.example", name: "Rae Recipient" };

export function optionsFor(google: Pick<Google, "clientId" | "clientSecret" | "apiUrl" | "signInUrl">): GmailOptions {
	const { clientId, clientSecret, apiUrl, signInUrl } = google;
	return {
		clientId,
		clientSecret,
		apiUrl,
		signInUrl,
		unitsPerMinute: 6_000,
		projectUnitsPerMinute: 1_200_000,
		topic: null,
	};
}

/** A message with CRLF line endings (RFC 5322 §2.3). */
export function message(subject: string, more: { id?: string; answers?: string; text?: string } = {}): string {
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

/** An environment for one of the fake Google's users. */
export async function environmentOf(
	google: Google,
	email: string,
	access: Access = "full",
	extras: ConsentExtra[] = [],
): Promise<MemoryEnvironment> {
	const credentials = await google.token(email, access, scopesFor(access, extras).split(" "));
	return memoryEnvironment({ account: { settings: { email, access }, credentials } });
}

/** Adds seven messages in different folders. */
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
		google.addMessage(email, message(`Letter ${index}`), { labels: names, receivedAt: at(index) }),
	);
}

export async function conformanceMailbox(google: Google, email: string): Promise<ConformanceMailbox> {
	const ids = fill(google, email);
	return {
		environment: await environmentOf(google, email, "full", ["serverRules", "permanentDelete"]),
		messages: ids.length,
		send: {
			address: email,
			recipient: RECIPIENT.email,
			delivered: async () => google.messages(RECIPIENT.email).map(({ raw }) => raw.toString()),
		},
		rules: ruleFixture(google, email),
		elsewhere: {
			deliver: async () => void google.addMessage(email, message("From elsewhere")),
			remove: async (id) => google.remove(email, id),
			markRead: async (id) => google.modify(email, id, { remove: ["UNREAD"] }),
		},
	};
}

function ruleFixture(google: Google, email: string): RuleFixture {
	return {
		deliver: async (raw) => void google.addMessage(email, raw),
		async createUserRule() {
			google.addFilter(email, { criteria: { subject: '"own rule"' }, action: { removeLabelIds: ["UNREAD"] } });
		},
		async deleteManagedRules() {
			for (const { id } of google.filters(email)) google.deleteFilter(email, id);
		},
		impossible: { labels: ["One", "Two"] },
		spam: "archive",
	};
}

/** Connects a user of the fake Google, as the consent flow does. @returns the account's id */
export async function connect(
	{ ctx }: TestMailbox,
	google: Google,
	email: string,
	access: Access = "full",
): Promise<string> {
	const id = newId();
	const credentials = sealCredentials(ctx.config, OWNER, id, await google.token(email, access));
	await ctx.database.exec(
		"insert into connected_accounts (owner_id, id, provider, name, email, settings, credentials) values ($1, $2, 'gmail', $3, $3, $4, $5)",
		[OWNER, id, email, { email, access }, credentials],
	);
	return id;
}

/** A message as stored, or as expected. */
export interface MessageState {
	id: string;
	role: string;
	flags: [isRead: boolean, isStarred: boolean, isImportant: boolean];
	labels: string[];
	/** Set by Gmail or by a user. */
	category: string | null;
	/** Hash of the message's bytes. */
	sha256: string | null;
}

/** All stored messages of an account, by id. */
export async function storedStates({ ctx }: TestMailbox, accountId: string): Promise<MessageState[]> {
	const rows = await ctx.database.query<{
		provider_id: string;
		folder_role: string;
		is_read: boolean;
		is_starred: boolean;
		is_important: boolean;
		labels: string[];
		category: string | null;
		category_source: string | null;
		raw_sha256: string | null;
	}>("select * from emails where owner_id = $1 and account_id = $2 order by provider_id", [OWNER, accountId]);
	return rows.map((row) => ({
		id: row.provider_id,
		role: row.folder_role,
		flags: [row.is_read, row.is_starred, row.is_important],
		labels: [...row.labels].sort(),
		category: row.category_source === "classifier" ? null : row.category,
		sha256: row.raw_sha256,
	}));
}

/** The expected messages, from the fake Google's data. */
export function statesAt(google: Google, email: string): MessageState[] {
	const names = new Map(google.labels(email).map(({ id, name, type }) => [id, type === "user" ? name : null]));
	return google
		.messages(email)
		.map(({ id, labels, raw }): MessageState => {
			const has = (label: string): boolean => labels.includes(label);
			const roles = { TRASH: "trash", SPAM: "spam", DRAFT: "drafts", INBOX: "inbox", SENT: "sent" };
			const [, role = "archive"] = Object.entries(roles).find(([label]) => has(label)) ?? [];
			const category =
				labels
					.find((label) => label.startsWith("CATEGORY_"))
					?.slice(9)
					.toLowerCase() ?? null;
			return {
				id,
				role,
				flags: [!has("UNREAD"), has("STARRED"), has("IMPORTANT")],
				labels: labels.flatMap((label) => names.get(label) ?? []).sort(),
				category: category === "personal" ? "primary" : category,
				sha256: createHash("sha256").update(raw).digest("hex"),
			};
		})
		.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The browser's part at Google: choose the account, tick the boxes. @returns the authorization code */
export async function consentAt(authUrl: string, email: string, allows = (_scope: string) => true): Promise<string> {
	const consentUrl = new URL(authUrl);
	const form = new URLSearchParams({ ...Object.fromEntries(consentUrl.searchParams), email, answer: "allow" });
	for (const scope of (consentUrl.searchParams.get("scope") ?? "").split(" ").filter(allows))
		form.append("allowed", scope);
	const reply = await fetch(new URL("/o/oauth2/v2/auth/callback", consentUrl), {
		method: "POST",
		body: form,
		redirect: "manual",
	});
	return new URL(reply.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

/** Connects a Google user through a server, as the browser does. */
export async function connectAt(user: TestUser, redirectUri: string, email: string, access: Access = "full") {
	const client = user.client(consentContract);
	const { authUrl, state } = await client["gmail-auth-init"]({ body: { redirectUri, access } });
	return client["gmail-auth"]({ body: { code: await consentAt(authUrl, email), state, redirectUri } });
}
