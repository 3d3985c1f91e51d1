import { MAX_LISTED } from "../../contract.ts";

/** What an uploaded list may have. */
export interface ListLimits {
	bytes: number;
	rows: number;
	columns: number;
}

/** Ten thousand rows of a kilobyte and more. */
export const LIST_LIMITS: Readonly<ListLimits> = { bytes: 20_000_000, rows: MAX_LISTED, columns: 1_000 };
