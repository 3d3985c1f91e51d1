import { type Part, type Reader, readBrief } from "./read-brief.ts";

const FR_VOUS: Readonly<Record<string, string>> = {
	a: "avez",
	est: "êtes",
	peut: "pouvez",
	veut: "voulez",
	doit: "devez",
	va: "allez",
	vient: "venez",
	pourrait: "pourriez",
	souhaite: "souhaitez",
	confirme: "confirmez",
};
/** "Elle a des questions" speaks of the recipient; null: with a verb whose form is not known. */
function frReader(text: string): string | null {
	const said = text.replaceAll(
		/(?<!\p{L})(?:il|elle) (n'|ne )?(\p{Ll}+)/giu,
		(_, not: string | undefined, verb: string) => `vous ${not ?? ""}${FR_VOUS[verb] ?? "\0"}`,
	);
	if (said.includes("\0") || /(?<!\p{L})(?:lui|leur|leurs|il|elle|ils|elles)(?!\p{L})/iu.test(said)) return null;
	return said.replaceAll(/(?<!\p{L})on prend(?!\p{L})/giu, "nous prenons");
}
const fr = (text: string, say: (text: string) => string): Part => {
	const said = frReader(text);
	return said === null ? { unclear: "" } : say(said);
};
const FR_TO =
	"(?:-lui|-leur|(?: à)? (?:mme|m\\.|madame|monsieur)? ?\\p{Lu}\\p{L}+| (?:au|à la|à l'|aux|à mon|à ma|à notre) ?\\p{L}+)";
const FRENCH: readonly Reader[] = [
	[
		new RegExp(`^(?:et )?demande[rz]?(?:${FR_TO})? (?:si |s')(.+)$`, "iu"),
		(text) => fr(text, (said) => `est-ce ${/^[aeiouéèêh]|^il/i.test(said) ? "qu'" : "que "}${said} ?`),
	],
	[
		new RegExp(`^(?:et )?demande[rz]?(?:${FR_TO})? (quand|où|comment|combien) (.+)$`, "iu"),
		(how, text) => fr(text, (said) => `${how} est-ce que ${said} ?`),
	],
	[/^est-ce qu(?:e |')(.+?)(?: \?)?$/iu, (text) => fr(text, (said) => `est-ce que ${said} ?`)],
	[
		new RegExp(`^(?:et )?(?:remercie[rz]?)(?:-le|-la|-les|${FR_TO})? (pour|de|d')(.+)$`, "iu"),
		(word, text) => fr(text, (said) => `je vous remercie ${word}${said}`),
	],
	[
		/^(?:et )?excuse(?:-toi|z-vous) (?:pour|de) (.+)$/iu,
		(text) => fr(text, (said) => `veuillez nous excuser pour ${said}`),
	],
	[
		new RegExp(
			`^(?:dis|dites|écris|écrivez|informe|informez|préviens|rappelle|réponds|répondez)(?:${FR_TO})? (?:que |qu')(.+)$`,
			"iu",
		),
		(text) => fr(text, (said) => said),
	],
	[/^(?:et )?(?:que |qu')(.+)$/iu, (text) => fr(text, (said) => said)],
	[/^relance\b.*$/iu, () => "je me permets de revenir vers vous"],
];

/** A French brief as sentences to its recipient, in order. */
export function saidInFrench(brief: string): Part[] {
	const split =
		/,? et (?=(?:demande|remercie|excuse|dis|que |qu'))|[;.] +| ?: |, (?=est-ce|que |qu'|demande|remercie|dis)/iu;
	return readBrief(brief, { split, readers: FRENCH, otherwise: frenchStatement });
}

function frenchStatement(part: string): Part | null {
	if (/^(?:sois|soyez|reste[rz]?) |^(?:poliment|gentiment|bref|court|ton .+)$/iu.test(part)) return null;
	return /(?<!\p{L})(?:est|sont|a|ont|avons|sommes|sera|expire|peut|pouvons|prenons|arrive|attendons|suis|ai)(?!\p{L})/iu.test(
		part,
	)
		? fr(part, (said) => said)
		: { unclear: part };
}
