import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Context } from "#server/identity/auth/context.ts";
import { createClassifier } from "#server/mail/classify/classifier.ts";
import type { FolderRole } from "#server/mail/provider/provider.ts";
import { type Incoming, insertBatch } from "#server/mail/store/insert.ts";
import { createMaintenance } from "#server/mail/store/maintenance.ts";
import { newId } from "#shared/ids.ts";
import type { AttachmentFacts, ParsedMessage } from "#shared/mail/message.ts";
import { lexemesOf } from "#shared/search/tokens.ts";
import { numbers, wordOf } from "../generate.ts";
import type { BenchServer } from "../server.ts";

/** Ten years of a user's mail, stored as a sync stores it, without parsing and raw bytes, which the counts do not use. */

const DAY_MS = 86_400_000;
const SPAN_MS = 3_652 * DAY_MS;
const BATCH = 500;
const TEXT_WORDS = 40;

const folders = new Map<string, FolderRole>(
	(["inbox", "archive", "sent", "drafts", "spam", "trash"] as const).map((role) => [role, role]),
);
const roles = new Map<string, FolderRole>([...folders, ["lists", "custom"], ["receipts", "custom"]]);

/** A kind of sender: share of all mail, size, and probability of being read. */
interface Kind {
	share: number;
	senders: number;
	read: number;
	kilobytes: number;
	/** Header fields of such mail, by sender. */
	header(sender: Sender): Pick<ParsedMessage, "headers" | "listUnsubscribe">;
}

interface Sender {
	name: string;
	email: string;
	/** Index of the sender within its kind. */
	number: number;
	host: string;
}

const offer = { urls: [], mailtos: [], links: [], oneClick: false, listId: null };
const nothing = { headers: {}, listUnsubscribe: null };

const KINDS: Record<"newsletter" | "brand" | "footer" | "notification" | "receipt" | "discussion" | "person", Kind> = {
	newsletter: {
		share: 0.16,
		senders: 300,
		read: 0.3,
		kilobytes: 45,
		header: ({ name, host, number }) => ({
			headers: { "list-id": `${name} <news${number}.${host}>`, precedence: "bulk", "feedback-id": `${number}:news:x` },
			listUnsubscribe: {
				...offer,
				urls: [`https://${host}/leave/${number}`],
				oneClick: true,
				listId: `news${number}.${host}`,
			},
		}),
	},
	brand: {
		share: 0.24,
		senders: 1_200,
		read: 0.15,
		kilobytes: 60,
		header: ({ host, number }) => ({
			headers: { "feedback-id": `${number}:promo:x`, "x-campaign": `${number}` },
			listUnsubscribe: { ...offer, urls: [`https://${host}/u/${number}`], mailtos: [`mailto:leave@${host}`] },
		}),
	},
	footer: {
		share: 0.05,
		senders: 400,
		read: 0.2,
		kilobytes: 40,
		header: ({ host }) => ({ headers: {}, listUnsubscribe: { ...offer, links: [`https://${host}/unsubscribe`] } }),
	},
	notification: {
		share: 0.15,
		senders: 120,
		read: 0.5,
		kilobytes: 20,
		header: ({ host, number }) => ({
			headers: { precedence: "bulk", "auto-submitted": "auto-generated" },
			listUnsubscribe: { ...offer, urls: [`https://${host}/settings/${number}`] },
		}),
	},
	receipt: { share: 0.08, senders: 2_500, read: 0.8, kilobytes: 35, header: () => nothing },
	discussion: {
		share: 0.12,
		senders: 4_000,
		read: 0.6,
		kilobytes: 9,
		header: ({ number }) => ({
			headers: {
				"list-id": `<talk${number % 15}.lists.example.org>`,
				"list-post": `<mailto:talk${number % 15}@lists.example.org>`,
				precedence: "list",
			},
			listUnsubscribe: {
				...offer,
				mailtos: [`mailto:talk${number % 15}-leave@lists.example.org`],
				listId: `talk${number % 15}.lists.example.org`,
			},
		}),
	},
	person: { share: 0.2, senders: 8_000, read: 0.95, kilobytes: 30, header: () => nothing },
};

/**
 * Fills mailboxes of a stopped server's users.
 * @param count messages of each
 * @param settings the server's
 * @param given.emails of the users; absent: the one who signed up first
 * @param given.words of each message's text
 */
export async function fillStopped(
	server: BenchServer,
	count: number,
	settings: Record<string, string> = {},
	given: { emails?: readonly string[]; words?: number } = {},
): Promise<void> {
	const { emails = [server.email], words: textWords = TEXT_WORDS } = given;
	const environment = { DATA_DIR: server.dataDir, PORT: "0", LOG_LEVEL: "warn", ...settings };
	const workerData: FillInput = { environment, emails, count, words: textWords };
	// A thread of its own: collecting what this leaves behind would stop the requests that are measured afterwards.
	const worker = new Worker(new URL("./fill.worker.ts", import.meta.url), { workerData });
	await once(worker, "exit");
}

/** Input of the thread that fills a mailbox. */
export interface FillInput {
	/** Of the stopped server. */
	environment: Record<string, string>;
	/** Of its users. */
	emails: readonly string[];
	/** Messages of each. */
	count: number;
	/** Of each message's text. */
	words: number;
}

