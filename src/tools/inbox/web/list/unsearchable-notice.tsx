import { unsearchableSentence } from "#shared/search/unsearchable.ts";

/** Says which terms of a search no email can be found by. */
export function UnsearchableLine({ terms }: { terms: readonly string[] }) {
	if (terms.length === 0) return null;
	return (
		<p role="status" className="border-b border-line px-4 py-1.5 text-12 text-ink-2">
			{unsearchableSentence(terms)}
		</p>
	);
}
