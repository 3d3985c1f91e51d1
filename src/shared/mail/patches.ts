/** Recognizes patches that someone wrote into a message: their lines and headers look like quotes. */

const MAX_LINE = 400;
const FIELD = /^[A-Za-z][A-Za-z-]{1,40}:\s/;
const MAIL_SEPARATOR = /^From [0-9a-f]{12,64} /;
/** Fields of the header that `git format-patch` writes; one with a recipient is a quoted message's. */
const PATCH_FIELD =
	/^(?:From|Date|Subject|Message-ID|In-Reply-To|References|Signed-off-by|Cc|MIME-Version|Content-[A-Za-z-]+|X-[A-Za-z-]+)[:]/i;
const MAX_HEADER = 14;
/** Lines between a header and its changes: the description. */
const MAX_DESCRIPTION = 120;
const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;
const HEAD_OF_FILE =
	/^(?:diff --git |diff -|index [0-9a-f]{4,40}\.\.|--- \S|\+\+\+ \S|(?:new|deleted) file mode |old mode |new mode |similarity index |rename (?:from|to) |Binary files )/;

/** Index after the part of a patch that begins at `at`: its header, the head of a file, or a hunk; `at` if none does. */
export function patchEnd(lines: readonly string[], at: number): number {
	const line = lines[at] as string;
	if (line.length > MAX_LINE) return at;
	const hunk = HUNK.exec(line);
	if (hunk !== null) return hunkEnd(lines, at, Number(hunk[2] ?? 1), Number(hunk[4] ?? 1));
	if (HEAD_OF_FILE.test(line)) return hasChanges(lines, at, 12) ? at + 1 : at;
	return headerEnd(lines, at);
}

function hunkEnd(lines: readonly string[], at: number, removed: number, added: number): number {
	let before = removed;
	let after = added;
	let i = at + 1;
	for (; i < lines.length && (before > 0 || after > 0); i++) {
		const mark = (lines[i] as string).charAt(0);
		if (mark === "-") before--;
		else if (mark === "+") after--;
		// Mail programs drop the blank of an empty line.
		else if (mark === " " || lines[i] === "" || lines[i] === "\r" || mark === "\t") {
			before--;
			after--;
		} else if (mark !== "\\") break;
	}
	return i;
}

/** The header of a patch: of `git format-patch`, without a recipient, and with changes below it. */
function headerEnd(lines: readonly string[], at: number): number {
	let i = MAIL_SEPARATOR.test(lines[at] as string) ? at + 1 : at;
	if (!/^(?:From|Subject|Date):\s/i.test(lines[i] ?? "")) return at;
	const first = i;
	while (i < lines.length && i - first < MAX_HEADER && (lines[i] as string).trim() !== "") {
		const line = lines[i] as string;
		if (!/^\s/.test(line) && (FIELD.test(line) ? !PATCH_FIELD.test(line) : true)) return at;
		i++;
	}
	return hasChanges(lines, i, MAX_DESCRIPTION) ? i : at;
}

/** Whether changes follow before anything that is quoted. */
function hasChanges(lines: readonly string[], from: number, within: number): boolean {
	for (let i = from; i < Math.min(lines.length, from + within); i++) {
		const line = lines[i] as string;
		if (HUNK.test(line) || line.startsWith("diff --git ")) return true;
		if (line.startsWith(">")) return false;
	}
	return false;
}
