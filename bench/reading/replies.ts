import { freshText } from "#shared/mail/quoted-text.ts";
import { readTarball } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { absentRow, excerpt, normalizeSpace, type ReadingRow, share } from "./row.ts";

const CORPUS = "replies/crisp-email-reply-parser.tar.gz";
const WHAT = "Visible answer of a reply";
const BAR = 0.9;

/** A published reply. */
export interface Reply {
	name: string;
	text: string;
	/** What was published as visible of it, with single spaces. */
	visible: string;
}

/** Judges `freshText` on replies whose visible text was published with them. */
export async function judgeReplies(): Promise<ReadingRow> {
	const replies = await readReplies();
	if (replies === null) return absentRow(WHAT, CORPUS);
	const misses: string[] = [];
	for (const { name, text, visible } of replies) {
		const got = normalizeSpace(freshText(text));
		if (got !== visible) misses.push(`${name}: ${difference(got, visible)}`);
	}
	const right = replies.length - misses.length;
	return {
		what: WHAT,
		figures: [{ name: "exact", value: share(right, replies.length), bar: BAR, count: replies.length }],
		misses,
	};
}

/** The published replies; null where the corpus is absent. */
export async function readReplies(): Promise<Reply[] | null> {
	const path = corpus(CORPUS);
	if (path === null) return null;
	const files = new Map((await readTarball(path)).map((file) => [file.path.split("/").at(-1) ?? "", file.bytes]));
	const script = files.get("test.js")?.toString("utf8") ?? "";
	const common = /COMMON_FIRST_FRAGMENT = ('[\s\S]*?');/.exec(script)?.[1] ?? "''";
	const replies: Reply[] = [];
	for (const test of script.split(/^export function /m)) {
		const name = /get_email\("([^"]+)"\)|fixtures\/([\w.]+)\.txt/.exec(test)?.slice(1).find(Boolean);
		const visible = visibleIn(test, common);
		const text = files.get(`${name}.txt`)?.toString("utf8").replace(/\r\n/g, "\n");
		if (visible === null || text === undefined || replies.some((reply) => reply.name === name)) continue;
		replies.push({ name: name as string, text, visible: normalizeSpace(visible) });
	}
	return replies;
}

/** The text that a published test expects to be visible; null if it states something else. */
function visibleIn(test: string, common: string): string | null {
	// The first of several visible fragments is not all of them.
	if (/fragments\[2\]/.test(test)) return null;
	const literal =
		/test\.equal\((COMMON_FIRST_FRAGMENT|"(?:[^"\\]|\\.)*"), (?:reply|text|email\.getVisibleText\(\)|\S*fragments\[0\]\S*)/.exec(
			test,
		)?.[1];
	if (literal === undefined) return null;
	return unescaped(literal.startsWith("COMMON") ? common : literal);
}

/** The text of a JavaScript string literal without hexadecimal escapes. */
function unescaped(literal: string): string {
	return literal.slice(1, -1).replace(/\\(\n|.)/g, (_, c: string) => (c === "n" ? "\n" : c === "\n" ? "" : c));
}

function difference(got: string, wanted: string): string {
	if (got.startsWith(wanted)) return `too much is visible: ${excerpt(got.slice(wanted.length))}`;
	if (wanted.startsWith(got)) return `hidden although new: ${excerpt(wanted.slice(got.length))}`;
	return `visible is ${excerpt(got)}`;
}
