import { capitalize } from "#shared/capitalize.ts";
import { REASONS, type Reason, type Status } from "./reasons.ts";

/** Columns of an export, before those of the file. Shared by server and web app. */
export const EXPORT_COLUMNS = [
	...[
		"Email",
		"Valid",
		"Status",
		"Reason",
		"Deliverable",
		"Risk Level",
		"Domain",
		"MX Record",
		"SPF Valid",
		"DKIM Valid",
	],
	...["Score", "Suggestion", "Checked At"],
];

/** What an export says of an address. */
interface Exported {
	email: string;
	status: Status;
	valid: boolean | null;
	reason: Reason;
	deliverable: string;
	risk: string;
	domain: string | null;
	mxRecord: boolean | null;
	spfValid: boolean | null;
	dkimValid: boolean | null;
	score: number;
	suggestion: string | null;
	checkedAt: string;
}

/** Cells in the order of `EXPORT_COLUMNS`. */
export function exportCells(verdict: Exported): (string | number)[] {
	return [
		...[verdict.email, yesNo(verdict.valid), verdict.status, REASONS[verdict.reason].text],
		...[capitalize(verdict.deliverable), capitalize(verdict.risk), verdict.domain ?? ""],
		...[yesNo(verdict.mxRecord), yesNo(verdict.spfValid), yesNo(verdict.dkimValid)],
		...[verdict.score, verdict.suggestion ?? "", verdict.checkedAt],
	];
}

/** Cells of an address that was not checked. */
export function uncheckedCells(email: string, why: string): string[] {
	return [email, "Unknown", "not checked", why, "Unknown", "Unknown", ...Array<string>(7).fill("")];
}

function yesNo(value: boolean | null): string {
	return value === null ? "Unknown" : value ? "Yes" : "No";
}
