import type { Context } from "../../context.ts";
import type { Category } from "./sorter.ts";

/** What a person puts elsewhere: one message, or all mail of a sender or a list, past and to come. */
export type CorrectionTarget =
	| { what: "message"; emailId: string }
	| { what: "sender"; accountId: string; senderEmail: string }
	| { what: "list"; accountId: string; listKey: string };

/** What a correction would do. */
export interface CorrectionPreview {
	/** Messages that are somewhere else now and would follow. */
	count: number;
	/** The newest few of them. */
	sample: {
		id: string;
		subject: string;
		senderName: string;
		senderEmail: string;
		receivedAt: string;
		category: Category | null;
	}[];
}

export interface Correction {
	id: string;
	accountId: string;
	what: CorrectionTarget["what"];
	/** The message's id, the sender's address or the list's key. */
	target: string;
	/** How people call it: the message's subject, the sender's name, the list's name. */
	name: string;
	category: Category;
	/** ISO 8601. */
	createdAt: string;
}

/** What came of a correction, or of taking one back. */
export interface Corrected {
	correction: Correction;
	/** Messages that changed their category at once. */
	moved: number;
	/** The job that changes the rest, `recategorise`; null when all is done. */
	job: string | null;
}

/**
 * What `correct` would do now.
 * @throws AppError 404 for a message or an account that is not this person's, 400 for a sender or list without a name
 */
export function previewCorrection(
	_ctx: Pick<Context, "database">,
	_ownerId: string,
	_target: CorrectionTarget,
	_category: Category,
): Promise<CorrectionPreview> {
	throw new Error("Not yet");
}

/**
 * Notes a person's word and moves the past mail that it speaks of: at once where that is little, else by a job. Messages
 * that the person put somewhere one by one stay there.
 */
export function correct(
	_ctx: Pick<Context, "database" | "jobs" | "events">,
	_ownerId: string,
	_target: CorrectionTarget,
	_category: Category,
): Promise<Corrected> {
	throw new Error("Not yet");
}

/**
 * Takes a correction back: every message stands again as it would without it.
 * @param how `undo`: what was said of the same before holds again; `forget`: nothing holds that was ever said of it
 * @throws AppError 404
 */
export function takeBack(
	_ctx: Pick<Context, "database" | "jobs" | "events">,
	_ownerId: string,
	_id: string,
	_how: "undo" | "forget",
): Promise<Corrected> {
	throw new Error("Not yet");
}

/**
 * Corrections that hold, newest first.
 * @param accountId null: of all mailboxes
 */
export function listCorrections(
	_database: Context["database"],
	_ownerId: string,
	_accountId: string | null,
): Promise<Correction[]> {
	throw new Error("Not yet");
}
