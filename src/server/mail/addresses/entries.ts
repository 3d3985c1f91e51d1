import { withoutUnseen } from "#shared/mail/address-key.ts";
import { parseAddress } from "./syntax.ts";

/** Whether a cell has several addresses, each of them complete: they are not one that is written wrongly. */
export function hasSeveralAddresses(cell: string): boolean {
	const pieces = cell.split(/[,;\n|]|\s\/\s/).map((piece) => addressOf(piece));
	return pieces.length > 1 && pieces.every((piece) => typeof parseAddress(piece) === "object");
}

/**
 * The address of a cell or line: without surrounding spaces and quotes and letters that no one sees, and of `Ann Lee <ann@example.org>` the part in
 * angle brackets. What is no address is returned as it is, to be reported.
 */
export function addressOf(entry: string): string {
	const text = withoutUnseen(entry).trim();
	const mailto = /^mailto:([^?\s]+)/i.exec(text)?.[1];
	if (mailto !== undefined) return mailto;
	const inAngles = /<([^<>\s]+)>$/.exec(text)?.[1];
	if (inAngles?.includes("@")) return inAngles;
	// Spreadsheets write text that must stay text as `="…"`.
	const isWrapped = /^=?(["'])(.*)\1$/.exec(text)?.[2];
	// "john doe"@example.org has its quotes inside.
	return isWrapped !== undefined && !/["']@/.test(isWrapped) ? isWrapped.trim() : text;
}
