import type { Attempt } from "./attempt.ts";
import type { FetchedBody, MessageWithoutBody } from "./fetch-bodies.ts";

/** Copies bodies from an uploaded archive. @returns the messages that are not in it */
export async function copyFromArchive(
	localArchive: Attempt["localArchive"],
	rows: MessageWithoutBody[],
	deliver: (bodies: FetchedBody[]) => Promise<void>,
): Promise<MessageWithoutBody[]> {
	if (localArchive === null) return rows;
	const keys = await localArchive.ofRows(rows.map(({ id }) => id));
	const copies = await localArchive.read([...keys.values()]);
	const found = rows.flatMap((row) => {
		const copy = copies.get(keys.get(row.id) ?? "");
		return copy !== undefined && isOfSize(copy.raw.length, row.sizeBytes) ? [{ row, raw: copy.raw }] : [];
	});
	if (found.length === 0) return rows;
	await deliver(found);
	const copied = new Set(found.map(({ row }) => row.id));
	return rows.filter(({ id }) => !copied.has(id));
}

/** Sizes in listings are estimates. */
function isOfSize(bytes: number, estimate: number): boolean {
	return Math.abs(bytes - estimate) <= 4_096 + estimate / 10;
}
