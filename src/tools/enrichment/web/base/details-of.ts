import type { Enrichment } from "../../contract.ts";

/** How many of the details a result has; the name is none of them. */
export function detailsOf({ facts }: Pick<Enrichment, "facts">): number {
	return facts.filter(({ field }) => field !== "fullName").length;
}
