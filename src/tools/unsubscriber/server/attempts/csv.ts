import type { Attempt } from "../../contract.ts";

const COLUMNS: readonly [string, (attempt: Attempt) => string | number | null][] = [
	["asked at", ({ at }) => at],
	["list", ({ name }) => name],
	["sender", ({ senderEmail }) => senderEmail],
	["method", ({ method }) => method],
	["address", ({ address }) => address],
	["state", ({ state }) => state],
	["reason", ({ reason }) => reason],
	["explanation", ({ explanation }) => explanation],
	["answer status", ({ answer }) => answer?.status ?? null],
	["answer", ({ answer }) => answer?.line ?? null],
	["answered at", ({ answeredAt }) => answeredAt],
	["still sending since", ({ stillSendingSince }) => stillSendingSince],
];

export const HEAD = lineOf(COLUMNS.map(([name]) => name));

/** An attempt as a CSV record (RFC 4180). */
export function csvLine(attempt: Attempt): string {
	return lineOf(COLUMNS.map(([, value]) => value(attempt)));
}

function lineOf(values: readonly (string | number | null)[]): string {
	return `${values.map(cell).join(",")}\r\n`;
}

function cell(value: string | number | null): string {
	const text = String(value ?? "");
	// Names come from mail, and spreadsheets evaluate cells that start like a formula.
	const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}
