/** Languages that the built-in engine knows. */
export type Language = "en" | "de" | "fr" | "es";

/** Frequent words of the languages that it knows. */
const KNOWN: Readonly<Record<Language, string>> = {
	en: `the and of to is that for you with this have are not be we will your on it can could would should please thanks thank
		hi hello do does did what when where how from they my our at by or if there let me know sure see yes
		sounds good great tomorrow today still need want about been were had much very`,
	de: `der die das und ist nicht ich sie wir mit für auf ein eine einen zu es bitte haben hallo danke können kann wenn wann was
		wie am im von dem noch auch dass passt ihnen ihr ihre sind wird bei nach habe dir dich`,
	fr: `le la les et est que pour vous avec nous des une un dans pas je sur merci bonjour votre du au aux ce cette mais pouvez nos
		vos êtes sont voici très bien c'est peut plus`,
	es: `el la los y es que para usted con nosotros una un por gracias hola su sus las del se como está son pero muy qué puede
		cuando nuestro nuestra estamos más buenos le lo`,
};

/** Of languages that it does not know and could take for one of the others. */
const OTHERS = [
	"il che di per non è con sono della una un gli nel questo grazie ciao buongiorno anche alla delle dei si ho può come le mi ti",
	"het een van dat niet met voor zijn wij ook deze naar bij dank hallo graag jullie en de is ik je u kan maar te op wat",
	"não uma um para com você os do da em por obrigado obrigada olá são mais nos seu isso bom que de o e as se está",
	"och att det som är på för inte med den till vi har jag tack hej av kan du ett en",
	"og at det som er på for ikke med den til vi har jeg tak takk hej hei af av kan du et en",
	"nie się na jest że z do w to dla czy oraz proszę dziękuję dzień i o od są jak po",
	"se na je že to v pro s jsem děkuji dobrý není jsou a i do si za jak",
	"ve bir için bu ile çok var teşekkürler merhaba de da mi ne olarak bizim sizin",
	"și nu este pentru cu din mai să vă mulțumesc la un o de în pe că",
	"ja on ei se että kiitos hei olen oli ovat kun niin myös mutta",
	"és nem az egy hogy van köszönöm a is meg csak ez",
	"yang dan untuk ini dengan tidak terima kasih kami anda di ke dari",
];

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const known = Object.entries(KNOWN).map(([language, words]) => [language as Language, setOf(words)] as const);
const others = OTHERS.map((words) => [null, setOf(words)] as const);

/** One in so many words of a text is at least among those above, in its language. */
const LEAST_SHARE = 1 / 12;

/** The language of a text, by its frequent words; null: it is none of those, or shows too little. */
export function languageOf(text: string): Language | null {
	const words =
		text
			.slice(0, 4_000)
			.toLowerCase()
			.replaceAll("’", "'")
			.match(/\p{L}+(?:'\p{L}+)?/gu) ?? [];
	const counts = [...known, ...others].map(([language, frequent]) => ({
		language,
		count: words.filter((word) => frequent.has(word) || frequent.has(word.replace(/'.*/, ""))).length,
	}));
	const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
	if (best.count === 0 || best.count < words.length * LEAST_SHARE) return null;
	return best.language;
}
