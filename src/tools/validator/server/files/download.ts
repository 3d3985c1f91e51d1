import { type MailContext, streamedFile } from "#kernel/module.ts";
import type { RowFilter } from "../../row-filter.ts";
import { exportFile } from "./export.ts";
import { exportSpreadsheet } from "./export-spreadsheet.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface Download extends RowFilter {
	name: "email-validation" | "email-validation-results";
}

/** A file or some of its rows to download. @throws AppError as `exportFile` */
export async function downloadFile(
	ctx: MailContext,
	ownerId: string,
	{ id, query: { name, ...filter } }: { id: string; query: Download },
): Promise<Response> {
	const file = { filename: filenameOf(ctx, name, "csv"), contentType: "text/csv" };
	return streamedFile(file, await exportFile(ctx, ownerId, { id, filter }));
}

/** A spreadsheet or some of its rows to download. @throws AppError as `exportSpreadsheet` */
export async function downloadSpreadsheet(
	ctx: MailContext,
	ownerId: string,
	{ id, query: { name, ...filter } }: { id: string; query: Download },
): Promise<Response> {
	const file = { filename: filenameOf(ctx, name, "xlsx"), contentType: XLSX };
	return streamedFile(file, await exportSpreadsheet(ctx, ownerId, { id, filter }));
}

function filenameOf({ now }: MailContext, name: Download["name"], extension: string): string {
	const time = new Date(now()).toISOString().replace(/[:.]/g, "-");
	return `${name === "email-validation" ? `${name}-${time}` : name}.${extension}`;
}
