import { csvRecord } from "#kernel/module.ts";
import type { Attempt } from "../../contract.ts";

const COLUMNS: readonly [string, (attempt: Attempt) => string | number | null][] = [
	["requested at", ({ at }) => at],
	["list", ({ name }) => name],
	["sender", ({ senderEmail }) => senderEmail],
	["method", ({ method }) => method],
	["address", ({ address }) => address],
	["state", ({ state }) => state],
	["reason", ({ reason }) => reason],
	["explanation", ({ explanation }) => explanation],
	["response status", ({ response }) => response?.status ?? null],
	["response", ({ response }) => response?.text ?? null],
	["responded at", ({ respondedAt }) => respondedAt],
	["still sending since", ({ stillSendingSince }) => stillSendingSince],
];

export const HEAD = csvRecord(COLUMNS.map(([name]) => name));

/** An attempt as a CSV record (RFC 4180). */
export function csvLine(attempt: Attempt): string {
	return csvRecord(COLUMNS.map(([, value]) => value(attempt)));
}
