import type { FilterDraft } from "../../contract.ts";

export const views = ["filters", "screener"] as const;
export type View = (typeof views)[number];

const types = ["domain", "sender", "subject", "keyword"] as const;
const actions = ["delete", "archive", "label", "block", "move", "star", "mark_read", "forward"] as const;

/** The page's search parameters: the view, and a rule to prefill (`?type=sender&value=…&action=block`). */
export interface Search {
	view?: "screener";
	name?: string;
	type?: (typeof types)[number];
	value?: string;
	action?: FilterDraft["action"];
	account?: string;
}

/** Parses the search parameters; invalid ones are dropped. */
export function readSearchParams(raw: Record<string, unknown>): Search {
	const type = types.find((one) => one === raw.type);
	const action = actions.find((one) => one === raw.action);
	const [name, value, account] = [text(raw.name, 200), text(raw.value, 500), text(raw.account, 40)];
	return {
		...(raw.view === "screener" && { view: "screener" as const }),
		...(type && { type }),
		...(action && { action }),
		...(name !== undefined && { name }),
		...(value !== undefined && { value }),
		...(account !== undefined && { account }),
	};
}

function text(value: unknown, maxLength: number): string | undefined {
	// The router parses `value=2024` as a number.
	const written = typeof value === "number" ? String(value) : value;
	return typeof written === "string" && written.trim() !== "" ? written.slice(0, maxLength) : undefined;
}
