import { type KeyboardEvent, useId, useState } from "react";
import { completed } from "./suggestions.ts";
import { useSuggestions } from "./use-suggestions.ts";

interface SuggestionPopupOptions {
	enabled: boolean;
	/** Takes the text with its last term completed. */
	onComplete: (text: string) => void;
}

/** The suggestions for what is typed, as the popup of a combobox (ARIA). */
export function useSuggestionPopup(text: string, { enabled, onComplete }: SuggestionPopupOptions) {
	const [isTyping, setTyping] = useState(false);
	/** Index of a suggestion; -1: none. */
	const [active, setActive] = useState(-1);
	const id = useId();
	const suggestions = useSuggestions(text, isTyping && enabled);
	const isOpen = suggestions.length > 0;
	const close = () => {
		setTyping(false);
		setActive(-1);
	};
	const pick = (term: string) => {
		onComplete(completed(text, term));
		setActive(-1);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Escape") close();
		else if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
			event.preventDefault();
			const step = event.key === "ArrowDown" ? 1 : -1;
			// One position more than there are suggestions: the text itself.
			setActive(((active + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1);
		} else if (event.key === "Enter" || event.key === "Tab") {
			const chosen = suggestions[active];
			if (chosen === undefined) return;
			event.preventDefault();
			pick(chosen.term);
		}
	};
	return {
		id,
		suggestions,
		active,
		isOpen,
		close,
		pick,
		onKeyDown,
		/** The text was edited: there may be other suggestions. */
		onTyping: () => {
			setTyping(true);
			setActive(-1);
		},
		/** Attributes of the input. */
		inputProps: {
			role: "combobox",
			"aria-expanded": isOpen,
			"aria-controls": isOpen ? id : undefined,
			"aria-autocomplete": "list",
			"aria-activedescendant": active >= 0 ? optionId(id, active) : undefined,
		},
	} as const;
}

export type SuggestionPopup = ReturnType<typeof useSuggestionPopup>;

/** Id of the element of a suggestion. */
export function optionId(popupId: string, index: number): string {
	return `${popupId}-${index}`;
}
