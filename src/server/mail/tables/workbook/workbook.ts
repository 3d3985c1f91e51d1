import { badRequest } from "../../../errors.ts";
import type { MailContext } from "../../context/context.ts";
import { readInWorker, readUpload, type UploadTask } from "../../uploads/read-upload.ts";
import type { AppendInput } from "./append.task.ts";
import type { InspectedSheet } from "./inspect.task.ts";
import { WORKBOOK_LIMITS } from "./limits.ts";
import type { ReadSheetInput, SheetColumn } from "./read-sheet.task.ts";

export type { AppendInput, InspectedSheet };

/** CPU time for the largest workbooks. */
const TIMEOUT_MS = 30_000;
const MAX_RESULT_BYTES = 100 * 1024 * 1024;

const options = { isTransient: true, timeoutMs: TIMEOUT_MS, maxResultBytes: MAX_RESULT_BYTES } as const;
const inspectTask: UploadTask<null, InspectedSheet[]> = {
	url: new URL("./inspect.task.ts", import.meta.url),
	...options,
};
const readTask: UploadTask<ReadSheetInput, SheetColumn> = {
	...{ url: new URL("./read-sheet.task.ts", import.meta.url), isBackground: true, ...options },
};
const appendTask: UploadTask<AppendInput, Uint8Array> = {
	url: new URL("./append.task.ts", import.meta.url),
	...options,
};

type Ctx = Pick<MailContext, "parsePool">;

/** Whether a file begins like a zip archive, as workbooks are. */
export function isZip(head: Uint8Array): boolean {
	return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

/** The sheets of an uploaded workbook. @throws AppError 400 `not-a-table`, 413, and as `readUpload` */
export function inspectWorkbook(ctx: Ctx, ownerId: string, body: Request["body"]): Promise<InspectedSheet[]> {
	return readUpload(ctx, ownerId, body, { task: inspectTask, input: null, maxBytes: WORKBOOK_LIMITS.bytes });
}

/** How the table of a sheet is written. */
export interface SheetFormat extends Omit<InspectedSheet, "emailColumn" | "sample" | "name"> {
	emailColumn: number;
}

/** What the caller knows better than the detection. */
interface GivenSheet {
	/** Its name. */
	sheet?: string | undefined;
	hasHeader?: boolean | undefined;
	emailColumn?: number | undefined;
}

/**
 * The sheet with addresses, or the given one. @throws AppError 400 `not-a-table`, `no-emails`, `bad-sheet` or `bad-column`
 */
export async function chooseSheet(
	ctx: Ctx,
	ownerId: string,
	{ bytes, given }: { bytes: Uint8Array; given: GivenSheet },
): Promise<SheetFormat> {
	const sheets = await readInWorker(ctx, ownerId, bytes, { task: inspectTask, input: null });
	const named = sheets.find(({ name }) => name === given.sheet);
	if (given.sheet !== undefined && named === undefined)
		throw badRequest("bad-sheet", `The spreadsheet has no sheet “${given.sheet}”.`);
	const found = named ?? sheets.find(({ emailColumn }) => emailColumn !== null) ?? sheets[0];
	const emailColumn = given.emailColumn ?? found?.emailColumn ?? null;
	if (found === undefined || emailColumn === null)
		throw badRequest("no-emails", "Please enter email addresses or upload a CSV file.");
	const { part, columns } = found;
	if (emailColumn >= columns.length)
		throw badRequest("bad-column", `The sheet has ${columns.length} columns; there is no column ${emailColumn + 1}.`);
	return { part, columns, emailColumn, hasHeader: given.hasHeader ?? found.hasHeader };
}

/** One column of a sheet, for a job. @throws AppError as the task and `readUpload` */
export function readSheet(ctx: Ctx, ownerId: string, bytes: Uint8Array, input: ReadSheetInput): Promise<SheetColumn> {
	return readInWorker(ctx, ownerId, bytes, { task: readTask, input });
}

/** A workbook with cells added to rows of a sheet. @throws AppError as the task and `readUpload` */
export function appendToSheet(ctx: Ctx, ownerId: string, bytes: Uint8Array, input: AppendInput): Promise<Uint8Array> {
	return readInWorker(ctx, ownerId, bytes, { task: appendTask, input });
}
