import type { Card } from "../../contract.ts";
import { MAX_VALUES } from "../../limits.ts";

type Row = Card & { emails: string[]; photo?: string | undefined };

/** Cards as rows of an import. One with more addresses than a row may have takes several, which share its first address. @param max at least 2 */
export function rowsOf(cards: readonly Row[], max = MAX_VALUES): Row[] {
	return cards.flatMap(({ emails: [first = "", ...others], ...card }) => {
		const rows = [{ ...card, emails: [first, ...others.slice(0, max - 1)] }];
		for (let from = max - 1; from < others.length; from += max - 1)
			rows.push({ ...card, emails: [first, ...others.slice(from, from + max - 1)] });
		return rows;
	});
}
