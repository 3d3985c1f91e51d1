import { newId } from "#shared/ids.ts";
import type { Category } from "#shared/mail/categories.ts";
import { badRequest, notFound } from "../../errors.ts";
import { classifierInputOf } from "../classify/features/facts.ts";
import { featuresOf } from "../classify/features/features.ts";
import { tokensOf } from "../classify/tokens.ts";
import type { AccountKey } from "../context/account-scope.ts";
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
import { reclassifyJob } from "./reclassify.ts";

export type { Correction } from "./correction-store.ts";
export { listCorrections } from "./correction-store.ts";

/** What a user corrects: one message, or all past and future mail of a sender or a list. */
export type CorrectionTarget =
	| { type: "message"; emailId: string }
	| { type: "sender"; accountId: string; senderEmail: string }
	| { type: "list"; accountId: string; listKey: string };

/** What a correction would do. */
export interface CorrectionPreview {
	/** Messages in another category that would move. */
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

/** Result of making or reverting a correction. */
export interface Corrected {
	correction: Correction;
	/** Messages whose category changed immediately. */
	moved: number;
	/** Id of the job (`reclassify`) that changes the past mail; null when all is done. */
	job: string | null;
}

/** Messages of a target that are moved within the request; more are moved in a job. */
const AT_ONCE = 500;

/**
 * What `correct` would do now.
 * @throws AppError 404 for a message or an account that is not this user's, 400 for a sender or list without a name and
 * for a message that the user wrote
 */
export async function previewCorrection(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	target: CorrectionTarget,
	category: Category,
): Promise<CorrectionPreview> {
	const { accountId, target: named } = await resolve(ctx, ownerId, target);
	return previewOf(ctx.database, { ownerId, accountId }, named, category);
}

/**
 * Stores a correction and moves the past mail that it applies to: immediately if there is little, otherwise in a job.
 * Messages that the user corrected individually stay; of a correction for a sender and one for a list, the newer
 * applies.
 * @throws AppError as `previewCorrection`
 */
export async function correct(
	ctx: Pick<MailContext, "database" | "jobs" | "events">,
	ownerId: string,
	target: CorrectionTarget,
	category: Category,
): Promise<Corrected> {
	const { accountId, target: named, name, tokens } = await resolve(ctx, ownerId, target);
	const correction: NewCorrection = { id: newId(), accountId, ...named, name, category, tokens: tokens };
	return change(ctx, { ownerId, accountId }, named, () => insertCorrection(ctx.database, ownerId, correction));
}

/**
 * Reverts a correction: every message gets the category it would have without it.
 * @param how `undo`: the previous correction of the same target applies again; `forget`: all corrections of the target
 * are deleted
 * @returns the correction that was reverted
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
	const { accountId, targetType, target } = correction;
	return change(ctx, { ownerId, accountId }, { targetType, target }, async () => {
		await deleteCorrections(
			{ database: ctx.database, ownerId, accountId },
			how === "undo" ? { id } : { targetType, target },
		);
		return correction;
	});
}

async function change(
	ctx: Pick<MailContext, "database" | "jobs" | "events">,
	{ ownerId, accountId }: AccountKey,
	target: Target,
	write: () => Promise<Correction>,
): Promise<Corrected> {
	const { database } = ctx;
	const corrected = await database.transaction(async (): Promise<Corrected> => {
		await lockAccount(database, accountId);
		const correction = await write();
		if ((await countOf({ database, ownerId, accountId }, target, AT_ONCE + 1)) <= AT_ONCE) {
			const moved = await applyToTarget({ database, ownerId, accountId }, target);
			return { correction, moved, job: null };
		}
		const job = await ctx.jobs.enqueue(reclassifyJob, { ownerId, accountId, input: { accountId, ...target } });
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
	if (target.type === "message") {
		const row = await readMessage(database, ownerId, target.emailId);
		if (row === null) throw notFound("The email");
		if (row.folderRole === "sent" || row.folderRole === "drafts")
			throw badRequest("own-mail", "Emails that you send have no category.");
		const facts = classifierInputOf(row, row.listKey ?? "");
		const tokens = tokensOf(facts, featuresOf(facts));
		return {
			accountId: row.accountId,
			target: { targetType: "message", target: row.id },
			name: row.subject,
			tokens: tokens,
		};
	}
	if (!(await isKnown(database, ownerId, target.accountId))) throw notFound("The mailbox");
	const named: Target =
		target.type === "sender"
			? { targetType: "sender", target: target.senderEmail.trim().toLowerCase() }
			: { targetType: "list", target: target.listKey };
	if (named.target === "") throw badRequest("no-target", "This email has no sender or list to match.");
	const name = await nameOf(database, ownerId, target.accountId, named);
	return { accountId: target.accountId, target: named, name, tokens: [] };
}
