/** Lines that end earlier were ended by their writer, unless the next word would not have fitted. */
const MIN_LENGTH = 40;
/** Mail programs wrap at 65 to 80 characters. */
const MAX_LENGTH = 100;
const LIST_ITEM = /^\s*(?:[-*•·–]|\d{1,2}[.)]|[a-z][.)])\s/iu;
const FIELD = /^\s*[\p{L}-]{2,20}\s?:/u;

/**
 * Joins lines that a mail program wrapped, so that sentences are whole. Paragraphs, lists, short lines such as greetings and
 * lines with fields stay. Linear in the length of the text.
 * @param text plain text with `\n` line endings
 */
export function unwrap(text: string): string {
	const paragraphs: string[][] = [];
	let before = "";
	for (const line of text.split("\n")) {
		const paragraph = paragraphs.at(-1);
		if (paragraph !== undefined && continues(before, line)) paragraph.push(line.trim());
		else paragraphs.push([line.trimEnd()]);
		before = line;
	}
	return paragraphs.map((lines) => lines.join(" ")).join("\n");
}

/** Whether a line continues the one before it. */
function continues(before: string, line: string): boolean {
	const [end, start] = [before.trimEnd(), line.trimStart()];
	if (end.length > MAX_LENGTH || start === "" || end === "" || LIST_ITEM.test(line) || FIELD.test(line)) return false;
	if (/^[>|]/.test(start) || /[:：]$/.test(end)) return false;
	const isLower = /^[\p{Ll}(]/u.test(start);
	// A link is never wrapped, so its line may be long: the next one starts a new paragraph.
	if (!isLower && /https?:\/\/\S+$/.test(end)) return false;
	const isOver = /[.!?…]$/.test(end);
	// A sentence that ends in the last third of a line is followed by the next one in the same paragraph.
	if (end.length < MIN_LENGTH) return isLower && !isOver && end.length >= MIN_LENGTH / 2;
	return isLower || !isOver || end.length >= 60;
}
