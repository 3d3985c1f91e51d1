import { slotsIn } from "#shared/slots.ts";
import { type Language, languages } from "#tools/ai-personalizer/options.ts";
import { writeDraft } from "#tools/ai-personalizer/server/built-in/write-draft.ts";
import { normalizeSpace, type ReadingRow, share } from "../reading/row.ts";
import { plainWords, readAnnotations, type Split } from "./annotated-mail.ts";

/** What somebody asks the assistant for, and what the email must and must not say. */
interface DraftBrief {
	id: string;
	language: string;
	/** Of the email. */
	mailLanguage: string;
	brief: string;
	recipient: { name: string; email: string };
	sender: { name: string };
	/** One of `accept` is enough. */
	mustContain: readonly { fact: string; accept: readonly string[] }[];
	neverContain: readonly string[];
}

/** Judges drafts: facts that are said, words of the brief that must not be, slots; null: no annotations of this split. */
export function judgeDrafts(split: Split, words: string): ReadingRow | null {
	const briefs = readAnnotations<DraftBrief[]>(new URL(`${split}-drafts.json`, import.meta.url));
	if (briefs === null) return null;
	const written = briefs.flatMap((one) =>
		isOffered(one.mailLanguage) ? [{ ...one, ...judge(one, one.mailLanguage) }] : [],
	);
	const all = written.flatMap(({ mustContain }) => mustContain).length;
	const said = written.reduce((sum, { missing, mustContain }) => sum + mustContain.length - missing.length, 0);
	const complete = written.filter(({ missing, forbidden, slots }) => missing.length + forbidden.length + slots === 0);
	return {
		what: `Drafts, ${words}`,
		figures: [
			{
				name: "nothing that must not be said",
				value: share(written.filter(({ forbidden }) => forbidden.length === 0).length, written.length),
				bar: 1,
				count: written.length,
			},
			{
				name: "facts lost without a slot for them",
				value: share(written.filter(({ missing, slots }) => missing.length === 0 || slots > 0).length, written.length),
				bar: null,
				count: written.length,
			},
			{ name: "facts that are said", value: share(said, all), bar: null, count: all },
			{
				name: "complete, without slots",
				value: share(complete.length, written.length),
				bar: null,
				count: written.length,
			},
		],
		misses: [
			...briefs
				.filter(({ mailLanguage }) => !isOffered(mailLanguage))
				.map(({ id, mailLanguage }) => `${id}: not written in ${mailLanguage}`),
			...written.flatMap(({ id, missing, forbidden, slots, body }) => {
				const problems = [
					...forbidden.map((text) => `says “${text}”`),
					...missing.map(({ fact }) => `does not say: ${fact}`),
					...(slots > 0 ? [`slots: ${slots}`] : []),
				];
				return problems.length === 0 ? [] : [`${id}: ${problems.join("; ")}: ${normalizeSpace(body)}`];
			}),
		],
	};
}

const isOffered = (language: string): language is Language => (languages as readonly string[]).includes(language);

function judge({ brief, recipient, sender, mustContain, neverContain }: DraftBrief, language: Language) {
	const { body } = writeDraft({
		...{ goal: brief, tone: "professional", length: "medium", language },
		facts: [
			{ id: "f1", kind: "name", value: recipient.name, emailId: null, url: null, seenAt: "2026-01-01T00:00:00.000Z" },
		],
		profile: { offer: "", proof: "", signature: sender.name },
	});
	const text = plainWords(body);
	return {
		body,
		slots: slotsIn(body).length,
		missing: mustContain.filter(({ accept }) => !accept.some((one) => text.includes(plainWords(one)))),
		forbidden: neverContain.filter((one) => text.includes(plainWords(one))),
	};
}
