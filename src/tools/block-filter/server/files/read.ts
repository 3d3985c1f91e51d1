import { AppError, badRequest } from "#kernel/errors.ts";
import { type MailContext, readText } from "#kernel/module.ts";
import type { FileFormat, ImportPreview } from "../../contract.ts";
import { BadFile, type FileRule, type FileRules } from "../formats/file-rule.ts";
import { readGmailXml } from "../formats/gmail.ts";
import { readJson } from "../formats/json.ts";
import { readSieve } from "../formats/sieve/read.ts";
import { conditionOf } from "../rule.ts";
import { covers } from "../rules/covers.ts";
import { checkRule } from "../rules/rules.ts";
import { type FilterRow, listRules, type RuleValues } from "../rules/store.ts";
import { doesTheSame } from "../rules/warnings.ts";

/** Upper limit for a file, enough for thousands of rules. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum rules per import. */
const MAX_RULES = 500;

const READERS: Record<FileFormat, (text: string) => FileRules> = {
	gmail: readGmailXml,
	sieve: readSieve,
	json: readJson,
};

/**
 * Reads a file of rules and reports what could be imported. Imports nothing.
 * @param format null: detected from the content
 * @throws AppError 400 `bad-file`, 413 `too-large`
 */
export async function readFilters(
	ctx: MailContext,
	ownerId: string,
	request: Request,
	format: FileFormat | null,
): Promise<ImportPreview> {
	const text = await textOf(request);
	const of = format ?? formatOf(text);
	const { rules, skipped } = parsed(of, text);
	if (rules.length > MAX_RULES)
		throw badRequest("bad-file", `The file has ${rules.length} filters. You can import at most ${MAX_RULES} at once.`);
	const known = await listRules(ctx.database, ownerId);
	const filters: ImportPreview["filters"] = [];
	for (const rule of rules) filters.push(await examined(ctx, ownerId, rule, known));
	return { format: of, filters, skipped };
}

function parsed(format: FileFormat, text: string): FileRules {
	try {
		return READERS[format](text);
	} catch (cause) {
		if (cause instanceof BadFile) throw badRequest("bad-file", cause.message);
		throw cause;
	}
}

async function textOf(request: Request): Promise<string> {
	const text = await readText(request, MAX_BYTES);
	if (text.trim() === "") throw badRequest("bad-file", "The file is empty.");
	if (text.includes("\0")) throw badRequest("bad-file", "The file is not a text file.");
	return text;
}

function formatOf(text: string): FileFormat {
	const first = text.trimStart().charAt(0);
	if (first === "<") return "gmail";
	return first === "{" || first === "[" ? "json" : "sieve";
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
