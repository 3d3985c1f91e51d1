import { type Part, type Reader, readBrief } from "./read-brief.ts";

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

/** A German brief as sentences to its recipient, in order. */
export function saidInGerman(brief: string): Part[] {
	const split =
		/,? und (?=(?:entschuldige?|frage?|bitte|bedanke?|sage?|dass)(?!\p{L}))|[;.] +|, (?!dass |ob |wann |wie |wo |zu |\p{L}+ (?:\p{L}+ )*zu )/iu;
	return readBrief(brief, { split, readers: GERMAN, otherwise: germanStatement });
}

function germanStatement(part: string): Part | null {
	if (DE_STYLE.test(part)) return null;
	return /^(?:ich|wir) \p{Ll}+|^(?:der|die|das|unser\p{L}*) [^,]{2,60} (?:ist|sind|war|wird|hat|haben|werden|kann|können)(?!\p{L})/iu.test(
		part,
	) && !/(?<!\p{L})(?:er|sie)(?!\p{L})/u.test(part)
		? deReader(part)
		: { unclear: part };
}
