import { isGrounded } from "#server/mail/replies/grounded.ts";
import { normalizeSpace, type ReadingRow, share } from "../reading/row.ts";
import { rawMessages, readAnnotations, type Split } from "./annotated-mail.ts";
import { type ReplyMail, repliesTo } from "./reply-mail.ts";
import verdicts from "./verdicts.json" with { type: "json" };

/**
 * What a person says of one reply to one message. `sendable`: could be sent as it is. `useless`: harmless, but nobody would send it.
 * `wrong`: says what the message does not, or what must not be said.
 */
type Verdict = "sendable" | "useless" | "wrong";

const bars = { sendable: 0.6, notWrong: 1 };
const byMail = verdicts as Record<string, Record<string, Verdict>>;

/** Judges replies by the verdicts in `verdicts.json`, by message and text; null: there are no annotations of this split. */
export async function judgeReplies(split: Split, words: string): Promise<ReadingRow | null> {
	const mails = readAnnotations<ReplyMail[]>(new URL(`${split}-replies.json`, import.meta.url));
	if (mails === null) return null;
	const raw = await rawMessages(mails);
	const misses: string[] = [];
	const judged: { mail: ReplyMail; verdict: Verdict | null }[] = [];
	let answerable = 0;
	let silent = 0;
	for (const mail of mails) {
		const replies = await repliesTo(mail, raw);
		if (replies === null) continue;
		answerable += mail.wantsReply ? 1 : 0;
		silent += !mail.wantsReply && replies.length === 0 ? 1 : 0;
		if (mail.wantsReply && replies.length === 0) misses.push(`${mail.id}: nothing offered`);
		for (const { text } of replies) {
			const verdict = verdictOn(mail, text);
			judged.push({ mail, verdict });
			if (verdict !== "sendable") misses.push(`${mail.id}: ${verdict ?? "not judged"}: ${normalizeSpace(text)}`);
		}
	}
	const known = judged.filter(({ verdict }) => verdict !== null);
	const count = (verdict: Verdict): number => known.filter((one) => one.verdict === verdict).length;
	const answered = new Set(
		known.filter(({ mail, verdict }) => mail.wantsReply && verdict === "sendable").map(({ mail }) => mail.id),
	);
	/** Nothing is met by what nobody has judged. */
	const barOf = (bar: number): number | null => (known.length === 0 ? null : bar);
	const unwanted = mails.filter(({ wantsReply }) => !wantsReply).length;
	return {
		what: `Replies, ${words}`,
		figures: [
			{
				name: "offered replies that were judged",
				value: share(known.length, judged.length),
				bar: null,
				count: judged.length,
			},
			{
				name: "sendable, of those judged",
				value: share(count("sendable"), known.length),
				bar: barOf(bars.sendable),
				count: known.length,
			},
			{
				name: "not wrong",
				value: share(known.length - count("wrong"), known.length),
				bar: barOf(bars.notWrong),
				count: known.length,
			},
			{ name: "messages with a sendable reply", value: share(answered.size, answerable), bar: null, count: answerable },
			{ name: "nothing where none is wanted", value: share(silent, unwanted), bar: null, count: unwanted },
		],
		misses,
	};
}

/** Null: nobody has judged it. Days and numbers that the message does not have are wrong in any case. */
function verdictOn(mail: ReplyMail, text: string): Verdict | null {
	const message = [mail.subject, mail.text ?? "", ...mail.facts].join("\n");
	if (mail.text !== undefined && !isGrounded(text, message)) return "wrong";
	return byMail[mail.id]?.[text] ?? null;
}
