import { parseFull } from "#server/mail/parse/parse-message.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { messageIdOf } from "../../fixtures/corpus-messages.ts";
import type { AnnotatedMessage, Annotation } from "../../fixtures/summaries/annotation.ts";
import { englishMessages } from "../../fixtures/summaries/english.ts";
import { germanMessages } from "../../fixtures/summaries/german.ts";
import { romanceMessages } from "../../fixtures/summaries/romance.ts";
import { businessMail } from "./business-mail.ts";
import { listMail } from "./list-mail.ts";

/** Messages of ours: in English, German, French and Spanish. */
export const ownMessages: readonly AnnotatedMessage[] = [...englishMessages, ...germanMessages, ...romanceMessages];

const BUSINESS = "enron-categories/enron_with_categories-open.tar.gz";
const LIST = "list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz";

/** The annotated messages of the public corpora; none where they are absent. */
export async function corpusMessages(): Promise<AnnotatedMessage[]> {
	const [business, list] = [corpus(BUSINESS), corpus(LIST)];
	const found: AnnotatedMessage[] = [];
	for (const { path, bytes } of business === null ? [] : await readTarball(business)) {
		const name = path.split("/").slice(-2).join("/");
		const annotation = businessMail[name];
		if (annotation !== undefined) found.push(await read(name, bytes, annotation));
	}
	for (const raw of list === null ? [] : splitPlainMbox(readGzip(list))) {
		const id = messageIdOf(raw);
		const annotation = listMail[id];
		if (annotation !== undefined) found.push(await read(id, raw, annotation));
	}
	return found;
}

async function read(name: string, raw: Buffer, annotation: Annotation): Promise<AnnotatedMessage> {
	const { message, text } = await parseFull(raw);
	return {
		...annotation,
		...{ name, text, subject: message.subject, senderName: message.from.name, senderEmail: message.from.email },
		people: [...message.to, ...message.cc].map((one) => (one.name === "" ? one.email : one.name)),
		sent: new Date(message.date ?? 0).toISOString(),
	};
}
