/** Maximum characters of a term shown in the message. */
const MAX_SHOWN = 60;

/** Message for search terms that cannot match any email. @param terms at least one, see `unsearchableTerms` */
export function unsearchableSentence(terms: readonly string[]): string {
	const shown = terms.map((term) => {
		const characters = Array.from(term);
		return `“${characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join("")}…` : term}”`;
	});
	const list = [shown.slice(0, -1).join(", "), ...shown.slice(-1)].filter((part) => part !== "").join(" and ");
	return `${list} can't be searched. Use letters, digits, symbols or emoji.`;
}
