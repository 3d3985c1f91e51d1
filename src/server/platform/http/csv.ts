import { FORMULA } from "#shared/formula.ts";
import { textStream } from "./stream-reply.ts";

type Cell = string | number | boolean | null;

/** A CSV record (RFC 4180) that spreadsheets do not evaluate. */
export function csvRecord(cells: readonly Cell[]): string {
	return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: Cell): string {
	const text = String(value ?? "");
	// Text comes from mail, and spreadsheets evaluate cells that start like a formula.
	const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV file to download, produced as the client reads. @param name without extension, ASCII only */
export function csvReply(name: string, lines: AsyncGenerator<string>): Response {
	return new Response(textStream(lines), {
		headers: {
			"content-type": "text/csv; charset=utf-8",
			"content-disposition": `attachment; filename="${name}.csv"`,
			"cache-control": "no-store",
		},
	});
}
