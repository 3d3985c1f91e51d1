type Cell = string | number | boolean | null;

/** A CSV record (RFC 4180) that spreadsheets do not evaluate. */
export function csvRecord(cells: readonly Cell[]): string {
	return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: Cell): string {
	const text = String(value ?? "");
	// Text comes from mail, and spreadsheets evaluate cells that start like a formula. Numbers stay numbers.
	const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Streams records page by page at the reader's pace.
 * @param nextPage the next records; none: the end
 */
export function csvStream(
	head: readonly string[],
	nextPage: () => Promise<readonly (readonly Cell[])[]>,
): ReadableStream<Uint8Array> {
	return new ReadableStream<Uint8Array>({
		start: (controller) => controller.enqueue(Buffer.from(csvRecord(head))),
		async pull(controller) {
			const records = await nextPage();
			if (records.length === 0) controller.close();
			else controller.enqueue(Buffer.from(records.map(csvRecord).join("")));
		},
	});
}

/** A CSV file to download. @param name without extension, ASCII only */
export function csvReply(name: string, body: ReadableStream<Uint8Array>): Response {
	return new Response(body, {
		headers: {
			"content-type": "text/csv; charset=utf-8",
			"content-disposition": `attachment; filename="${name}.csv"`,
			"cache-control": "no-store",
		},
	});
}
