import { Search, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useState } from "react";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { t } from "../../base/text.ts";
import { SearchOptions } from "./search-options.tsx";
import { SuggestionList } from "./suggestion-list.tsx";
import { useSuggestionPopup } from "./use-suggestion-popup.ts";

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
	const popup = useSuggestionPopup(text, { enabled: !isPlain, onComplete: setText });
	const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
		if (event.key !== "Escape" || popup.isOpen) return popup.onKeyDown(event);
		event.currentTarget.blur();
		if (q === "") setText("");
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		popup.close();
		if (text.trim() === "") onClear();
		else onSearch(text.trim(), isPlain);
	};
	const clear = () => {
		setText("");
		onClear();
	};
	const add = (operator: string) => setText((now) => `${now.trim()} ${operator}`.trimStart());
	return (
		<search className="relative">
			<form onSubmit={submit} className="flex items-center gap-2">
				<Input
					{...popup.inputProps}
					ref={input}
					type="text"
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
						popup.onTyping();
					}}
					onBlur={popup.close}
					onKeyDown={keyDown}
					end={
						<>
							{text !== "" && <IconButton icon={X} size="small" label={t.list.clearSearch} onClick={clear} />}
							<SearchOptions isPlain={isPlain} onPlain={setPlain} onOperator={add} />
						</>
					}
				/>
				<Button type="submit">{t.list.search}</Button>
			</form>
			{popup.isOpen && <SuggestionList popup={popup} />}
		</search>
	);
}