/** @param now the newest message's date @returns the account's id */
export async function fillMailbox(
	ctx: Context,
	ownerId: string,
	count: number,
	now: number,
	textWords = TEXT_WORDS,
): Promise<string> {
	const { database } = ctx;
	const accountId = newId();
	await database.exec(
		"insert into connected_accounts (owner_id, id, provider, name, email) values ($1, $2, 'mbox', 'Ten years', 'me@example.net')",
		[ownerId, accountId],
	);
	for (const [id, role] of roles)
		await database.exec(
			"insert into email_folders (owner_id, account_id, id, folder_name, role) values ($1, $2, $3, $3, $4)",
			[ownerId, accountId, id, role],
		);
	const next = numbers(7);
	const classifier = await createClassifier(database, ownerId, accountId);
	const maintenance = createMaintenance(database);
	// Newest first, as mail arrives from a server.
	for (let from = 0; from < count; from += BATCH) {
		const messages: Incoming[] = [];
		for (let i = from; i < Math.min(count, from + BATCH); i++)
			messages.push(message(i, now - Math.floor((i / count) * SPAN_MS) - Math.floor(next() * DAY_MS), next, textWords));
		await insertBatch(database, ownerId, accountId, { messages, removed: [], roles, classifier, isBulk: true });
		await maintenance.wrote(messages.length);
	}
	await maintenance.finish();
	// Attachments of messages without bytes cannot be read; trying would disturb what is measured.
	await database.exec("update email_attachments set text_state = null where owner_id = $1 and account_id = $2", [
		ownerId,
		accountId,
	]);
	return accountId;
}

function message(i: number, receivedAt: number, next: () => number, textWords: number): Incoming {
	const name = kindFor(next());
	const kind = KINDS[name];
	const sender = senderOf(name, Math.floor(next() ** 2 * kind.senders));
	const isOwn = name === "person" && next() < 0.35;
	const isRead = isOwn || next() < kind.read;
	const isOld = next() < 0.6;
	const attachments = next() < (name === "person" || name === "receipt" ? 0.25 : 0.02) ? [attached(next)] : [];
	const text = words(next, textWords);
	const subject = words(next, 5);
	const parsed: ParsedMessage = {
		messageId: messageIdOf(i),
		inReplyTo: (name === "discussion" || isOwn) && next() < 0.6 ? [messageIdOf(i + 1 + Math.floor(next() * 50))] : [],
		references: [],
		trust: { signals: [], isAuthentic: false },
		subject,
		from: isOwn ? { name: "Me", email: "me@example.net" } : { name: sender.name, email: sender.email },
		to: [isOwn ? { name: sender.name, email: sender.email } : { name: "Me", email: "me@example.net" }],
		cc: [],
		bcc: [],
		replyTo: [],
		date: receivedAt,
		receivedDate: receivedAt,
		text,
		preview: text.slice(0, 200),
		hasHtml: name !== "discussion",
		quotedSender: null,
		incoming: null,
		contentFeatures: [],
		attachments,
		...(isOwn ? nothing : kind.header(sender)),
		sizeBytes: size(next, kind.kilobytes) + attachments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
		damage: [],
	};
	const flags = { read: isRead, starred: next() < 0.01, important: false, answered: false };
	return {
		remote: { id: `${i}`, folderId: folderFor(name, isOwn, isOld, next()), flags, labels: [], receivedAt },
		content: { message: parsed, lexemes: lexemesOf(parsed).join(" "), sha256: i.toString(16).padStart(64, "0") },
	};
}

/** Of the message at this position from the newest. */
function messageIdOf(i: number): string {
	return `${i}@mail.example.org`;
}

function kindFor(chance: number): keyof typeof KINDS {
	let remaining = chance;
	for (const [name, { share }] of Object.entries(KINDS)) {
		remaining -= share;
		if (remaining < 0) return name as keyof typeof KINDS;
	}
	return "person";
}

function senderOf(kind: string, number: number): Sender {
	const word = wordOf(number * 13 + kind.length * 101);
	const host = kind === "person" ? `${wordOf(number % 40)}.example.com` : `${word}.example.org`;
	return { number, host, name: `${word} ${kind}`, email: `${kind === "person" ? word : kind}${number}@${host}` };
}

function folderFor(kind: string, isOwn: boolean, isOld: boolean, chance: number): string {
	if (isOwn) return chance < 0.02 ? "drafts" : "sent";
	if (chance < 0.02) return "spam";
	if (chance < 0.05) return "trash";
	if (kind === "discussion") return "lists";
	if (kind === "receipt" && isOld) return "receipts";
	return isOld ? "archive" : "inbox";
}

function attached(next: () => number): AttachmentFacts {
	const sizeBytes = size(next, 400);
	return {
		index: 0,
		filename: "file.pdf",
		contentType: "application/pdf",
		sizeBytes,
		contentId: null,
		isInline: false,
	};
}

/** A few are many times larger than most. */
function size(next: () => number, kilobytes: number): number {
	return Math.floor(kilobytes * 1024 * (0.3 + 0.35 / (1.02 - next())));
}

function words(next: () => number, count: number): string {
	return Array.from({ length: count }, () => wordOf(Math.floor(next() ** 2.6 * 60_000))).join(" ");
}
