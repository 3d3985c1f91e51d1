import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Action, Operation, PlanFolder } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { type AppError, badRequest, conflict, notFound } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { queryUnsearchable } from "../search/select.ts";
import { changeableAccounts, skipReason } from "./accounts.ts";
import { emailItems } from "./email-items.ts";
import { freezeChosen, type PlanItems, together } from "./freeze.ts";
import { normalized, targetOf } from "./kinds.ts";
import { discardOperation, expirePlans } from "./maintenance.ts";
import { PLAN_MS, WAITING_PLAN_MS } from "./open-plan.ts";
import { insertOperation } from "./operation-rows.ts";
import { planFolders } from "./plan-folders.ts";
import { type Choice, chooseMessages, type Where } from "./plan-scope.ts";
import type { ChangeableAccount, Target } from "./targets.ts";

export interface PlanRequest {
	action: Action;
	/** Either these messages, or what the query or folder matches. */
	ids?: string[] | undefined;
	query?: string | undefined;
	account?: string | undefined;
	folder?: string | undefined;
	/** Replaces all of the above, for callers inside the server. */
	where?: Where;
	source: string;
	/** Name of the API key that asks; null or absent: the user does. */
	requestedBy?: string | null;
	/** Shown in the history as what chose the messages when it was not a search: a rule's name. */
	reason?: string;
}

export interface Plan {
	id: string;
	action: Action["type"];
	count: Operation["count"];
	bytes: Operation["bytes"];
	sample: EmailItem[];
	folders: PlanFolder[];
	expiresAt: string;
}

/**
 * Freezes the list of messages that the action would change, in their current state. Nothing changes until the plan is
 * applied.
 * @throws AppError 400 `bad-query`, `query-unsearchable`, `unknown-folder`, `not-supported`; 404 for unknown messages
 * or accounts; 409 `nothing-selected`, `disconnected`, `read-only`
 */
export async function createPlan(ctx: MailContext, ownerId: string, request: PlanRequest): Promise<Plan> {
	const choice = choiceOf(request);
	const action = normalized(request.action);
	const accounts = await changeableAccounts(ctx, ownerId, request.account ?? null);
	await expirePlans(ctx, ownerId);
	const now = ctx.now();
	const id = newId(now);
	const expiresAt = new Date(now + (request.requestedBy == null ? PLAN_MS : WAITING_PLAN_MS));
	await insertOperation(ctx.database, ownerId, {
		id,
		accountId: null,
		action,
		folderName: null,
		query: request.query ?? request.reason ?? null,
		source: request.source,
		requestedBy: request.requestedBy ?? null,
		undoOf: null,
		undoDepth: 0,
		createdAt: new Date(now),
		expiresAt,
	});
	try {
		const list = await freeze(ctx, { ownerId, operationId: id }, accounts, { choice, action });
		if (list.frozen.count === 0) {
			const passedOver = list.found === 0 && (choice.ids !== null || accounts.length === 0);
			throw (passedOver ? await skipReason(ctx, ownerId, choice.ids) : null) ?? emptyReason(choice, list);
		}
		await ctx.database.exec(
			`update operations set state = 'planned', account_id = $3, folder_name = $4, item_count = $5, bytes = $6
			where owner_id = $1 and id = $2`,
			[ownerId, id, list.accountId, list.folderName, list.frozen.count, list.frozen.bytes],
		);
		const newest = list.frozen.newest.map((message) => message.id);
		const sample = await emailItems(ctx.database, ownerId, list.accountIds, newest);
		const { folders } = await planFolders(ctx.database, ownerId, id);
		const { count, bytes } = list.frozen;
		if (request.requestedBy != null) ctx.events.publish(ownerId, { type: "operations" });
		return { id, action: action.type, count, bytes, sample, folders, expiresAt: expiresAt.toISOString() };
	} catch (cause) {
		await discardOperation(ctx.database, ownerId, id);
		throw cause;
	}
}

function choiceOf(request: PlanRequest): Choice {
	if (request.where !== undefined) return { ids: null, where: request.where, query: "", folder: null };
	const searched = request.query !== undefined || request.folder !== undefined;
	if (request.ids === undefined && !searched)
		throw badRequest("nothing-selected", "Specify the messages: their ids, a search or a folder.");
	if (request.ids !== undefined && searched)
		throw badRequest("bad-request", "Choose messages either by their ids or by a search, not both.");
	if (request.query !== undefined && request.query !== "" && request.query.trim() === "")
		throw queryUnsearchable("The search is blank. Leave it out to choose all emails.", "query");
	return { ids: request.ids ?? null, where: null, query: request.query ?? "", folder: request.folder ?? null };
}

interface List {
	frozen: PlanItems;
	/** Messages found, whether or not the action changes them. */
	found: number;
	/** Null when there are several. */
	accountId: string | null;
	accountIds: string[];
	folderName: string | null;
	/** Why an account with chosen messages does not support the action. */
	error: AppError | null;
}

async function freeze(
	ctx: MailContext,
	key: { ownerId: string; operationId: string },
	accounts: readonly ChangeableAccount[],
	{ choice, action }: { choice: Choice; action: Action },
): Promise<List> {
	const list: List = {
		frozen: { count: 0, bytes: 0, newest: [] },
		found: 0,
		accountId: null,
		accountIds: [],
		folderName: null,
		error: null,
	};
	for (const account of accounts) {
		const { target, error } = targetOrError(action, account);
		let count = 0;
		for await (const chosen of chooseMessages(
			ctx.database,
			{ ownerId: key.ownerId, accountId: account.id },
			choice,
			ctx.now(),
		)) {
			list.found += chosen.ids.length;
			if (chosen.ids.length === 0) continue;
			if (target === null) {
				list.error ??= error;
				break;
			}
			const frozen = await freezeChosen(ctx.database, { ...key, accountId: account.id }, chosen, target);
			count += frozen.count;
			list.frozen = together(list.frozen, frozen);
		}
		if (count === 0) continue;
		list.accountIds.push(account.id);
		list.folderName ??= target?.folderName ?? null;
	}
	list.accountId = list.accountIds.length === 1 ? (list.accountIds[0] ?? null) : null;
	return list;
}

function targetOrError(
	action: Action,
	account: ChangeableAccount,
): { target: Target; error: null } | { target: null; error: AppError } {
	try {
		return { target: targetOf(action, account), error: null };
	} catch (cause) {
		return { target: null, error: cause as AppError };
	}
}

function emptyReason(choice: Choice, list: List): AppError {
	if (list.error !== null) return list.error;
	if (choice.ids !== null && list.found === 0) return notFound("None of these messages");
	if (list.found === 0) return conflict("nothing-selected", "No message matches, so there is nothing to change.");
	return conflict(
		"nothing-selected",
		"All of these messages are already in that state, so there is nothing to change.",
	);
}
