import { badRequest } from "#kernel/errors.ts";
import type { FileFormat } from "../../contract.ts";
import { BadFile, type FileRules } from "../formats/file-rule.ts";
import type { FilterLimits } from "../formats/filter-limits.ts";
import { readGmailXml } from "../formats/read-gmail-xml.ts";
import { readJson } from "../formats/read-json.ts";
import type { FolderNames } from "../formats/sieve/folders.ts";
import { readSieve } from "../formats/sieve/read.ts";

export interface FiltersInput {
	/** Null: detected from the content. */
	format: FileFormat | null;
	limits: FilterLimits;
	/** Of the mailboxes that the file may be from. */
	folders: FolderNames;
	/** The user's addresses. */
	own: readonly string[];
}

/** Reads a file of filters. @throws AppError 400 `bad-file` */
export default function task(raw: Buffer, { format, ...input }: FiltersInput): FileRules & { format: FileFormat } {
	const text = new TextDecoder().decode(raw);
	if (text.trim() === "") throw badRequest("bad-file", "The file is empty.");
	if (text.includes("\0")) throw badRequest("bad-file", "The file is not a text file.");
	const of = format ?? formatOf(text);
	const found = parsed(of, text, input);
	const { length } = found.rules;
	const { limits } = input;
	if (length > limits.rules)
		throw badRequest("bad-file", `The file has ${length} filters. You can import at most ${limits.rules} at once.`);
	return { ...found, format: of };
}

function parsed(format: FileFormat, text: string, { limits, folders, own }: Omit<FiltersInput, "format">): FileRules {
	try {
		if (format === "gmail") return readGmailXml(text, limits, own);
		return format === "sieve" ? readSieve(text, folders) : readJson(text);
	} catch (cause) {
		if (cause instanceof BadFile) throw badRequest("bad-file", cause.message);
		throw cause;
	}
}

function formatOf(text: string): FileFormat {
	const first = text.trimStart().charAt(0);
	if (first === "<") return "gmail";
	return first === "{" || first === "[" ? "json" : "sieve";
}
