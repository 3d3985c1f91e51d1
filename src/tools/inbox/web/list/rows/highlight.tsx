/** A text with its matches marked. */
export function Highlighted({ text, matches }: { text: string; matches: RegExp | null }) {
	if (matches === null) return text;
	// With one group, the odd parts are the matches.
	return text.split(matches).map((part, index) =>
		index % 2 === 0 ? (
			part
		) : (
			// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
			<mark key={index} className="rounded-[2px] bg-amber-soft text-ink">
				{part}
			</mark>
		),
	);
}
