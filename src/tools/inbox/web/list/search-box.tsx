import { Search, SlidersHorizontal, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useId, useState } from "react";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { Input } from "#web/ui/field.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { t } from "../text.ts";
import { operators } from "./search-operators.ts";
import { completed } from "./suggestions.ts";
import { useSuggestions } from "./use-suggestions.ts";

interface SearchBoxProps {
	/** The current search. */
	q: string;
	plain: boolean;
	onSearch: (q: string, plain: boolean) => void;
	onClear: () => void;
	input: Ref<HTMLInputElement>;
}

/** Searches on Enter or with the button, and completes the term that is typed; the icon at its end lists the operators. */
export function SearchBox({ q, plain, onSearch, onClear, input }: SearchBoxProps) {
	const [text, setText] = useState(q);
	const [isPlain, setPlain] = useState(plain);
	useEffect(() => {
		setText(q);
		setPlain(plain);
	}, [q, plain]);
	const [isTyping, setTyping] = useState(false);
	const [active, setActive] = useState(-1);
	const listId = useId();
	const suggestions = useSuggestions(text, isTyping && !isPlain);
	const isOpen = suggestions.length > 0;
	const close = () => {
		setTyping(false);
		setActive(-1);
	};
	const pick = (term: string) => {
		setText(completed(text, term));
		setActive(-1);
	};
	const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
		if (event.key === "Escape") {
			if (isOpen) return close();
			event.currentTarget.blur();
			if (q === "") setText("");
		} else if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
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
	const submit = (event: FormEvent) => {
		event.preventDefault();
		close();
		if (text.trim() === "") onClear();
		else onSearch(text.trim(), isPlain);
	};
	const add = (operator: string) => setText((now) => `${now.trim()} ${operator}`.trimStart());
	return (
		<search className="relative">
			<form onSubmit={submit} className="flex items-center gap-2">
				<Input
					ref={input}
					type="text"
					role="combobox"
					aria-expanded={isOpen}
					aria-controls={isOpen ? listId : undefined}
					aria-autocomplete="list"
					aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
					autoComplete="off"
					inputMode="search"
					enterKeyHint="search"
					aria-label={t.list.searchMail}
					placeholder={isPlain ? t.list.wordsSubjectSenderPreview : t.list.searchExample}
					icon={<Search size={16} />}
					value={text}
					maxLength={1000}
					onChange={(event) => {
						setText(event.target.value);
						setTyping(true);
						setActive(-1);
					}}
					onBlur={close}
					onKeyDown={keyDown}
					end={
						<>
							{text !== "" && (
								<IconButton
									icon={X}
									size="small"
									label={t.list.clearSearch}
									onClick={() => {
										setText("");
										onClear();
									}}
								/>
							)}
							<Popover
								title={t.list.searchHelp}
								trigger={<IconButton icon={SlidersHorizontal} size="small" label={t.list.searchOptions} />}
							>
								<div className="flex flex-col gap-3 px-4 py-3">
									<Switch
										checked={isPlain}
										onChange={setPlain}
										label={t.list.plainSearch}
										hint={t.list.plainSearchHint}
									/>
									{!isPlain && <Operators onPick={add} />}
								</div>
							</Popover>
						</>
					}
				/>
				<Button type="submit">{t.list.search}</Button>
			</form>
			{isOpen && (
				<ul
					id={listId}
					// biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the popup of a combobox (ARIA)
					role="listbox"
					aria-label={t.list.suggestions}
					className="absolute inset-x-0 top-full z-[var(--z-menu)] mt-1 overflow-hidden rounded-3 border border-line bg-surface p-1 shadow-2"
				>
					{suggestions.map(({ term, means }, index) => (
						// biome-ignore lint/a11y/useKeyWithClickEvents: keys are the input's, which keeps the focus
						<li
							key={term}
							id={`${listId}-${index}`}
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
			)}
		</search>
	);
}

function Operators({ onPick }: { onPick: (operator: string) => void }) {
	return (
		<ul className="-mx-2 max-h-[min(30rem,50dvh)] overflow-y-auto border-t border-line pt-2">
			{operators.map(({ text, means }) => (
				<li key={text}>
					<button
						type="button"
						onClick={() => onPick(text)}
						className="flex w-full items-baseline gap-3 rounded-2 px-2 py-1 text-left text-13 hover:bg-sunken"
					>
						<span className="w-40 shrink-0 font-mono text-12">{text}</span>
						<span className="min-w-0 text-ink-2">{means}</span>
					</button>
				</li>
			))}
		</ul>
	);
}
