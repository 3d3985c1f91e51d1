/** What a test of a provider hands to the conformance suite, and how the suite reads a mailbox. */

import { expect } from "vitest";
import { RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import type {
	ChangePage,
	Provider,
	ProviderEnvironment,
	ProviderSession,
	RemoteMessage,
} from "#server/mail/provider/provider.ts";
import type { RuleActions } from "#server/mail/provider/rules.ts";

/** What a provider promises. */
export const RULES = {
	folders: "folders have stable ids and the six roles",
	listing: "a listing from the start yields every message exactly once",
	resume: "a cursor goes on after any page, in a new session too",
	quiet: "without changes there is an empty page and the same cursor",
	cursor: "a cursor that means nothing is CursorExpired",
	fetch: "fetched bytes are the listed ones, and headers are their beginning",
	flags: "flags show in the next changes and in a new listing",
	labels: "labels show in the next changes and in a new listing",
	move: "a moved message shows in its new folder, and can go back",
	destroy: "a destroyed message is gone for good",
	append: "a message that is put into a folder is there as it is, with how it stands",
	createFolder: "a new folder is listed and takes messages",
	renameFolder: "a renamed folder keeps its subfolders and its messages' ids",
	deleteFolder: "an empty folder can be deleted, others not",
	serverRules: "rules run on new mail, are replaced, and go again",
	ruleOrder: "of two rules that fit the first one acts",
	ruleStrangers: "rules that the person made there go on as before",
	ruleChanges: "rules changed or deleted there are told, left alone, and put back when asked",
	ruleRefusals: "what cannot be said there is told in words, and the rest is kept",
	bulk: "one call changes every message",
	missing: "unknown ids come back as missing and stop nothing",
	abort: "an aborted signal stops the work and spoils nothing",
	concurrency: "two calls at once both answer rightly",
	capabilities: "declared capabilities are there, and the others are Unsupported",
	elsewhere: "changes made elsewhere arrive",
} as const;

export type Rule = keyof typeof RULES;

export interface ConformanceMailbox {
	environment: ProviderEnvironment;
	/** How many messages it holds, where the setup knows; at least 5. */
	messages?: number;
	/** Ways to change the mailbox without the provider, each optional. */
	elsewhere?: {
		deliver?(): Promise<void>;
		remove?(id: string): Promise<void>;
		markRead?(id: string): Promise<void>;
	};
	/** Needed where the mailbox has `serverRules`. */
	rules?: RuleFixture;
	close?(): Promise<void>;
}

/** A mailbox whose rules somebody else sees and changes, too. */
export interface RuleFixture {
	/** New mail from outside: rules run. */
	deliver(raw: string): Promise<void>;
	/** A rule of the person's own: marks as read what has "own rule" in its subject. */
	makeOwn(): Promise<void>;
	/** Somebody deletes the kernel's rules there. */
	deleteOurs(): Promise<void>;
	/** Somebody changes one of the kernel's rules there; absent: none can be changed. */
	changeOurs?(): Promise<void>;
	/** Something that no rule there can do. */
	impossible: Partial<RuleActions>;
	/** Where mail goes that a rule moves to Spam: to the archive where there is no such rule. */
	spam: "spam" | "archive";
}

/** An open mailbox. */
export interface Opened {
	mailbox: ConformanceMailbox;
	session: ProviderSession;
	/** Another session on the same account. */
	again(): Promise<ProviderSession>;
	/** What the mailbox held at the start, and where its changes begin. */
	before: Listed;
}

export interface ConformanceSubject {
	name: string;
	provider: Provider;
	/** A fresh mailbox with at least five messages, in at least one folder. */
	setup(): Promise<ConformanceMailbox>;
	/** Ids of the provider's own form that name no message. */
	unknownIds?: string[];
	/** How long a change may take to show, in milliseconds; 0 when it shows at once. */
	retryPolicy?: number;
}

/** On a bad day something is tried so often. */
const TRIES = 10;
/** Messages per page: small, so that a few messages make several pages. */
export const PAGE = 3;
/** A signal that never aborts. */
export const never = (): AbortSignal => new AbortController().signal;

/** Everything from one cursor on. */
export interface Listed {
	messages: RemoteMessage[];
	removed: string[];
	pages: ChangePage[];
	cursor: string;
}

/** Lists page after page until there is no more. */
export async function list(session: ProviderSession, from: string | null, limit = PAGE): Promise<Listed> {
	const pages: ChangePage[] = [];
	for (let cursor = from; ; ) {
		const page = await session.listChanges(cursor, { limit, signal: never() });
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

/** Fetches by id. @returns the bytes of those that were there */
export async function fetchAll(
	session: ProviderSession,
	ids: string[],
	parts: "headers" | "full",
): Promise<Map<string, Buffer>> {
	const found = new Map<string, Buffer>();
	for await (const { id, raw } of session.fetchMessages(ids, parts, never())) {
		expect(found.has(id)).toBe(false);
		found.set(id, Buffer.from(raw));
	}
	return found;
}

export async function folderOf(session: ProviderSession, role: string): Promise<string> {
	const folder = (await session.listFolders()).find((candidate) => candidate.role === role);
	if (!folder) throw new Error(`There is no folder for ${role}`);
	return folder.id;
}

/** A provider may be out of reach for a moment; doing it again finishes what broke off. */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
	for (let retryState = 1; ; retryState++) {
		try {
			return await work();
		} catch (cause) {
			const usesEventTransport = cause instanceof Unavailable || cause instanceof RateLimited;
			if (!usesEventTransport || retryState === TRIES) throw cause;
		}
	}
}

/** The messages whose header holds this text. */
export async function withHead(session: ProviderSession, text: string): Promise<RemoteMessage[]> {
	const { messages } = await list(session, null, 100);
	const ids = messages.map(({ id }) => id);
	const heads = await fetchAll(session, ids, "headers");
	return messages.filter(({ id }) => heads.get(id)?.toString().includes(text));
}
