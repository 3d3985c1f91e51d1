import { AppError } from "#kernel/errors.ts";
import { getAccount, listFolders } from "#kernel/mail.ts";
import {
	AuthExpired,
	openSession,
	RateLimited,
	type RemoteRule,
	type RuleActions,
	type RuleCondition,
	Unavailable,
	Unsupported,
} from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Condition, Leaf } from "../../condition.ts";
import type { ImportPreview } from "../../contract.ts";
import { UnsupportedRule } from "../../from-query.ts";
import { examined, readScript } from "../files/read.ts";
import { draftFor, type FileRule, type FileRules, type RuleAction } from "../formats/file-rule.ts";
import { listRules } from "../rules/store.ts";

const MAX_MS = 30_000;

/**
 * The user's own rules at the provider, as filters that could be imported.
 * @throws AppError 404, 409 `not-supported`, `needs-sign-in`, `disconnected`; 502 `provider-unreachable`
 */
export async function readNative(
	ctx: MailContext,
	ownerId: string,
	accountId: string,
	signal: AbortSignal,
): Promise<Pick<ImportPreview, "filters" | "skipped">> {
	await getAccount(ctx, ownerId, accountId);
	const remote = await remoteRules(ctx, ownerId, accountId, signal);
	const folders = await listFolders(ctx.database, ownerId, accountId);
	const names = new Map(folders.map(({ id, name }) => [id, name]));
	const found: FileRules = { rules: [], skipped: [] };
	for (const rule of remote) {
		if (rule.key !== null) continue;
		const { rules, skipped } = rule.isSieve ? await fromScript(ctx, ownerId, rule, folders) : fromRule(rule, names);
		found.rules.push(...rules.map((one) => ({ ...one, draft: { ...one.draft, accountId } })));
		found.skipped.push(...skipped);
	}
	const known = await listRules(ctx.database, ownerId);
	const filters: ImportPreview["filters"] = [];
	for (const rule of found.rules) filters.push(await examined(ctx, ownerId, rule, known));
	return { filters, skipped: found.skipped };
}

async function remoteRules(
	ctx: MailContext,
	ownerId: string,
	accountId: string,
	given: AbortSignal,
): Promise<RemoteRule[]> {
	const signal = AbortSignal.any([given, AbortSignal.timeout(MAX_MS)]);
	try {
		const { session } = await openSession(ctx, ownerId, accountId);
		try {
			if (session.rules === undefined) throw new Unsupported("This mailbox's server doesn't support rules.");
			return await session.rules.list(signal);
		} finally {
			await session.close();
		}
	} catch (cause) {
		given.throwIfAborted();
		throw problemOf(cause, signal);
	}
}

function problemOf(cause: unknown, signal: AbortSignal): unknown {
	if (cause instanceof Unsupported) return new AppError(409, "not-supported", cause.message, { cause });
	if (cause instanceof AuthExpired) return new AppError(409, "needs-sign-in", cause.message, { cause });
	if (cause instanceof Unavailable || cause instanceof RateLimited || signal.aborted) {
		const sentence = "The mail provider is not responding. Please try again later.";
		return new AppError(502, "provider-unreachable", sentence, { cause });
	}
	return cause;
}

async function fromScript(
	ctx: MailContext,
	ownerId: string,
	{ name, text, isEnabled }: RemoteRule,
	folders: readonly { id: string; name: string }[],
): Promise<FileRules> {
	try {
		const { rules, skipped } = await readScript(ctx, ownerId, text, folders);
		// An inactive script is one that the user keeps for later.
		return { rules: rules.map((one) => (isEnabled ? one : off(one))), skipped };
	} catch (cause) {
		if (!(cause instanceof AppError) || cause.status >= 500) throw cause;
		return { rules: [], skipped: [{ name, reason: cause.message, line: null }] };
	}
}

const off = (one: FileRule): FileRule => ({ ...one, draft: { ...one.draft, isActive: false } });

function fromRule({ name, text, rule, isEnabled }: RemoteRule, folders: ReadonlyMap<string, string>): FileRules {
	const what = name === "" ? text : name;
	try {
		if (rule === null) throw new UnsupportedRule(`It uses a condition that filters don't support: ${text}`);
		const notes: string[] = [];
		const ruleAction = actionOf(rule.actions, folders, notes);
		const condition: Condition = { kind: "all", not: false, parts: rule.conditions.map(conditionFrom) };
		return { rules: [{ draft: draftFor(name, condition, ruleAction, isEnabled), notes, error: null }], skipped: [] };
	} catch (cause) {
		if (!(cause instanceof UnsupportedRule)) throw cause;
		return { rules: [], skipped: [{ name: what, reason: cause.message, line: null }] };
	}
}

function conditionFrom(one: RuleCondition): Condition {
	const leaves = leavesOf(one);
	const [only] = leaves;
	if (leaves.length === 1 && only !== undefined) return { ...only, not: one.not };
	return { kind: "any", not: one.not, parts: leaves };
}

function leavesOf(one: RuleCondition): Leaf[] {
	const not = false;
	if (one.about === "larger") return [{ kind: "size", than: "larger", bytes: one.bytes, not }];
	if (one.about === "attachment") return [{ kind: "attachment", not }];
	if (one.about === "list") return one.ids.map((id) => ({ kind: "list", value: `list:${id.toLowerCase()}`, not }));
	if (!("domains" in one)) {
		const kind = one.about === "subject" ? "subject" : "keyword";
		return one.texts.map((value) => ({ kind, value, not }));
	}
	const kind = one.about === "from" ? "sender" : "to";
	// Only the sender's domain can be matched here; other domains become words.
	const domains = one.domains.map((value): Leaf => ({ kind: one.about === "from" ? "domain" : "to", value, not }));
	return [...[...one.addresses, ...one.texts].map((value): Leaf => ({ kind, value, not })), ...domains];
}

/** A filter here has one action: the most far-reaching one is used. @throws UnsupportedRule */
function actionOf(actions: RuleActions, folders: ReadonlyMap<string, string>, notes: string[]): RuleAction {
	const { move, labels, read, star } = actions;
	const ruleActions: [words: string, ruleAction: RuleAction][] = [];
	if (move !== null) ruleActions.push(moveAction(move, folders));
	for (const labelName of labels) ruleActions.push([`label it “${labelName}”`, { action: "label", labelName }]);
	if (star) ruleActions.push(["star it", { action: "star" }]);
	if (read) ruleActions.push(["mark it as read", { action: "mark_read" }]);
	// A label is more specific than removal from the inbox.
	const first = ruleActions.find(([, ruleAction]) => ruleAction.action !== "archive") ?? ruleActions[0];
	if (first === undefined) throw new UnsupportedRule("It has no action that filters support.");
	const others = ruleActions.filter((one) => one !== first).map(([words]) => words);
	if (others.length > 0)
		notes.push(`Filters here have one action. At the provider, this one would also ${others.join(" and ")}.`);
	return first[1];
}

/** @throws UnsupportedRule */
function moveAction(
	move: NonNullable<RuleActions["move"]>,
	folders: ReadonlyMap<string, string>,
): [string, RuleAction] {
	if ("role" in move) {
		if (move.role === "trash") return ["delete it", { action: "delete" }];
		return move.role === "spam" ? ["move it to spam", { action: "block" }] : ["archive it", { action: "archive" }];
	}
	const folderName = folders.get(move.folderId);
	if (folderName === undefined) throw new UnsupportedRule("Its target folder no longer exists.");
	return [`move it to “${folderName}”`, { action: "move", folderName }];
}
