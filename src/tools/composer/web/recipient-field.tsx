import { X } from "lucide-react";
import {
	type ClipboardEvent,
	type KeyboardEvent,
	type ReactNode,
	useId,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { isOneAddress } from "#shared/mail/addresses.ts";
import { cx } from "#web/ui/cx.ts";
import type { DraftAddress } from "../contract.ts";
import { RecipientSuggestions, useRecipientSuggestions } from "./recipient-suggestions.tsx";
import { readAddresses, withAddresses } from "./recipients.ts";
import { t } from "./text.ts";

interface RecipientFieldProps {
	label: string;
	value: readonly DraftAddress[];
	onChange: (value: DraftAddress[]) => void;
	/** Addresses that get nothing. */
	suppressed: ReadonlySet<string>;
	/** Takes an address off the suppression list. */
	onAllow: (address: string) => void;
	/** Why an address did not get the message, by address. */
	failures: ReadonlyMap<string, string>;
	autoFocus?: boolean;
	disabled?: boolean;
	/** At the end of the line. */
	actions?: ReactNode;
}

/** One line of recipients, with suggestions from the people the user corresponds with. */
export function RecipientField(props: RecipientFieldProps) {
	const { label, value, onChange, suppressed, onAllow, failures, autoFocus, disabled, actions } = props;
	const input = useRef<HTMLInputElement>(null);
	const id = useId();
	const { text, type, suggestions, isListed, active, setActive, add, onKeyDown, onPaste } = useEntry(value, onChange);
	// Focused before the first paint, so that keys pressed at once go here.
	useLayoutEffect(() => {
		if (autoFocus) input.current?.focus();
	}, [autoFocus]);
	return (
		<div className="relative flex min-h-9 items-start gap-2 border-b border-line px-4 py-1">
			<label htmlFor={id} className="w-8 shrink-0 pt-1 text-13 text-ink-3">
				{label}
			</label>
			<div className="flex max-h-32 min-w-0 flex-1 flex-wrap items-center gap-1 overflow-y-auto">
				{value.map((person) => (
					<Chip
						key={person.email.toLowerCase()}
						person={person}
						isSuppressed={suppressed.has(person.email)}
						onAllow={() => onAllow(person.email)}
						failure={failures.get(person.email.toLowerCase())}
						onRemove={() => {
							onChange(value.filter(({ email }) => email !== person.email));
							input.current?.focus();
						}}
					/>
				))}
				<input
					ref={input}
					id={id}
					role="combobox"
					aria-expanded={isListed}
					aria-controls={`${id}-list`}
					aria-autocomplete="list"
					aria-activedescendant={isListed ? `${id}-${active}` : undefined}
					autoComplete="off"
					spellCheck={false}
					disabled={disabled}
					value={text}
					onChange={(event) => type(event.target.value)}
					onKeyDown={onKeyDown}
					onPaste={onPaste}
					onBlur={() => add(readAddresses(text))}
					className="h-7 min-w-24 flex-1 bg-transparent text-14 outline-none focus-visible:shadow-none"
				/>
			</div>
			{actions}
			{isListed && (
				<RecipientSuggestions
					id={id}
					suggestions={suggestions}
					active={active}
					onActive={setActive}
					onChoose={(person) => {
						add([person]);
						input.current?.focus();
					}}
				/>
			)}
		</div>
	);
}

/** What is typed, the suggestions for it, and the recipients that it becomes. */
function useEntry(value: readonly DraftAddress[], onChange: (value: DraftAddress[]) => void) {
	const [text, setText] = useState("");
	const [active, setActive] = useState(0);
	const [isOpen, setIsOpen] = useState(false);
	const suggestions = useRecipientSuggestions(text, value);
	const isListed = isOpen && suggestions.length > 0;
	const add = (more: readonly DraftAddress[]) => {
		if (more.length > 0) onChange(withAddresses(value, more));
		setText("");
		setActive(0);
		setIsOpen(false);
	};
	const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
		if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
		const { key } = event;
		if (isListed && (key === "ArrowDown" || key === "ArrowUp")) {
			const step = key === "ArrowDown" ? 1 : suggestions.length - 1;
			setActive((active + step) % suggestions.length);
		} else if (isListed && key === "Escape") setIsOpen(false);
		else if (key === "Backspace" && text === "" && value.length > 0) return onChange(value.slice(0, -1));
		else if (text.trim() !== "" && (key === "Enter" || key === "Tab")) {
			const chosen = isListed ? suggestions[active] : undefined;
			add(chosen === undefined ? readAddresses(text) : [chosen]);
		} else if ((key === "," || key === ";") && text.trim() !== "") add(readAddresses(text));
		else if (key !== "Enter") return;
		event.preventDefault();
		event.stopPropagation();
	};
	const onPaste = (event: ClipboardEvent) => {
		const pasted = readAddresses(event.clipboardData.getData("text/plain"));
		if (pasted.length === 0 || !pasted.every(({ email }) => isOneAddress(email))) return;
		event.preventDefault();
		add(pasted);
	};
	const type = (typed: string) => {
		setText(typed);
		setActive(0);
		setIsOpen(true);
	};
	return { text, type, suggestions, isListed, active, setActive, add, onKeyDown, onPaste };
}

interface ChipProps {
	person: DraftAddress;
	isSuppressed: boolean;
	onAllow: () => void;
	failure: string | undefined;
	onRemove: () => void;
}

function Chip({ person, isSuppressed, onAllow, failure, onRemove }: ChipProps) {
	const name = person.name || person.email;
	const isBad = failure !== undefined || !isOneAddress(person.email);
	const why = failure ?? (isSuppressed ? t.recipients.suppressed : isBad ? t.recipients.noAddress : person.email);
	return (
		<span
			title={why}
			className={cx(
				"inline-flex h-7 max-w-full items-center gap-1 rounded-full border pr-1 pl-2.5 text-13",
				isBad ? "border-red bg-red-soft" : isSuppressed ? "border-amber bg-amber-soft" : "border-line bg-paper",
			)}
		>
			<span className={cx("truncate", isSuppressed && "line-through")}>{name}</span>
			{(isBad || isSuppressed) && <span className="sr-only">{why}</span>}
			{isSuppressed && (
				<button
					type="button"
					aria-label={t.recipients.allow(name)}
					onClick={onAllow}
					className="rounded-1 px-1 font-semibold text-accent underline underline-offset-2"
				>
					{t.recipients.allowShort}
				</button>
			)}
			<button
				type="button"
				tabIndex={-1}
				aria-label={t.recipients.remove(name)}
				onClick={onRemove}
				className="flex size-5 items-center justify-center rounded-full text-ink-3 hover:bg-sunken hover:text-ink"
			>
				<X aria-hidden="true" size={13} />
			</button>
		</span>
	);
}
