import type { ReplyTone } from "#shared/contracts/replies.ts";
import type { Language } from "../summaries/built-in/language.ts";
import { type ReplySource, suggestReplies } from "./from-rules.ts";

/** A message to reply to, and its suggested replies, for tests. */

export const sentAt = Date.parse("2026-03-04T10:00:00Z");
export const me = { name: "Ben Okafor", email: "ben@example.org" };
export const self = { addresses: new Set([me.email]), names: new Set(["ben", "okafor"]) };
export const from = { from: "mara@orchard.example", fromName: "Mara Lindqvist" };
export const source = (text: string, more: Partial<ReplySource> = {}): ReplySource => ({
	...{ subject: "", text, sentAt, now: sentAt, isReply: false, incoming: null, isInvitation: false, hasFiles: false },
	...{ name: null, people: { to: [me], cc: [], isList: false, self, ...from }, ...more },
});
export const suggest = (
	text: string,
	language: Language,
	{ tone = "professional" as ReplyTone, ...more }: Partial<ReplySource> & { tone?: ReplyTone } = {},
) => suggestReplies(source(text, more), { tone, language }).map((one) => one.text);
/** Without greeting and closing. */
export const answers = (text: string, language: Language, more?: Partial<ReplySource>) =>
	suggest(text, language, more).map((one) => one.split("\n\n")[1]);
