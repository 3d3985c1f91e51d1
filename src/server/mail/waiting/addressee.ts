/** What a greeting begins with. */
const WORDS =
	"hi|hello|hey|dear|good (?:morning|afternoon|evening)|morning|hallo|moin|servus|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|salut|ch(?:er|ère)|hola|buen(?:os|as)(?: días| tardes| noches)?|estimad[oa]|querid[oa]|ciao|ol[áa]|beste";
/** "Hi Ann,", "Liebe Frau Marlow,", "Ann –": how a message begins, with the name in it. */
const GREETED = new RegExp(
	`^\\s*(?:${WORDS}) (?:(?:frau|herr|mr|mrs|ms|dr|madame|monsieur|señora?)\\.? )?(\\p{L}{2,21})(?: \\p{L}{2,21})?\\s*(?:[,:!.–—-]|$)`,
	"iu",
);
/** "Ann,", "Ann –". */
const NAME_FIRST = /^\s*(\p{Lu}\p{L}{1,20})(?: \p{Lu}\p{L}{1,20})?\s*(?:[,:!–—-]|$)/u;
/** "Hi Ann, " in front of a sentence. */
const GREETING_BEFORE = new RegExp(`^(?:${WORDS})(?: [\\p{L}.'-]{1,20}){0,4}(?:[,:!–—.]| -)+ (?=\\S+ \\S)`, "iu");
/** "Lars, please mark it", "Jeff - please make sure", "Lars could you". */
const NAMED =
	/^(?:(?:and|but|so|also),? )?(\p{Lu}\p{Ll}{1,20})(?:(?:,|:| [-–—]) (?=\p{L})| (?=(?:can|could|would|will) you\b|please\b|kannst du|könntest du|bitte (?!\p{Lu})|peux-tu|pourrais-tu|puedes ))/u;
/** "Could you send it, Lars?" */
const CALLED = /, (\p{Lu}\p{Ll}{1,20}) ?[?.!]$/u;
const NO_NAMES: ReadonlySet<string> = new Set(
	"hi hello hey dear all both there guys friends zusammen tous todos alle team everyone everybody folks thanks thank yes no ok okay well so also please sure and but then finally first now if otherwise however unfortunately sorry great good perfect anyway actually seriously again meanwhile today tomorrow done accepted bonjour hola hallo danke merci gracias ja nein oui non ps".split(
		" ",
	),
);

/** Whom a sentence names at its beginning or end; null: no one. */
export function addresseeOf(sentence: string): string | null {
	return nameIn(NAMED.exec(sentence)?.[1]) ?? nameIn(CALLED.exec(sentence)?.[1]);
}

/** Whom a message greets by name; null: no one. */
export function greetingOf(text: string): string | null {
	const first = text.slice(0, 300).trimStart().split("\n", 1)[0] ?? "";
	const name = GREETED.exec(first)?.[1] ?? (first.length > 60 ? undefined : NAME_FIRST.exec(first)?.[1]);
	return nameIn(name);
}

/** A sentence without the greeting in front of it, and without the sign of a mention: "@Ann can you". */
export function withoutGreeting(sentence: string): string {
	return sentence.replace(GREETING_BEFORE, "").replace(/^@(?=\p{Lu}\p{Ll}{1,20}[ ,:])/u, "");
}

/** "[garden] Seeds", "Re: [garden] Seeds". */
const LABELED = /^\s*(?:\p{L}{2,4}:\s*){0,3}\[([\w.-]{2,40})\]/u;

/** Whether the subject begins with the label of a list that the message was sent to: `[garden]` to `garden@lists.example`. */
export function namesList(subject: string, recipients: readonly { email: string }[]): boolean {
	const label = LABELED.exec(subject)?.[1]?.toLowerCase();
	return label !== undefined && recipients.some(({ email }) => email.toLowerCase().startsWith(`${label}@`));
}

function nameIn(name: string | undefined): string | null {
	return name === undefined || NO_NAMES.has(name.toLowerCase()) ? null : name;
}
