import { newId } from "#shared/ids.ts";
import type { Category } from "#shared/mail/categories.ts";
import type { Queryable } from "../../db/database.ts";
import { badRequest, notFound } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { lockAccount } from "../store/change.ts";
import { applyToTarget, type Target } from "./apply-override.ts";
import {
	type Correction,
	deleteCorrections,
	findCorrection,
	insertCorrection,
	type NewCorrection,
} from "./correction-store.ts";
import { countOf, isKnown, nameOf, previewOf, readMessage } from "./correction-targets.ts";
import { factsOf } from "./facts.ts";
import { featuresOf } from "./features/features.ts";
import { reclassifyJob } from "./reclassify.ts";
import { tokensOf } from "./tokens.ts";

export type { Correction } from "./correction-store.ts";
export { listCorrections } from "./correction-store.ts";

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
		/** ISO 8601. */
		receivedAt: string;
		category: Category | null;
	}[];
}

/** What came of a correction, or of taking one back. */
export interface Corrected {
	correction: Correction;
	/** Messages that changed their category at once. */
	moved: number;
	/** The job that changes the past mail, `recategorise`; null when all is done. */
	job: string | null;
}

/** Messages of a target that are put elsewhere while the person waits. */
const AT_ONCE = 500;

/**
 * What `correct` would do now.
 * @throws AppError 404 for a message or an account that is not this person's, 400 for a sender or list without a name and
 * for a message that the person wrote
 */
export async function previewCorrection(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	target: CorrectionTarget,
	category: Category,
): Promise<CorrectionPreview> {
	const { accountId, target: named } = await resolve(ctx, ownerId, target);
	return previewOf(ctx.database, ownerId, accountId, named, category);
}

/**
 * Notes a person's word and moves the past mail that it speaks of: at once where that is little, else by a job. Messages
 * that the person put somewhere one by one stay there; of a rule for a sender and one for a list the newer holds.
 * @throws AppError as `previewCorrection`
 */
export async function correct(
	ctx: Pick<MailContext, "database" | "jobs" | "events">,
	ownerId: string,
	target: CorrectionTarget,
	category: Category,
): Promise<Corrected> {
	const { accountId, target: named, name, tokens } = await resolve(ctx, ownerId, target);
	const correction: NewCorrection = { id: newId(), accountId, ...named, name, category, tokens };
	return change(ctx, ownerId, accountId, named, (tx) => insertCorrection(ctx.database, tx, ownerId, correction));
}

/**
 * Takes a correction back: every message stands again as it would without it.
 * @param how `undo`: what was said of the same before holds again; `forget`: nothing holds that was ever said of it
 * @returns the correction that was taken back
 * @throws AppError 404
 */
export async function revert(
	ctx: Pick<MailContext, "database" | "jobs" | "events">,
	ownerId: string,
	id: string,
	how: "undo" | "forget",
): Promise<Corrected> {
	const correction = await findCorrection(ctx.database, ownerId, id);
	if (correction === null) throw notFound("The correction");
	const { accountId, what, target } = correction;
	return change(ctx, ownerId, accountId, { what, target }, async (tx) => {
		await deleteCorrections(ctx.database, tx, ownerId, accountId, how === "undo" ? { id } : { what, target });
		return correction;
	});
}

async function change(
	ctx: Pick<MailContext, "database" | "jobs" | "events">,
	ownerId: string,
	accountId: string,
	target: Target,
	write: (tx: Queryable) => Promise<Correction>,
): Promise<Corrected> {
	const { database } = ctx;
	const corrected = await database.transaction(async (tx): Promise<Corrected> => {
		await lockAccount(database, tx, accountId);
		const correction = await write(tx);
		if ((await countOf(database, tx, ownerId, accountId, target, AT_ONCE + 1)) <= AT_ONCE) {
			const moved = await applyToTarget(database, tx, ownerId, accountId, target);
			return { correction, moved, job: null };
		}
		const job = await ctx.jobs.enqueue(reclassifyJob, { ownerId, accountId, input: { accountId, ...target } }, tx);
		return { correction, moved: 0, job: job.id };
	});
	ctx.events.publish(ownerId, { type: "mail", accountId });
	return corrected;
}

interface Resolved {
	accountId: string;
	target: Target;
	name: string;
	tokens: string[];
}

async function resolve(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	target: CorrectionTarget,
): Promise<Resolved> {
	const { database } = ctx;
	if (target.what === "message") {
		const row = await readMessage(database, ownerId, target.emailId);
		if (row === null) throw notFound("The email");
		if (row.folder_role === "sent" || row.folder_role === "drafts")
			throw badRequest("own-mail", "What you write yourself is in no category.");
		const facts = factsOf(row, row.list_key ?? "");
		const tokens = tokensOf(facts, featuresOf(facts));
		return { accountId: row.account_id, target: { what: "message", target: row.id }, name: row.subject, tokens };
	}
	if (!(await isKnown(database, ownerId, target.accountId))) throw notFound("The mailbox");
	const named: Target =
		target.what === "sender"
			? { what: "sender", target: target.senderEmail.trim().toLowerCase() }
			: { what: "list", target: target.listKey };
	if (named.target === "") throw badRequest("no-target", "This mail names no sender and no list to go by.");
	const name = await nameOf(database, ownerId, target.accountId, named);
	return { accountId: target.accountId, target: named, name, tokens: [] };
}
