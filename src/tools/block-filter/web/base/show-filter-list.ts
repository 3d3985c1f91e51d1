export const FILTER_LIST_ID = "filter-list";

/** Scrolls to the list of filters, which is below the form. */
export function showFilterList(): void {
	document.getElementById(FILTER_LIST_ID)?.scrollIntoView({ block: "start" });
}
