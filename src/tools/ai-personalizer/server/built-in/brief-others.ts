type Part = string | { unclear: string };
type Reader = readonly [pattern: RegExp, say: (...parts: string[]) => Part];

/** Splits a brief and reads its parts; what no pattern reads is left to `otherwise`; null: it is for the assistant. */
function read(
	brief: string,
	split: RegExp,
	readers: readonly Reader[],
	otherwise: (part: string) => Part | null,
): Part[] {
	return (
		brief
			// oxlint-disable-next-line regexp/no-super-linear-move -- a brief has at most 3,000 characters
			.replace(/[.!]+$/, "")
			.split(split)
			.flatMap((raw): Part[] => {
				// oxlint-disable-next-line regexp/no-super-linear-move -- a brief has at most 3,000 characters
				const part = raw.trim().replace(/[.,;:]+$/, "");
				if (part === "") return [];
				for (const [pattern, say] of readers) {
					const [found, ...parts] = pattern.exec(part) ?? [];
					if (found !== undefined) return [say(...parts.map((one) => one ?? ""))];
				}
				const said = otherwise(part);
				return said === null ? [] : [said];
			})
	);
}

const DE_PERSON =
	"(?:ihm|ihr|ihn|sie|ihnen|(?:herrn?|frau) \\p{Lu}\\p{L}+|(?:dem|der|den|meine[rmn]?|unsere[rmn]?) \\p{L}+|\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?)";
const DE_FORMAL: Readonly<Record<string, string>> = {
	hat: "haben",
	ist: "sind",
	kann: "können",
	will: "wollen",
	muss: "müssen",
	wird: "werden",
	könnte: "könnten",
	möchte: "möchten",
	braucht: "brauchen",
	kommt: "kommen",
	darf: "dürfen",
};
const DE_SUBJECT =
	/^(ich|wir|es|das|(?:der|die|das|unser|unsere|mein|meine) (?:\p{Ll}+ )?\p{Lu}[\p{L}-]+(?: [\d./-]+| (?:vom|am|für) [\p{L}\d.]+)?) /iu;
/** "seine Unterlagen" are the recipient's. */
const deReader = (text: string): string =>
	text
		.replaceAll(/(?<!\p{L})sein(e[nmrs]?)?(?!\p{L})/gu, (_, end: string | undefined) => `Ihr${end ?? ""}`)
		.replaceAll(/(?<!\p{L})ihm(?!\p{L})/gu, "Ihnen")
		.replaceAll(/(?<!\p{L})ihn(?!\p{L})/gu, "Sie");

/** "Die Rechnung heute überwiesen wurde" as a main clause: the verb is the second part. */
function mainClause(text: string): Part {
	const subject = DE_SUBJECT.exec(text)?.[1];
	const verb = / (\p{Ll}+)$/u.exec(text)?.[1];
	if (subject === undefined || verb === undefined || /(?<!\p{L})(?:er|und|dass|weil|wenn|ob)(?!\p{L})|,/u.test(text))
		return { unclear: "" };
	const rest = text.slice(subject.length, text.length - verb.length).trim();
	return deReader(`${subject} ${verb}${rest === "" ? "" : ` ${rest}`}`);
}

function germanQuestion(text: string, how = ""): Part {
	const found = /^(.+) (\p{Ll}+)$/u.exec(text);
	const [, rest = "", verb = ""] = found ?? [];
	if (found === null || / und |,/.test(text)) return { unclear: "" };
	const isReader = /^(?:er|sie) /.test(rest);
	const formal = DE_FORMAL[verb];
	if (isReader && formal === undefined) return { unclear: "" };
	const said = deReader(isReader ? rest.replace(/^(?:er|sie) /, "Sie ") : rest);
	return `${how === "" ? "" : `${how} `}${isReader ? formal : verb} ${said}?`;
}

const GERMAN: readonly Reader[] = [
	[new RegExp(`^(?:und )?(?:frage?|frag nach) (?:${DE_PERSON},? )?ob (.+)$`, "iu"), (text) => germanQuestion(text)],
	[
		new RegExp(`^(?:und )?frage? (?:${DE_PERSON},? )?(wann|wo|wie|wer|was|bis wann|warum) (.+)$`, "iu"),
		(how, text) => germanQuestion(text, how),
	],
	[/^(?:und )?entschuldige? dich (?:bei .+ )?für (.+)$/iu, (text) => `bitte entschuldigen Sie ${deReader(text)}`],
	[
		new RegExp(`^(?:und )?(?:bedanke? dich(?: bei ${DE_PERSON})?|danke? ${DE_PERSON}) für (.+)$`, "iu"),
		(text) => `vielen Dank für ${deReader(text)}`,
	],
	[
		new RegExp(`^(?:und )?bitte ${DE_PERSON},? (?:(mir|uns) )?(.+) zu (\\p{Ll}+)$`, "iu"),
		(whom, text, verb) => `könnten Sie ${whom === "" ? "" : `${whom} `}bitte ${deReader(text)} ${verb}?`,
	],
	[
		new RegExp(
			`^(?:bitte )?(?:sage?|schreibe?|teile?|informiere?|erinnere?) (?:${DE_PERSON},? )?(?:mit,? )?dass (.+)$`,
			"iu",
		),
		mainClause,
	],
	[/^(?:und )?dass (.+)$/iu, mainClause],
	[/^absage an .+$/iu, () => "leider müssen wir Ihnen absagen"],
];
const DE_STYLE =
	/^(?:bitte )?(?:sehr |ganz |recht )?(?:freundlich|höflich|kurz|knapp|nett|förmlich|herzlich)(?: bleiben| bitte)?$/iu;

