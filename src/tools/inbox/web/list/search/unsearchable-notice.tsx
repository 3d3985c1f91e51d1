import { unsearchableSentence } from "#shared/search/unsearchable.ts";

/** Shows which search terms cannot match any email. */
export function UnsearchableLine({ terms }: { terms: readonly string[] }) {
	if (terms.length === 0) return null;
	return (
		<p role="status" className="border-b border-line px-4 py-1.5 text-12 text-ink-2">
			{unsearchableSentence(terms)}
		</p>
	);
}
