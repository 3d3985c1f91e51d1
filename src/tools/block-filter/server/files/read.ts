import { AppError } from "#kernel/errors.ts";
import { listAccounts, listFolders } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { readInWorker, readUpload, type UploadTask } from "#kernel/tables.ts";
import type { FileFormat, ImportPreview } from "../../contract.ts";
import type { FileRule, FileRules } from "../formats/file-rule.ts";
import { FILTER_LIMITS, type FilterLimits } from "../formats/filter-limits.ts";
import { namesIn } from "../formats/sieve/folders.ts";
import { conditionOf } from "../rule.ts";
import { covers } from "../rules/covers.ts";
import { checkRule } from "../rules/rules.ts";
import { type FilterRow, listRules, type RuleValues } from "../rules/store.ts";
import { doesTheSame } from "../rules/warnings.ts";
import type { FiltersInput } from "./read-filters.task.ts";

type ReadFile = FileRules & { format: FileFormat };

const task: UploadTask<FiltersInput, ReadFile> = {
	url: new URL("./read-filters.task.ts", import.meta.url),
	isTransient: true,
};

/**
 * Reads a file of rules and reports what could be imported. Imports nothing.
 * @param format null: detected from the content
 * @throws AppError 400 `bad-file`, and as `readUpload`
 */
export async function readFilters(
	ctx: MailContext,
	ownerId: string,
	{ body, format, limits = FILTER_LIMITS }: { body: Request["body"]; format: FileFormat | null; limits?: FilterLimits },
): Promise<ImportPreview> {
	const accounts = await listAccounts(ctx, ownerId);
	const folders = await Promise.all(accounts.map(({ id }) => listFolders(ctx.database, ownerId, id)));
	const own = [...new Set(accounts.map(({ email }) => email?.toLowerCase() ?? ""))].filter((one) => one.includes("@"));
	// A file does not say which mailbox it is from.
	const reading = { task, input: { format, limits, folders: namesIn(folders.flat()), own }, maxBytes: limits.bytes };
	const { rules, skipped, format: of } = await readUpload(ctx, ownerId, body, reading);
	const known = await listRules(ctx.database, ownerId);
	const filters: ImportPreview["filters"] = [];
	for (const rule of rules) filters.push(await examined(ctx, ownerId, rule, known));
	return { format: of, filters, skipped };
}

/**
 * Reads a script that a mail server sent; an empty one has no rules.
 * @param folders the mailbox's
 * @throws AppError as `readFilters`
 */
export async function readScript(
	ctx: MailContext,
	ownerId: string,
	script: string,
	folders: readonly { id: string; name: string }[],
): Promise<FileRules> {
	if (script.trim() === "") return { rules: [], skipped: [] };
	const input = { format: "sieve" as const, limits: FILTER_LIMITS, folders: namesIn(folders), own: [] };
	return readInWorker(ctx, ownerId, Buffer.from(script), { task, input });
}

/** A rule from a file, validated as if it were to be saved. */
export async function examined(
	ctx: MailContext,
	ownerId: string,
	rule: FileRule,
	known: readonly FilterRow[],
): Promise<ImportPreview["filters"][number]> {
	try {
		const values = await checkRule(ctx, ownerId, rule.draft);
		return { ...rule, isKnown: known.some((one) => isSame(one, values)) };
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		return { ...rule, error: cause.message, isKnown: false };
	}
}

function isSame(one: FilterRow, other: RuleValues): boolean {
	const [a, b] = [conditionOf(one), conditionOf(other)];
	return doesTheSame(one, other) && covers(a, b) && covers(b, a);
}
