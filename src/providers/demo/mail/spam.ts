/** Unwanted mail: fraud, phishing and worse. Its HTML tries everything a mail reader must withstand; as data it is harmless. */

import { moment, wholeSeconds } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type Block, drawValues, type Entry, headerFields, htmlPart, readBlocks } from "./content.ts";
import { zip } from "./files.ts";
import { type Draft, domainOf, draftOf, type GeneratorOptions, withNewSubject } from "./message.ts";
import { OWNER } from "./people.ts";
import { prng, slug } from "./prng.ts";
import { filler } from "./slots.ts";

function compose({ title, fields, slots }: Block, entry: Entry, key: string, { seed, now }: GeneratorOptions): Draft {
	const random = prng(`${seed} ${key}`);
	const { from: email = "", trick = "none", attach } = fields;
	const days = Math.floor(62 * random.next() ** 1.3);
	const at = wholeSeconds(moment(now, days, [0, 24], random));
	const fill = filler(slots, random, at);
	const domain = domainOf(email);
	const paragraphs = entry.paragraphs.map(fill);
	const encoding = random.chance(0.5) ? "base64" : "quoted-printable";
	const verdict = random.pick(["fail", "fail", "softfail", "none"]);
	const score = (6 + random.next() * 18).toFixed(1);
	const hasPage = trick !== "none";
	const hasText = !hasPage || !random.chance(0.5);
	const offset = random.pick([-480, -300, 0, 120, 180, 330, 480]);
	const to = random.chance(0.7) ? { name: "", email: OWNER.email } : { name: "Undisclosed", email: `list@${domain}` };
	const subject = fill(entry.head);
	const drawn = { ...drawValues("spam", random), score };
	const headers = (): string => headerFields("spam", drawn);
	const text: Part = { text: paragraphs.join("\n\n"), charset: "utf-8" };
	const body = (): Part => {
		const values = { domain, paragraphs: paragraphs.map((one) => ({ text: one })), [trick]: true };
		const page: Part = { ...htmlPart("spam", values), encoding };
		const shown: Part = !hasPage ? text : hasText ? { multipart: "alternative", parts: [text, page] } : page;
		if (attach === undefined) return shown;
		const bait = Buffer.from("There is nothing here. It never was an invoice.\r\n");
		const file: Part = { type: "application/zip", name: attach, bytes: () => zip([["invoice.txt", bait]]) };
		return { multipart: "mixed", parts: [shown, file] };
	};
	const facts = {
		key,
		kind: "spam",
		at,
		offset,
		from: { name: title, email },
		to: [to],
		subject,
		headers,
		body,
		verdict,
	};
	return draftOf({ ...facts, folder: "spam", flags: { read: random.chance(0.1) } });
}

/** All messages in the Spam folder. */
export function spam(edition: GeneratorOptions): Draft[] {
	const used = new Set<string>();
	return readBlocks("spam").flatMap((block) =>
		Array.from({ length: Number(block.fields.count) }, (_, index) => {
			const entry = block.entries[index % block.entries.length] as Entry;
			const key = `spam-${slug(block.title)}-${index + 1}`;
			const draft = (attempt: number) => compose(block, entry, attempt === 1 ? key : `${key}-${attempt}`, edition);
			return withNewSubject(used, 19, draft) ?? draft(19);
		}),
	);
}
