/** Letters of the block Tags (U+E0000), which no font shows: in flags of regions they are part of an emoji. */
const TAGS =
	/(\u{1f3f4}(?:\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}))|[\u{e0000}-\u{e007f}]+/gu;
/** More letters without width in a row than writing needs; with variation selectors, which can carry words. */
const RUNS = /(?:[\u180e\u200b-\u200f\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]){4,}/gu;
const ANY = /[\u180e\u200b-\u200f\u2060-\u2064\ufeff\udb40]|[\ufe00-\ufe0f]/;

/** Text without letters that no one sees, but programs read. Single ones stay: some scripts and emoji need them. */
export function withoutUnseenLetters(text: string): string {
	if (!ANY.test(text)) return text;
	const shown = text.includes("\udb40") ? text.replace(TAGS, "$1") : text;
	return shown.replace(RUNS, "");
}
