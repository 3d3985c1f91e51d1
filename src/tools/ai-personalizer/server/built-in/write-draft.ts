import { languageOf } from "#kernel/summaries.ts";
import { capitalize } from "#shared/capitalize.ts";
import { trimEndOf } from "#shared/trim.ts";
import type { Fact } from "../../contract.ts";
import type { DraftLength, DraftTone, FactKind, Language } from "../../options.ts";
import { fillIn, isBrief, sentencesOfBrief } from "./brief.ts";
import { type Goal, goalsOf, topicOf } from "./goal.ts";
import { type Phrases, phrases } from "./phrases.ts";

/** What a draft is made from. */
export interface DraftInput {
	goal: string;
	facts: readonly Fact[];
	tone: DraftTone;
	length: DraftLength;
	language: Language;
	profile: { offer: string; proof: string; signature: string };
}

/** Subjects are cut at a word. */
const MAX_SUBJECT_LENGTH = 60;

/** Writes an email from phrases, facts and the user's own words, without a language model. */
export function writeDraft({ goal, facts, tone, length, language, profile }: DraftInput): {
	subjects: string[];
	body: string;
} {
	const say = phrases[language];
	const valueFor = (kind: FactKind): string | null => facts.find((one) => one.kind === kind)?.value ?? null;
	const name = valueFor("name");
	const [given = null] = name?.split(" ") ?? [];
	// "Dr. Weiss" is called by the whole name.
	const first = given !== null && /^(?:dr|prof|mr|mrs|ms)\.?$/i.test(given) ? name : given;
	const company = valueFor("company") ?? valueFor("organization");
	const subject = valueFor("last_email");
	const greeting = name === null || first === null ? say.greetingWithout[tone] : say.greeting[tone](first, name);
	const opening = [
		...(subject === null || length === "short" ? [] : [say.lastEmail(subject)]),
		...(company === null || (subject !== null && length === "medium") ? [] : [say.work(valueFor("position"), company)]),
	];
	if (isBrief(goal, language)) {
		const close = [say.close[tone], profile.signature].filter((line) => line !== "").join("\n");
		const subjects = say.subjects(null, null, first).map(shortened);
		return { subjects, body: [greeting, sentencesOfBrief(goal, language).join(" "), close].join("\n\n") };
	}
	const goals = goalsOf(goal, language);
	const paragraphs = [
		greeting,
		[...opening, ...sayGoals(goals, { say, tone, language })].join(" "),
		[
			...(profile.offer === "" ? [] : [say.offer(profile.offer)]),
			...(profile.proof === "" || length === "short" ? [] : [say.proof(profile.proof)]),
			...(length === "long" ? [say.more] : []),
		].join(" "),
		say.question[tone],
		length === "short" ? "" : say.optOut,
		[say.close[tone], profile.signature].filter((line) => line !== "").join("\n"),
	];
	const topic = goals.map((one) => topicOf(one, language)).find((one) => one !== null) ?? null;
	const subjects = say.subjects(topic === null ? null : capitalize(topic), company, first).map(shortened);
	return { subjects: [...new Set(subjects)].slice(0, 3), body: paragraphs.filter((one) => one !== "").join("\n\n") };
}

/** The goal in sentences of the user's, in those around a wish, or else as a slot that the user fills. */
function sayGoals(
	goals: readonly Goal[],
	{ say, tone, language }: { say: Phrases; tone: DraftTone; language: Language },
): string[] {
	return goals.map(({ kind, text }, index) => {
		if (kind === "words")
			return `${capitalize(fillIn(language, (languageOf(text) ?? language) === language ? text : null))}.`;
		if (kind === "sentence") return /[.!?…]$/.test(text) ? text : `${text}.`;
		const isAnother = goals.slice(0, index).some((one) => one.kind !== "sentence");
		if (isAnother) return kind === "wish" ? say.also(text) : /[.!?…]$/.test(text) ? text : `${capitalize(text)}.`;
		return say.goal[tone][kind](text);
	});
}

function shortened(text: string): string {
	const [line = ""] = text.trim().split("\n");
	const plain = trimEndOf(line, ".!?…");
	if (plain.length <= MAX_SUBJECT_LENGTH) return plain;
	const cut = plain.slice(0, MAX_SUBJECT_LENGTH);
	return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 20)).trim()}…`;
}
