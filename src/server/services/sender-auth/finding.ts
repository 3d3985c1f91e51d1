/** How a record or a part of it was judged. */
export type RecordState = "pass" | "warn" | "fail" | "error" | "not_checked";

/** A part of what was judged, such as a term of an SPF record. */
export interface RecordItem {
	label: string;
	detail: string;
	state: RecordState;
	/** Depth in a tree, from 0. */
	depth: number;
}

/** What a record is worth. */
export interface RecordFinding {
	state: RecordState;
	/** One sentence. */
	detail: string;
	/** What the domain's owner can do. */
	fix?: string | null;
	/** Part of the weight in a score; absent: as usual for the state. */
	share?: number | null;
	items?: RecordItem[];
}

export function itemOf(label: string, state: RecordState, detail: string, depth = 0): RecordItem {
	return { label, state, detail, depth };
}

/** Whether receivers can use what was found; null: that is not known. */
export function isUsable({ state, share = null }: Pick<RecordFinding, "state" | "share">): boolean | null {
	if (state === "error" || state === "not_checked") return null;
	return state !== "fail" && share !== 0;
}
