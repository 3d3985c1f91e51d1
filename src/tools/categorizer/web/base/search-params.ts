import { type RangeSearch, rangeSearch } from "#web/lib/range/range-search.ts";
import { type Group, SUSPICIOUS } from "../../groups.ts";
import { categories } from "./categories.ts";

export type View = "emails" | "senders";

/** Search parameters of the page, besides the range. */
export interface Search extends RangeSearch {
	/** Absent: all. */
	category?: Group;
	/** Absent: emails. */
	view?: "senders";
	/** Absent: without mail in the user's own folders. */
	folders?: true;
	/** Absent: without archived mail. */
	archived?: true;
	/** One sender or list, with the mailbox that receives it. */
	sender?: string;
	mailbox?: string;
}

/** Parses the search parameters; invalid ones are dropped. */
export function readSearchParams(raw: Record<string, unknown>): Search {
	const category = raw.category === SUSPICIOUS ? SUSPICIOUS : categories.find(({ id }) => id === raw.category)?.id;
	const { sender, mailbox } = raw;
	return {
		...rangeSearch(raw),
		...(category && { category }),
		...(raw.view === "senders" && { view: "senders" }),
		...(isOn(raw.folders) && { folders: true }),
		...(isOn(raw.archived) && { archived: true }),
		...(typeof sender === "string" && typeof mailbox === "string" && { sender, mailbox }),
	};
}

function isOn(value: unknown): boolean {
	return value === true || value === 1;
}
