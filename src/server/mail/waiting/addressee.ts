/** "Hi Ann,", "Ann –", "Liebe Frau Marlow,": the first line, with the name in it. */
const GREETED =
	/^\s*(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|morning|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|bonjour|ch(?:er|ère)|hola|estimad[oa]|ciao|ol[áa]|beste)\s+)?(\p{Lu}\p{L}{1,20})(?: \p{Lu}\p{L}{1,20})?\s*(?:[,:!–—-]|$)/iu;
/** "Lars, please mark it", "Jeff - please make sure". */
const NAMED = /^(?:(?:and|but|so|also),? )?(\p{Lu}\p{Ll}{1,20})(?:,| [-–—]) (?=\p{L})/u;
const NO_NAMES: ReadonlySet<string> = new Set(
	"hi hello hey dear all team everyone everybody folks thanks thank yes no ok okay well so also please sure and but then finally first now if otherwise however unfortunately sorry great good perfect anyway actually seriously again meanwhile today tomorrow done accepted bonjour hola hallo danke merci gracias ja nein oui non ps".split(
		" ",
	),
);

/** Whom a sentence names at its beginning; null: no one. */
export function addresseeOf(sentence: string): string | null {
	return nameIn(NAMED.exec(sentence)?.[1]);
}

/** Whom a message greets by name; null: no one. */
export function greetingOf(text: string): string | null {
	const first = text.slice(0, 300).trimStart().split("\n", 1)[0] ?? "";
	return first.length > 60 ? null : nameIn(GREETED.exec(first)?.[1]);
}

function nameIn(name: string | undefined): string | null {
	return name === undefined || NO_NAMES.has(name.toLowerCase()) ? null : name;
}
