/** The preview without what sender and subject say already, with which newsletters begin. */
export function snippetOf({
	preview,
	subject,
	senderName,
}: Record<"preview" | "subject" | "senderName", string>): string {
	const base = subject.replace(/^(?:(?:re|fwd?|aw|wg)(?:\[\d+\])?:\s*|\[[^\]]*\]\s*)+/i, "");
	const said = [subject, base, senderName].map(fold).filter((text) => text.length > 2);
	let rest = preview;
	for (;;) {
		const start = rest.replace(/^[\s\p{P}\p{S}]+/u, "");
		const repeated = said.find(
			(text) => fold(start).startsWith(text) && !/^[\p{L}\p{N}]/u.test(fold(start).slice(text.length)),
		);
		if (repeated === undefined) return rest.trim();
		rest = start.slice(repeated.length);
	}
}

/** For comparison: same length as the text. */
function fold(text: string): string {
	const lower = text.replace(/\s/g, " ").toLowerCase();
	return lower.length === text.length ? lower : text;
}
