import { attributionLines } from "./attribution.ts";

/** Lines in which a reply introduces what it quotes; programs that quote below the answer are longer. */
const MAX_LINES = 60;
const MAX_LINE_LENGTH = 400;
/** Archives write `ann at example.org`. */
const ADDRESS = /([^\s<>()[\]"',;:@]{1,64})(?:@|\s(?:at|\(at\)|\[at\])\s)([a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8})/iu;

/**
 * Address of the person whom a text quotes first: of `On …, Ann <ann@example.org> wrote:` before marked lines. Null if it
 * quotes no one, or names no address.
 * @param text plain text with `\n` line endings
 */
export function quotedSenderOf(text: string): string | null {
	if (!text.includes("\n>") && !text.includes("\n|")) return null;
	const lines = text.slice(0, MAX_LINES * MAX_LINE_LENGTH).split(/\r?\n/, MAX_LINES);
	for (let i = 0; i < lines.length; i++) {
		const line = lines[i] as string;
		if (isMarked(line)) return null;
		const found = line.length > MAX_LINE_LENGTH ? null : attributionLines(lines, i, isMarked);
		if (found === null) continue;
		const next = lines.slice(i + found.count).find((after) => after.trim() !== "");
		if (next === undefined || !isMarked(next)) continue;
		const [, local, host] = ADDRESS.exec(lines.slice(i, i + found.count).join(" ")) ?? [];
		return local === undefined || host === undefined ? null : `${local}@${host}`.toLowerCase();
	}
	return null;
}

function isMarked(line: string): boolean {
	return /^\s?[>|]/.test(line);
}
