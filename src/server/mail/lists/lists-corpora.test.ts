import { expect, it } from "vitest";
import { listKeyOf } from "#shared/mail/list-identity.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../../../fixtures/archives.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { parseMessage } from "../parse/parse-message.ts";

/** Public mail that names an unsubscribe address, spam aside: how much of it is assigned to a list. */

async function* publicMail(): AsyncGenerator<Buffer> {
	for (const path of ["markup-gmail/takeout-open.mbox.gz", "list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz"])
		yield* splitPlainMbox(readGzip(corpus(path) ?? ""));
	for (const { path, bytes } of await readTarball(corpus("spamassassin/spamassassin-open.tar.gz") ?? ""))
		if (!path.startsWith("spam")) yield bytes;
}

describeIf(corpus("README.md") !== null)("public mail", () => {
	it("is assigned to a list where a header or the text says how to unsubscribe", async () => {
		let named = 0;
		const missed: string[] = [];
		for await (const raw of publicMail()) {
			const { headers, listUnsubscribe, from, subject, inReplyTo } = await parseMessage(raw);
			const { urls = [], mailtos = [], links = [] } = listUnsubscribe ?? {};
			const isNamed = urls.length + mailtos.length > 0 || (links.length > 0 && inReplyTo.length === 0);
			if (!isNamed) continue;
			named++;
			const facts = { senderEmail: from.email.toLowerCase(), senderName: from.name, subject };
			const key = listKeyOf({ ...facts, headers, listUnsubscribe, isReply: inReplyTo.length > 0 });
			if (key === "") missed.push(`${facts.senderEmail}: ${subject}`);
		}
		expect(named).toBeGreaterThan(3_000);
		expect([(named - missed.length) / named >= 0.995, missed]).toEqual([true, missed]);
	}, 120_000);
});
