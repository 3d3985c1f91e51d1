import { Search, SlidersHorizontal, X } from "lucide-react";
import { type FormEvent, type Ref, useEffect, useState } from "react";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { Input } from "#web/ui/field.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { t } from "../text.ts";
import { operators } from "./search-operators.ts";

interface SearchBoxProps {
	/** The current search. */
	q: string;
	plain: boolean;
	onSearch: (q: string, plain: boolean) => void;
	onClear: () => void;
	input: Ref<HTMLInputElement>;
}

/** Searches on Enter or with the button; the icon at its end lists the operators. */
export function SearchBox({ q, plain, onSearch, onClear, input }: SearchBoxProps) {
	const [text, setText] = useState(q);
	const [isPlain, setPlain] = useState(plain);
	useEffect(() => {
		setText(q);
		setPlain(plain);
	}, [q, plain]);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (text.trim() === "") onClear();
		else onSearch(text.trim(), isPlain);
	};
	const add = (operator: string) => setText((now) => `${now.trim()} ${operator}`.trimStart());
	return (
		<search>
			<form onSubmit={submit} className="flex items-center gap-2">
				<Input
					ref={input}
					type="text"
					inputMode="search"
					enterKeyHint="search"
					aria-label={t.list.searchMail}
					placeholder={isPlain ? t.list.wordsSubjectSenderPreview : t.list.searchExample}
					icon={<Search size={16} />}
					value={text}
					maxLength={1000}
					onChange={(event) => setText(event.target.value)}
					onKeyDown={(event) => {
						if (event.key !== "Escape") return;
						event.currentTarget.blur();
						if (q === "") setText("");
					}}
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
