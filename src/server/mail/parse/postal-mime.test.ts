import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { readGzip, splitPlainMbox } from "../../../../fixtures/archives.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { parseFull } from "./parse-message.ts";

/** Compares with another parser on real mail, where both should agree. */
const mailboxes = ["list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz", "markup-gmail/takeout-open.mbox.gz"];

const oneBlank = (text: string | undefined) => (text ?? "").replace(/[\s\u00a0]+/g, " ").trim();

test.each(mailboxes)("agrees with postal-mime on %s", async (name) => {
	const path = corpus(name);
	if (!path) return;
	for (const [i, raw] of splitPlainMbox(readGzip(path)).entries()) {
		const other = await PostalMime.parse(raw);
		const { message, html } = await parseFull(raw);
		expect(oneBlank(message.subject), `${i}`).toBe(oneBlank(other.subject));
		expect(message.from.email.toLowerCase(), `${i}`).toBe(other.from?.address?.toLowerCase() ?? "");
		expect(message.date, `${i}`).toBe(other.date ? Date.parse(other.date) : null);
		expect(`<${message.messageId}>`, `${i}`).toBe(other.messageId);
		if (other.html === undefined) expect(oneBlank(message.text), `${i}`).toBe(oneBlank(other.text));
		else if (other.text === undefined) expect(oneBlank(html ?? ""), `${i}`).toBe(oneBlank(other.html));
		const sizes = (other.attachments ?? [])
			.filter(({ mimeType }) => mimeType !== "text/x-amp-html")
			.map(({ content }) => (content as ArrayBuffer).byteLength);
		expect(message.attachments, `${i}`).toHaveLength(sizes.length);
		// The line break before a boundary belongs to the boundary (RFC 2046 §5.1.1); the other parser keeps it.
		for (const [at, { sizeBytes }] of message.attachments.entries())
			expect((sizes[at] ?? 0) - sizeBytes, `${i}`).toBeOneOf([0, 1]);
	}
});
