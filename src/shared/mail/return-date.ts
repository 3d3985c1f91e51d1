import { sentencesOf } from "./absence.ts";
import { AWAY, FORMULAS } from "./absence-words.ts";
import { fold } from "./phrases.ts";

/** Reading automatic replies: until when someone is away. */

const DAY_MS = 86_400_000;
/** Dates further away are misread, or no absence to wait for. */
const MAX_DAYS = 180;
const MAX_TEXT = 3_000;

/** What precedes the day of return, or the last day away, in folded text. */
const BEFORE =
	/(?<![\p{L}\p{N}])(?:until|till|thru|through|back(?: in the office)?(?: again)?(?: on| by| from)?|return(?:ing)?(?: to the office)?(?: on)?|bis(?: einschliesslich| einschl\.?| inkl\.?| inklusive| zum)?|ab(?: dem)?|wieder(?: ab| am)?|jusqu'?(?:au|a)|de retour le|a partir d[ue]|au|hasta(?: el)?(?: dia)?|vuelvo el|regreso el|al?|tot(?: en met)?|t\/m|vanaf|fino al|rientro il|ate(?: ao?)?(?: dia)?|regresso (?:em|a)|till?(?: och med)?|t\.?o\.?m\.?|til(?: og med)?|tilbake|tilbage|tillbaka|ater|igen|do|az|pana (?:la|pe|in)|din|kadar|до|по|с|з|до кінця|μεχρι|εως|עד|ב|حتى|الى|إلى|dins|fins al?|iki|lidz|kuni|den|to|-|–)(?:\s*(?:zu|og med|dnia|dne|data de|data|the|den|le|el|il|dia))?\s*/gu;

/** Beginnings of the names of months in folded text. */
const MONTHS = [
	/^(?:jan|ian|gen(?:naio|er)?$|ene|styczn|led[en]|sijec|tammik|ocak|янв|січ|ιαν|ינואר|يناير|saus|janv|jaan)/u,
	/^(?:feb|fev|lut|unor|velj|helmik|sub|фев|лют|φεβ|פברואר|فبراير|vasar|veebr)/u,
	/^(?:mar(?!raskuu)|maa(?:lis|rt)|mrt|mrz|brez|ozuj|мар|берез|μαρ|מרץ|مارس|kovo)/u,
	/^(?:apr|avr|abr|kwie|dub(?:en|na)|trav(?:anj|nja)|huhti|nisan|апр|квіт|απρ|אפריל|[اأ]بريل|baland)/u,
	/^(?:ma[yijg]|maj|kvet|svib|touko|мая|маи|трав|μαι|מאי|مايو|geg)/u,
	/^(?:jun|iun|giu|juin|czerw|cerv(?:en|na)$|lip(?:anj|nja)$|kesak|haz|июн|черв|ιουν|יוני|يونيو|birz|juun)/u,
	/^(?:jul|iul|lug|juil|lipc|lipiec|cervenec|cervence|srp(?:anj|nja)$|heinak|tem|июл|лип|ιουλ|יולי|يوليو|liep|juul)/u,
	/^(?:aug|aou|ago|sierp|srp(?:en|na)$|kolov|eloku|agu|авг|серп|αυγ|אוגוסט|[اأ]غسطس|rugpj)/u,
	/^(?:sep|set|wrze|zari|ruj(?:an|na)$|syysk|eyl|szept|сен|верес|σεπ|ספטמבר|سبتمبر|rugs)/u,
	/^(?:o[ck]t|out|ott|pazdz|rij(?:en|na)|lokak|eki|окт|жовт|οκτ|אוקטובר|[اأ]كتوبر|spal)/u,
	/^(?:nov|noi|listopad|marrask|kas|ноя|лист|νοε|נובמבר|نوفمبر|lapkr|studen)/u,
	/^(?:de[czs]|dic|dez|grud|prosin|jouluk|ara|дек|груд|δεκ|דצמבר|ديسمبر|gruodz|dets)/u,
];

/**
 * The last date that the text names as the end of an absence.
 * @returns midnight UTC of that day; null: none is named, or none in the next 180 days
 */
export function returnDate(text: string, now: number): number | null {
	const today = Math.floor(now / DAY_MS) * DAY_MS;
	const folded = fold(text.slice(0, MAX_TEXT));
	const ends = [...folded.matchAll(BEFORE)].map(({ index, 0: words }) => index + words.length);
	const named = latest(folded, ends, today);
	if (named !== null) return named;
	// Other languages put the word for until behind the date.
	const told = sentencesOf(folded).filter((one) => [...AWAY, ...FORMULAS].some((words) => words.test(one)));
	const days = told.map((one) =>
		latest(
			one,
			[...one.matchAll(/(?<![\d.:/-])\d/g)].map(({ index }) => index),
			today,
		),
	);
	return days.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
}

/** The last of the dates that begin at these places, of the next 180 days. */
function latest(text: string, starts: readonly number[], today: number): number | null {
	const dates = starts.flatMap((start) => dateAt(text.slice(start, start + 60), today) ?? []);
	const near = dates.filter((date) => date >= today && date <= today + MAX_DAYS * DAY_MS);
	return near.length === 0 ? null : Math.max(...near);
}

/** A date at the beginning of the text, in the order that its form says. */
function dateAt(text: string, today: number): number | null {
	const rest = text.replace(
		/^(?:\p{L}+[.,]?\s+)?(?:(?:the|den|le|el|il|dia|de|em|d\.|dne|dnia|na|на|op)\s+)?/u,
		(words) => (monthOf(words) === null ? "" : words),
	);
	const iso = /^(\d{4})(?:[-/.] ?|年 ?|년 ?)(\d{1,2})(?:[-/.] ?|月 ?|월 ?)(\d{1,2})(?!\d)/.exec(rest);
	if (iso) return dayOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]), today);
	const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d{2}))?(?!\d)/.exec(rest);
	if (dotted) return dayOf(yearOf(dotted[3]), Number(dotted[2]) - 1, Number(dotted[1]), today);
	const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?!\d)/.exec(rest);
	if (slashed) return slashedDay(slashed, today);
	const asian = /^(\d{1,2})[月월] ?(\d{1,2})[日日号號일]/u.exec(rest);
	if (asian) return dayOf(null, Number(asian[1]) - 1, Number(asian[2]), today);
	const yearFirst = /^(\d{4})\.? (\p{L}+) (\d{1,2})(?!\d)/u.exec(rest);
	if (yearFirst) return named(yearFirst[2], Number(yearFirst[3]), yearFirst[1], today);
	const dayFirst =
		/^(\d{1,2})(?:st|nd|rd|th|\.|er|º|o|-?[גאe])?\s+(?:of\s+|de\s+|di\s+|d')?(\p{L}+)\.?,?(?:\s+(?:de\s+)?(\d{4}))?/u.exec(
			rest,
		);
	if (dayFirst) return named(dayFirst[2], Number(dayFirst[1]), dayFirst[3], today);
	const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?/iu.exec(rest);
	if (monthFirst) return named(monthFirst[1], Number(monthFirst[2]), monthFirst[3], today);
	return null;
}

