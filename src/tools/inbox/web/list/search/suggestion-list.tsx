import { t } from "../../base/text.ts";
import { optionId, type SuggestionPopup } from "./use-suggestion-popup.ts";

/** Completions of the term that is typed, below the search box. */
export function SuggestionList({ popup }: { popup: SuggestionPopup }) {
	const { id, suggestions, active, pick } = popup;
	return (
		<ul
			id={id}
			// biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the popup of a combobox (ARIA)
			role="listbox"
			aria-label={t.list.suggestions}
			className="absolute inset-x-0 top-full z-[var(--z-menu)] mt-1 overflow-hidden rounded-3 border border-line bg-surface p-1 shadow-2"
		>
			{suggestions.map(({ term, means }, index) => (
				// biome-ignore lint/a11y/useKeyWithClickEvents: keys are the input's, which keeps the focus
				<li
					key={term}
					id={optionId(id, index)}
					// biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
					role="option"
					aria-selected={index === active}
					tabIndex={-1}
					// Before the input loses the focus.
					onMouseDown={(event) => event.preventDefault()}
					onClick={() => pick(term)}
					className="flex min-h-9 cursor-pointer items-center gap-x-3 rounded-2 px-3 text-13 hover:bg-sunken aria-selected:bg-selected max-sm:flex-col max-sm:items-start max-sm:py-2 pointer-coarse:min-h-11"
				>
					<span className="max-w-full min-w-0 truncate font-mono text-12">{term}</span>
					<span className="max-w-full min-w-0 truncate text-ink-2 sm:flex-1">{means}</span>
				</li>
			))}
		</ul>
	);
}
