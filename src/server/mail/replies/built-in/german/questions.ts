import type { Address } from "../rules.ts";
import { timesIn } from "./times.ts";
import { turned } from "./turn.ts";

/** Answers to proposals of a time and to questions. */

const PROPOSES = [
	/(?:können|könnten|wollen|sollen|sollten) wir(?: uns)?\b.*(?:treffen|sprechen|telefonieren|sehen|zusammensetzen|besprechen|verschieben|verlegen|reden|durchgehen|machen|anschauen)/iu,
	/(?<!\p{L})(?:passt|passen|passe|recht|geht es|ginge|klappt|machbar|möglich|in Ordnung)(?!\p{L})/iu,
	/(?<!\p{L})wie wäre(?!\p{L})/iu,
	/(?<!\p{L})(?:hast du|haben Sie|hättest du|hätten Sie|habt ihr)(?!\p{L}).*(?:Zeit|frei|Termin)/iu,
	/(?<!\p{L})(?:schlage|schlagen)(?!\p{L}).*(?<!\p{L})vor(?!\p{L})/iu,
];
const AGAINST =
	/(?<!\p{L})(?:absagen|ausfallen|streichen|nicht|kein\p{L}*|statt|anstatt|ohne|außer|oder ein anderer)(?!\p{L})/iu;
const ANOTHER = "Geht auch ein anderer Termin?";

/** Answers to a sentence that proposes one time, or two to choose from. */
export function meetingAnswers(sentence: string): string[] {
	if (AGAINST.test(sentence) || !PROPOSES.some((pattern) => pattern.test(sentence))) return [];
	const times = timesIn(sentence);
	const [first, second] = times ?? [];
	if (times === null || first === undefined || times.length > 2) return [];
	const it = (time: string): string =>
		/^(?:am|um|diesen|nächsten|kommenden|heute|morgen|übermorgen) /.test(`${time} `) ? " es" : "";
	if (second === undefined)
		return /(?<!\p{L})oder(?!\p{L})/u.test(sentence)
			? []
			: [`${first} passt${it(first)} mir.`, `${first} passt${it(first)} mir leider nicht. ${ANOTHER}`];
	const between = sentence.slice(sentence.indexOf(first) + first.length, sentence.lastIndexOf(second));
	if (!/^,? oder (?:lieber |erst |auch )?$/.test(between)) return [];
	return [
		...[first, second].map((time) => `${time} passt${it(time)} mir.`),
		`leider passt mir weder ${first} noch ${second}. ${ANOTHER}`,
	];
}

const DONE =
	"(?:erhalten|bekommen|gesehen|gelesen|bezahlt|überwiesen|unterschrieben|bestellt|gefunden|abgeschickt|verschickt|gebucht|erledigt|geprüft)";
const HAVE = new RegExp(`^(?:und |also )?(?:haben Sie|hast du) (.+) (${DONE})\\?$`, "iu");
const EARLY = /(?<!\p{L})(?:schon|bereits|denn|eigentlich|inzwischen|noch|vielleicht|auch)(?!\p{L}) ?/giu;
const MODAL: Readonly<Record<string, string>> = {
	können: "kann",
	könnten: "kann",
	kannst: "kann",
	könntest: "kann",
	wollen: "will",
	willst: "will",
	möchten: "möchte",
	möchtest: "möchte",
	müssen: "muss",
	musst: "muss",
};
const WH =
	"(?:wann|wo|wohin|wie(?: (?:viele?|hoch|lange|groß|oft|teuer|weit))?|was|wer|warum|welche[rsnm]?(?: \\p{L}+)?|bis wann|ab wann|um wie viel Uhr)";
const CAN = new RegExp(
	// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
	`^(?:und |also )?(${WH}(?: \\p{Lu}\\p{Ll}+)?) (${Object.keys(MODAL).join("|")}) (?:Sie|du) (.*?) ?(\\p{Ll}+(?:en|ern|eln|tun))\\?$`,
	"iu",
);
const IS = new RegExp(
	`^(?:und |also )?(${WH}(?: \\p{Lu}\\p{Ll}+)?) (ist|sind|war|waren|wird|werden) ((?:der|die|das|dein|deine|Ihr|Ihre|mein|meine|unser|unsere) .{2,70})\\?$`,
	"iu",
);

function follow(question: string): string[] {
	return [`ich sehe nach, ${question}, und melde mich.`, `ich weiß noch nicht, ${question}.`];
}

/** Answers to a question; empty: it is none, or in doubt. */
export function questionAnswers(sentence: string, address: Address): string[] {
	const [, given, done = ""] = HAVE.exec(sentence) ?? [];
	if (given !== undefined) {
		const words = turned(given.replaceAll(EARLY, "").trim(), done, address);
		return words === null ? [] : [`ja, ich habe ${words} ${done}.`, `nein, ich habe ${words} noch nicht ${done}.`];
	}
	const [, how = "", modal = "", rest, verb = ""] = CAN.exec(sentence) ?? [];
	if (rest !== undefined) {
		const words = turned(rest.replaceAll(EARLY, "").trim(), verb, address);
		const said = [words, verb, MODAL[modal.toLowerCase()] ?? ""].filter((one) => one !== "").join(" ");
		return words === null ? [] : follow(`${how.toLowerCase()} ich ${said}`);
	}
	const [, wh = "", is = "", noun] = IS.exec(sentence) ?? [];
	const words = noun === undefined ? null : turned(noun.replaceAll(EARLY, "").trim(), "sein", address);
	return words === null ? [] : follow(`${lowerStart(wh)} ${words} ${is.toLowerCase()}`);
}

const lowerStart = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