/** Month first, unless that cannot be; of two possible days the later one, so that no one is written to too early. */
function slashedDay([, one = "", two = "", year]: RegExpExecArray, today: number): number | null {
	const [a, b] = [Number(one), Number(two)];
	const found = [dayOf(yearOf(year), a - 1, b, today), dayOf(yearOf(year), b - 1, a, today)].filter(
		(day) => day !== null,
	);
	const near = found.filter((day) => day >= today && day <= today + MAX_DAYS * DAY_MS);
	return near.length === 0 ? null : Math.max(...near);
}

function named(month = "", day: number, year: string | undefined, today: number): number | null {
	const index = monthOf(month);
	return index === null ? null : dayOf(yearOf(year), index, day, today);
}

function monthOf(word: string): number | null {
	const written = word
		.trim()
		.replace(/[.,]/g, "")
		.replace(/^[בל](?=\p{L}{3})/u, "");
	const found = MONTHS.findIndex((names) => names.test(written));
	return found < 0 ? null : found;
}

function yearOf(text: string | undefined): number | null {
	if (text === undefined) return null;
	return text.length === 2 ? 2_000 + Number(text) : Number(text);
}

/** @param year null: the next time that this day comes */
function dayOf(year: number | null, month: number, day: number, today: number): number | null {
	if (month < 0 || month > 11 || day < 1 || day > 31) return null;
	const thisYear = new Date(today).getUTCFullYear();
	const date = Date.UTC(year ?? thisYear, month, day);
	if (new Date(date).getUTCMonth() !== month) return null;
	return year === null && date < today ? Date.UTC(thisYear + 1, month, day) : date;
}
