import { useQuery } from "@tanstack/react-query";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { cx } from "#web/ui/base/cx.ts";
import { itemClass, popupClass } from "#web/ui/base/popup.ts";
import type { DraftAddress } from "../../contract.ts";
import { people } from "../base/api.ts";
import { t } from "../base/text.ts";

const MAX_SUGGESTIONS = 6;

interface RecipientSuggestionsProps {
	/** Of the input; the list and its options derive theirs from it. */
	id: string;
	suggestions: readonly DraftAddress[];
	/** Index of the one that Enter chooses. */
	active: number;
	onActive: (index: number) => void;
	onChoose: (person: DraftAddress) => void;
}

/** The list below a field of recipients, whose keys are the input's. */
export function RecipientSuggestions({ id, suggestions, active, onActive, onChoose }: RecipientSuggestionsProps) {
	return (
		<div
			role="listbox"
			id={`${id}-list`}
			aria-label={t.recipients.suggestions}
			className={cx(popupClass, "absolute top-full left-12 z-10 w-80")}
		>
			{suggestions.map((person, index) => (
				// biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
				<div
					key={person.email}
					id={`${id}-${index}`}
					role="option"
					tabIndex={-1}
					aria-selected={index === active}
					// Before the input loses the focus.
					onMouseDown={(event) => event.preventDefault()}
					onClick={() => onChoose(person)}
					onMouseEnter={() => onActive(index)}
					className={cx(itemClass, index === active && "bg-sunken")}
				>
					<Avatar name={person.name || person.email} size="small" />
					<span className="min-w-0">
						<span className="block truncate">{person.name || person.email}</span>
						{person.name !== "" && <span className="block truncate text-12 text-ink-3">{person.email}</span>}
					</span>
				</div>
			))}
		</div>
	);
}

/** People the user corresponds with, by what is typed; those who are chosen already are left out. */
export function useRecipientSuggestions(text: string, chosen: readonly DraftAddress[]): DraftAddress[] {
	const q = text.trim();
	const { data = [] } = useQuery({
		queryKey: ["people", q],
		queryFn: async ({ signal }) => (await people.listPeople({ query: { q, limit: 20 } }, { signal })).items,
		enabled: q !== "",
		placeholderData: (before) => before,
	});
	if (q === "") return [];
	const known = new Set(chosen.map(({ email }) => email.toLowerCase()));
	const needle = q.toLowerCase();
	const startsWord = ({ name, email }: DraftAddress) =>
		`${name} ${email}`
			.toLowerCase()
			.split(/[\s@.]+/)
			.some((word) => word.startsWith(needle));
	return data
		.flatMap(({ name, addresses }) => addresses.map((email) => ({ name, email })))
		.filter(({ name, email }) => !known.has(email) && `${name} ${email}`.toLowerCase().includes(needle))
		.toSorted((one, other) => Number(startsWord(other)) - Number(startsWord(one)))
		.slice(0, MAX_SUGGESTIONS);
}
