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
	/** With the address that is being typed. */
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
	const entry = useEntry(value, onChange);
	const { chips, text, suggestions, isListed, active, setActive, add } = entry;
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
				{chips.map((person) => (
					<Chip
						key={person.email.toLowerCase()}
						person={person}
						isSuppressed={suppressed.has(person.email)}
						onAllow={() => onAllow(person.email)}
						failure={failures.get(person.email.toLowerCase())}
						onRemove={() => {
							entry.remove(person);
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
					onChange={(event) => entry.type(event.target.value)}
					onKeyDown={entry.onKeyDown}
					onPaste={entry.onPaste}
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

/**
 * What is typed, the suggestions for it, and the recipients that it becomes. It is among the recipients from the first
 * letter on: the message is saved and sent with what the field shows, whether or not a key has ended the address.
 */
function useEntry(value: readonly DraftAddress[], onChange: (value: DraftAddress[]) => void) {
	/** `count`: how many of the recipients, the last ones, are in the text. */
	const [{ text, count }, setTyped] = useState({ text: "", count: 0 });
	const [active, setActive] = useState(0);
	const [isOpen, setIsOpen] = useState(false);
	const chips = value.slice(0, value.length - count);
	const suggestions = useRecipientSuggestions(text, chips);
	const isListed = isOpen && suggestions.length > 0;
	const set = (entered: readonly DraftAddress[], typed: string) => {
		const next = withAddresses(entered, readAddresses(typed));
		setTyped({ text: typed, count: next.length - entered.length });
		if (JSON.stringify(next) !== JSON.stringify(value)) onChange(next);
	};
	const add = (more: readonly DraftAddress[]) => {
		set(withAddresses(chips, more), "");
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
		else if (key === "Backspace" && text === "" && chips.length > 0) return set(chips.slice(0, -1), "");
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
		set(chips, typed);
		setActive(0);
		setIsOpen(true);
	};
	const remove = (person: DraftAddress) =>
		set(
			chips.filter(({ email }) => email !== person.email),
			text,
		);
	return { chips, text, type, suggestions, isListed, active, setActive, add, remove, onKeyDown, onPaste };
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
