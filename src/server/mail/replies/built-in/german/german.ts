import type { Rules } from "../rules.ts";
import { meetingAnswers, questionAnswers } from "./questions.ts";
import { taskAnswers } from "./tasks.ts";
import { timesIn } from "./times.ts";

const FILE =
	/^(?:anbei|im Anhang|in der Anlage|beigefügt) (?:finden Sie|findest du|erhalten Sie|erhältst du|(?:schicke|sende|schicken|senden) (?:ich|wir) (?:Ihnen|dir)) ((?:den|die|das|unser\p{L}*|mein\p{L}*) \p{Lu}[\p{L}-]+(?: (?:\p{Lu}[\p{L}-]+|[\d./-]+)){0,2})/iu;
const ARTICLE: Readonly<Record<string, string>> = {
	unseren: "den",
	meinen: "den",
	unsere: "die",
	meine: "die",
	unser: "das",
	mein: "das",
};
const EVENT = /^((?:der|die|das|unser\p{L}*) [^,]{3,60}?) (ist|sind|wird|werden|wurde|wurden) ([^,?]{5,90})\.$/iu;
const INTRODUCED =
	/(?<!\p{L})(?:(?:miteinander )?(?:bekannt ?machen|vernetzen|in Kontakt bringen)|vorstellen möchte ich (?:dir|euch|Ihnen))(?!\p{L})/iu;

function news(sentences: readonly string[], { hasFiles }: { hasFiles: boolean }): readonly string[] {
	if (sentences.some((one) => INTRODUCED.test(one))) return ["vielen Dank für den Kontakt."];
	const file = sentences.map((one) => FILE.exec(one)?.[1]).find((one) => one !== undefined);
	if (file !== undefined && hasFiles) {
		const named = file.replace(/^\p{L}+/u, (word) => ARTICLE[word.toLowerCase()] ?? word.toLowerCase());
		return [`vielen Dank für ${named}. Ich sehe es mir an und melde mich.`, `vielen Dank für ${named}.`];
	}
	const [, thing = "", verb = "", rest] =
		(sentences.length <= 6 ? sentences : []).map((one) => EVENT.exec(one)).find((one) => one !== null) ?? [];
	if (
		rest === undefined ||
		/(?<!\p{L})(?:ich|wir|Sie|du|ihr|Ihnen|dir|euch|mir|uns|unser\p{L}*)(?!\p{L})/u.test(`${thing} ${rest}`)
	)
		return [];
	if ((timesIn(`${thing} ${rest}`)?.length ?? 0) === 0 && !/\d/.test(rest)) return [];
	return [`vielen Dank für die Information, dass ${thing.charAt(0).toLowerCase()}${thing.slice(1)} ${rest} ${verb}.`];
}

/** Answers continue the greeting: they begin with a small letter. */
export const german: Rules = {
	greeting(name, tone, address) {
		const word = tone === "professional" && address === "formal" ? "Guten Tag" : "Hallo";
		if (name === null) return `${word},`;
		return `${word} ${address === "formal" ? name.full : name.first},`;
	},
	close: (tone, address) =>
		tone === "professional" && address === "formal" ? "Mit freundlichen Grüßen" : "Viele Grüße",
	answers(ask, address) {
		const readers = [meetingAnswers, questionAnswers, taskAnswers];
		return readers.map((read) => read(ask, address)).find((found) => found.length > 0) ?? [];
	},
	meets: meetingAnswers,
	toReader: /(?<!\p{L})(?:Sie|Ihnen|Ihr\p{L}*|du|dir|dich|dein\p{L}*|ihr|euch|bitte)(?!\p{L})/u,
	onlyUrges:
		/^(?:(?:bitte |könn\p{L}+ (?:du|Sie) |kannst du )*(?:(?:um|über) (?:eine )?(?:kurze |baldige |rasche )?(?:antwort|rückmeldung|nachricht).{0,40}|geben Sie (?:mir|uns)(?: bitte)?(?: kurz)? (?:bescheid|rückmeldung)|gib (?:mir|uns)(?: bitte)?(?: kurz)? bescheid|(?:ich|wir) bitten? um .{0,30}(?:antwort|rückmeldung)|(?:ich|wir) freuen? .{0,60}|was mein(?:st|en) (?:du|Sie)|passt (?:das|es|dir das|Ihnen das)(?: so)?|geht das(?: bei (?:dir|Ihnen))?|(?:vielen )?dank.{0,40}))[.!?]*$/iu,
	news,
	thanks: {
		pattern:
			/^(?:(?:vielen |herzlichen |besten )dank|danke(?: (?:dir|Ihnen))?) für (?:die|deine|Ihre|eure|das|den)(?!\p{L})/iu,
		answers: ["gern geschehen."],
	},
	addressesMany:
		/^\s*(?:liebe|sehr geehrte|hallo|guten (?:tag|morgen)|hi),? (?:kolleg\p{L}+|alle|zusammen|team|mitglieder|kund\p{L}+|damen und herren|eltern|nachbar\p{L}+|freunde)|(?:keine antwort (?:nötig|erforderlich|notwendig)|ist nichts zu tun|nicht (?:auf diese (?:e-?mail|nachricht) )?(?:zu )?antworten)/iu,
	sells:
		/(?<!\p{L})(?:kein interesse\?|unternehmen wie (?:ihre[sm]?|ihr)|bin auf (?:sie|ihre website|ihr unternehmen) gestoßen|mehr (?:leads|kunden|anfragen) (?:pro|im) monat|unverbindliches (?:gespräch|angebot)|kurzes kennenlernen)(?!\p{L})/iu,
	declines: ["vielen Dank für die Nachricht, es besteht aber kein Interesse."],
	relative: /(?<!\p{L})(?:heute|(?<!(?:am|\p{L}tag) )morgen|übermorgen|gestern|diese Woche|nächste Woche)(?!\p{L})/iu,
	familiar: /(?<!\p{L})(?:du|dich|dir|deine?[nmrs]?|hast|kannst|könntest|willst|euch|eure?[nmr]?)(?!\p{L})/u,
	relax: (text) => text.replace("vielen Dank für", "danke für"),
};
