import { splitQuotedText, type TextSegment } from "#shared/mail/quoted-text.ts";

/** A shorter signature is shown: folding it would take as much room. */
const LONG_SIGNATURE_LINES = 3;

/**
 * The parts of a text as the reader shows them. What is nothing but a quote, such as a forwarded message, is shown in
 * full.
 * @param fold whether quotes are folded
 */
export function shownSegments(text: string, senderName: string, fold: boolean): TextSegment[] {
	const split = splitQuotedText(text, senderName);
	const hasWords = split.some((segment) => segment.kind === "fresh" && segment.text.trim() !== "");
	if (!hasWords) return [{ kind: "fresh", text }];
	if (fold) return split;
	const shown: TextSegment[] = [];
	for (const segment of split) {
		const last = shown.at(-1);
		if (segment.kind !== "signature" && last?.kind === "fresh") last.text += `\n${segment.text}`;
		else shown.push(segment.kind === "quoted" ? { ...segment, kind: "fresh" } : { ...segment });
	}
	return shown;
}

/** Whether a segment is a signature that is worth folding. */
export function isLongSignature({ kind, text }: TextSegment): boolean {
	return kind === "signature" && text.split("\n").filter((line) => line.trim() !== "").length >= LONG_SIGNATURE_LINES;
}
