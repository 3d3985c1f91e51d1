/** What a provider's test passes to the conformance suite, and helpers that read a mailbox. */

import { expect } from "vitest";
import { RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import type { ChangePage, Provider, ProviderEnvironment, RemoteMessage } from "#server/mail/provider/provider.ts";
import type { RuleActions } from "#server/mail/provider/rules.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";

/** The provider contract. */
export const RULES = {
	folders: "folders have stable ids and the six roles",
	listing: "a listing from the start yields every message exactly once",
	resume: "a cursor resumes after any page, in a new session too",
	quiet: "without changes there is an empty page and the same cursor",
	cursor: "an invalid cursor throws CursorExpired",
	fetch: "fetched bytes are the listed ones, and headers are their beginning",
	flags: "flags show in the next changes and in a new listing",
	labels: "labels show in the next changes and in a new listing",
	move: "a moved message shows in its new folder, and can go back",
	destroy: "a destroyed message is permanently deleted",
	append: "an appended message is stored unchanged, with its flags and labels",
	createFolder: "a new folder is listed, and messages can be moved into it",
	renameFolder: "a renamed folder keeps its subfolders and its messages' ids",
	deleteFolder: "an empty folder can be deleted, others not",
	serverRules: "rules run on new mail, and can be replaced and removed",
	ruleOrder: "only the first matching rule is applied",
	userRules: "the user's own rules at the provider are unchanged",
	ruleChanges: "rules changed or deleted there are reported, left alone, and restored on request",
	ruleRefusals: "reports conditions that it cannot express, and applies the rest",
	send: "a message reaches every recipient once, and its copy is in Sent once",
	findSent: "a sent message is found by its Message-ID, another is not",
	sendStopped: "a message that is stopped before its submission is not sent",
	sendThread: "a reply joins the thread of what it replies to",
	drafts: "a draft is saved in Drafts, and replaces its earlier copies",
	removeDraft: "the copies of a draft are removed from Drafts, and nothing else",
	bulk: "one call changes every message",
	missing: "unknown ids are reported as missing, and the others are processed",
	abort: "an aborted signal stops the work and damages nothing",
	concurrency: "two concurrent calls both return correct results",
	capabilities: "declared capabilities work, and the others throw Unsupported",
	elsewhere: "changes made elsewhere arrive",
} as const;

export type Rule = keyof typeof RULES;

export interface ConformanceMailbox {
	environment: ProviderEnvironment;
	/** Number of messages, if the setup knows it; at least 5. */
	messages?: number;
	/** Ways to change the mailbox without the provider, all optional. */
	elsewhere?: {
		deliver?(): Promise<void>;
		remove?(id: string): Promise<void>;
		markRead?(id: string): Promise<void>;
		/** With its messages. @param id of the folder */
		deleteFolder?(id: string): Promise<void>;
	};
	/** Required when the mailbox has the `serverRules` capability. */
	rules?: RuleFixture;
	/** Required when the mailbox has the `send` capability. */
	send?: SendFixture;
	close?(): Promise<void>;
}

/** A mailbox that can send. */
export interface SendFixture {
	/** The mailbox's own address. */
	address: string;
	recipient: string;
	/** What the recipient has received. */
	delivered(): Promise<string[]>;
}

/** A mailbox whose rules can also be changed elsewhere. */
export interface RuleFixture {
	/** Delivers mail from outside, so that rules run. */
	deliver(raw: string): Promise<void>;
	/** Creates a user's rule that marks mail with "own rule" in its subject as read. */
	createUserRule(): Promise<void>;
	/** Deletes the kernel's rules at the provider. */
	deleteManagedRules(): Promise<void>;
	/** Changes one of the kernel's rules at the provider; absent: rules cannot be changed there. */
	changeManagedRule?(): Promise<void>;
	/** Actions that no rule of this provider supports. */
	impossible: Partial<RuleActions>;
	/** Where a rule that moves mail to Spam puts it: the archive when the provider has no such rule. */
	spam: "spam" | "archive";
}

/** An open mailbox. */
export interface Opened {
	mailbox: ConformanceMailbox;
	session: ProviderSession;
	/** Another session on the same account. */
	again(): Promise<ProviderSession>;
	/** The mailbox at the start, and the cursor at which its changes begin. */
	before: Listed;
}

export interface ConformanceSubject {
	name: string;
	provider: Provider;
	/** A fresh mailbox with at least five messages, in at least one folder. */
	setup(): Promise<ConformanceMailbox>;
	/** Of the rules, these; absent: all. */
	only?: readonly Rule[];
	/** Well-formed ids of the provider that name no message. */
	unknownIds?: string[];
	/** Milliseconds until a change must be visible; 0: immediately. */
	visibleWithinMs?: number;
}

/** Attempts per action when the provider injects faults. */
const TRIES = 10;
/** Messages per page: small, so that a few messages make several pages. */
export const PAGE = 3;
/** A signal that never aborts. */
export const never = (): AbortSignal => new AbortController().signal;

/** All changes after a cursor. */
export interface Listed {
	messages: RemoteMessage[];
	removed: string[];
	pages: ChangePage[];
	cursor: string;
}

/** Lists pages until there are no more. */
export async function list(session: ProviderSession, from: string | null, limit = PAGE): Promise<Listed> {
	const pages: ChangePage[] = [];
	for (let cursor = from; ; ) {
		const page = await session.reader.listChanges(cursor, { limit, signal: never() });
		expect(page.messages.length).toBeLessThanOrEqual(limit);
		pages.push(page);
		cursor = page.cursor;
		if (!page.more) break;
		expect(pages.length).toBeLessThan(100_000);
	}
	return {
		messages: pages.flatMap((page) => page.messages),
		removed: pages.flatMap((page) => page.removed),
		pages,
		cursor: pages.at(-1)?.cursor ?? "",
	};
}

/** Fetches by id. @returns the bytes of the messages found */
export async function fetchAll(
	session: ProviderSession,
	ids: string[],
	parts: "headers" | "full",
): Promise<Map<string, Buffer>> {
	const found = new Map<string, Buffer>();
	for await (const { id, raw } of session.reader.fetchMessages(ids, parts, never())) {
		expect(found.has(id)).toBe(false);
		found.set(id, Buffer.from(raw));
	}
	return found;
}

export async function folderOf(session: ProviderSession, role: string): Promise<string> {
	const folder = (await session.reader.listFolders()).find((candidate) => candidate.role === role);
	if (!folder) throw new Error(`There is no folder for ${role}`);
	return folder.id;
}

/** Retries while a provider is temporarily unavailable; repeating a call completes an interrupted one. */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work();
		} catch (cause) {
			const isTransient = cause instanceof Unavailable || cause instanceof RateLimited;
			if (!isTransient || attempt === TRIES) throw cause;
		}
	}
}

/** The messages whose header contains this text. */
export async function withHeaderText(session: ProviderSession, text: string): Promise<RemoteMessage[]> {
	const { messages } = await list(session, null, 100);
	const ids = messages.map(({ id }) => id);
	const heads = await fetchAll(session, ids, "headers");
	return messages.filter(({ id }) => heads.get(id)?.toString().includes(text));
}
