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
import type { DraftAddress } from "../../contract.ts";
import { RecipientChip } from "./recipient-chip.tsx";
import { RecipientSuggestions, useRecipientSuggestions } from "./recipient-suggestions.tsx";
import { meantAddress, readAddresses, withAddresses } from "./recipients.ts";

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
	const { chips, text, suggestions, isListed, active, setActive, add, meant } = entry;
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
					<RecipientChip
						key={person.email.toLowerCase()}
						person={person}
						isSuppressed={suppressed.has(person.email)}
						onAllow={() => onAllow(person.email)}
						failure={failures.get(person.email.toLowerCase())}
						meant={meant(person)}
						onCorrect={(email) => {
							entry.replace(person, email);
							input.current?.focus();
						}}
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
					onBlur={entry.finish}
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
	/** Typed or pasted here, and no one the user corresponds with: a letter may be wrong. */
	const [entered, setEntered] = useState<ReadonlySet<string>>(new Set());
	const [active, setActive] = useState(0);
	const [isOpen, setIsOpen] = useState(false);
	const chips = value.slice(0, value.length - count);
	const suggestions = useRecipientSuggestions(text, chips);
	const isListed = isOpen && suggestions.length > 0;
	const set = (finished: readonly DraftAddress[], typed: string) => {
		const next = withAddresses(finished, readAddresses(typed));
		setTyped({ text: typed, count: next.length - finished.length });
		if (JSON.stringify(next) !== JSON.stringify(value)) onChange(next);
	};
	const add = (more: readonly DraftAddress[]) => {
		set(withAddresses(chips, more), "");
		setActive(0);
		setIsOpen(false);
	};
	const enter = (more: readonly DraftAddress[]) => {
		const unknown = more.filter(({ email }) => !suggestions.some((one) => one.email === email.toLowerCase()));
		setEntered(new Set([...entered, ...unknown.map(({ email }) => email)]));
		add(more);
	};
	const finish = () => enter(readAddresses(text));
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
			if (chosen === undefined) finish();
			else add([chosen]);
		} else if ((key === "," || key === ";") && text.trim() !== "") finish();
		else if (key !== "Enter") return;
		event.preventDefault();
		event.stopPropagation();
	};
	const onPaste = (event: ClipboardEvent) => {
		const pasted = readAddresses(event.clipboardData.getData("text/plain"));
		if (pasted.length === 0 || !pasted.every(({ email }) => isOneAddress(email))) return;
		event.preventDefault();
		enter(pasted);
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
	const replace = (person: DraftAddress, email: string) =>
		set(
			withAddresses(
				[],
				chips.map((one) => (one.email === person.email ? { ...one, email } : one)),
			),
			text,
		);
	const meant = ({ email }: DraftAddress) => (entered.has(email) ? meantAddress(email) : null);
	return {
		...{ chips, text, type, suggestions, isListed, active, setActive, add, finish, remove, replace, meant },
		...{ onKeyDown, onPaste },
	};
}