/** A German brief as what it tells to say, in order. */
export function saidInGerman(brief: string): Part[] {
	const split =
		/,? und (?=(?:entschuldige?|frage?|bitte|bedanke?|sage?|dass)(?!\p{L}))|[;.] +|, (?!dass |ob |wann |wie |wo |zu |\p{L}+ (?:\p{L}+ )*zu )/iu;
	return read(brief, split, GERMAN, (part) => {
		if (DE_STYLE.test(part)) return null;
		return /^(?:ich|wir) \p{Ll}+|^(?:der|die|das|unser\p{L}*) [^,]{2,60} (?:ist|sind|war|wird|hat|haben|werden|kann|können)(?!\p{L})/iu.test(
			part,
		) && !/(?<!\p{L})(?:er|sie)(?!\p{L})/u.test(part)
			? deReader(part)
			: { unclear: part };
	});
}

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

/** A French brief as what it tells to say, in order. */
export function saidInFrench(brief: string): Part[] {
	const split =
		/,? et (?=(?:demande|remercie|excuse|dis|que |qu'))|[;.] +| ?: |, (?=est-ce|que |qu'|demande|remercie|dis)/iu;
	return read(brief, split, FRENCH, (part) => {
		if (/^(?:sois|soyez|reste[rz]?) |^(?:poliment|gentiment|bref|court|ton .+)$/iu.test(part)) return null;
		return /(?<!\p{L})(?:est|sont|a|ont|avons|sommes|sera|expire|peut|pouvons|prenons|arrive|attendons|suis|ai)(?!\p{L})/iu.test(
			part,
		)
			? fr(part, (said) => said)
			: { unclear: part };
	});
}

const ES_TO =
	"(?:a (?:\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?|mi \\p{L}+|nuestr[oa] \\p{L}+|la \\p{L}+|los \\p{L}+)|al \\p{L}+)";
const es = (text: string, say: (text: string) => string): Part =>
	/(?<!\p{L})(?:él|ella|ellos|ellas)(?!\p{L})/iu.test(text) ? { unclear: "" } : say(text);
const SPANISH: readonly Reader[] = [
	[
		new RegExp(`^(?:y )?(?:pregúntale|pregunta)(?: ${ES_TO})? si (.+)$`, "iu"),
		(text) => es(text, (said) => `¿${said}?`),
	],
	[
		new RegExp(`^(?:y )?(?:pregúntale|pregunta)(?: ${ES_TO})? (cuándo|dónde|cómo|cuánto|qué|quién) (.+)$`, "iu"),
		(how, text) => es(text, (said) => `¿${how.charAt(0).toUpperCase()}${how.slice(1)} ${said}?`),
	],
	[
		new RegExp(`^(?:y )?(?:dale las gracias|agradécele)(?: ${ES_TO})?(?: por)? (.+)$`, "iu"),
		(text) => es(text, (said) => `muchas gracias por ${said}`),
	],
	[
		/^(?:y )?(?:discúlpate|pide perdón|pide disculpas) por (.+)$/iu,
		(text) => es(text, (said) => `le pido disculpas por ${said}`),
	],
	[
		new RegExp(
			`^(?:dile|diles|escribe|escríbele|informa|avisa|avísale|recuérdale|responde|respóndele)(?: ${ES_TO})?(?: de)? que (.+)$`,
			"iu",
		),
		(text) => es(text, (said) => said),
	],
	[/^(?:y )?que (.+)$/iu, (text) => es(text, (said) => said)],
];

/** A Spanish brief as what it tells to say, in order. */
export function saidInSpanish(brief: string): Part[] {
	const split =
		/,? y (?=(?:que |pregúntale|pregunta |dale |dile |discúlpate|agradécele))|[;.] +|, (?=pregúntale|dale|dile|que )/iu;
	return read(brief, split, SPANISH, (part) => {
		if (/^(?:sé|sea|con tono|en tono|de forma) |^(?:breve|educado|amable|cortés)$/iu.test(part)) return null;
		return /(?<!\p{L})(?:es|son|está|están|hemos|ha|han|he|tenemos|podemos|somos|será|seremos|vamos|pagamos|necesitamos|queremos)(?!\p{L})/iu.test(
			part,
		)
			? es(part, (said) => said)
			: { unclear: part };
	});
}
