/** Characters of a term that the sentence shows. */
const LONGEST_SHOWN = 60;

/** Says of a search's terms that no message can be found by them. @param terms at least one, see `unsearchableTerms` */
export function unsearchableSentence(terms: readonly string[]): string {
	const shown = terms.map((term) => {
		const characters = Array.from(term);
		return `“${characters.length > LONGEST_SHOWN ? `${characters.slice(0, LONGEST_SHOWN).join("")}…` : term}”`;
	});
	const list = [shown.slice(0, -1).join(", "), ...shown.slice(-1)].filter((part) => part !== "").join(" and ");
	return `${list} can't be searched. Use letters, digits, symbols or emoji.`;
}
