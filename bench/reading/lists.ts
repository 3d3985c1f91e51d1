import { parseMessage } from "#server/mail/parse/parse-message.ts";
import { listKeyOf } from "#shared/mail/list-identity.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { absentRow, excerpt, type ReadingRow, share } from "./row.ts";

const WHAT = "Lists among mail that names an unsubscribe address";
const BAR = 0.995;
const BOXES = ["markup-gmail/takeout-open.mbox.gz", "list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz"];
const FILES = "spamassassin/spamassassin-open.tar.gz";

/** Judges how much of the mail that says how to unsubscribe, spam aside, is assigned to a list. */
export async function judgeLists(): Promise<ReadingRow> {
	let named = 0;
	const misses: string[] = [];
	for await (const raw of publicMail()) {
		const { headers, listUnsubscribe, from, subject, inReplyTo } = await parseMessage(raw);
		const { urls = [], mailtos = [], links = [] } = listUnsubscribe ?? {};
		const isReply = inReplyTo.length > 0;
		if (urls.length + mailtos.length === 0 && (links.length === 0 || isReply)) continue;
		named++;
		const facts = { senderEmail: from.email.toLowerCase(), senderName: from.name, subject };
		const why = isReply ? "a reply" : urls.length + mailtos.length === 0 ? "a link in its text alone" : "a header";
		if (listKeyOf({ ...facts, headers, listUnsubscribe, isReply }) === "") misses.push(`${why}: ${excerpt(subject)}`);
	}
	if (named === 0) return absentRow(WHAT, FILES);
	return {
		what: WHAT,
		figures: [{ name: "found", value: share(named - misses.length, named), bar: BAR, count: named }],
		misses,
	};
}

async function* publicMail(): AsyncGenerator<Buffer> {
	for (const name of BOXES) {
		const path = corpus(name);
		if (path !== null) yield* splitPlainMbox(readGzip(path));
	}
	const path = corpus(FILES);
	if (path === null) return;
	for (const { path: name, bytes } of await readTarball(path)) if (!name.startsWith("spam")) yield bytes;
}
