/**
 * Joins soft-wrapped lines of `format=flowed` text (RFC 3676) for display. Quote marks are kept as runs of `>`.
 * @param text with `\n` line endings
 * @param deleteSpace the part's `delsp=yes`: the space before a soft break is not part of the text
 */
export function unflow(text: string, deleteSpace: boolean): string {
	const out: string[] = [];
	let depth = -1;
	let open = false;
	for (const line of text.split("\n")) {
		const marks = /^>*/.exec(line)?.[0].length ?? 0;
		const bare = line.slice(marks).replace(/^ /, "");
		const isSignature = bare === "-- ";
		const isSoft = bare.endsWith(" ") && !isSignature;
		const content = isSoft && deleteSpace ? bare.slice(0, -1) : bare;
		// Lines of a different quote depth and the signature never continue a paragraph.
		if (open && marks === depth && !isSignature) out[out.length - 1] += content;
		else out.push(marks > 0 ? `${">".repeat(marks)} ${content}` : content);
		depth = marks;
		open = isSoft;
	}
	return out.join("\n");
}
