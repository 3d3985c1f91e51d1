const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Beginnings of months as programs write them in other languages, without marks: longer ones win. German to Portuguese, then
 * the languages of the north and east, Greek, Cyrillic, Hebrew and Arabic.
 */
const LOCAL_MONTHS = [
	"jan jän ene gen ian jaa sty led tam oca янв січ січ ιαν ינו ינואר يناير",
	"feb fev fév febb veeb vee lut úno hel şub фев лют φεβ פבר فبراير",
	"mar mär mrz maa mars márc mær bře бер мар μαρ מרץ مارس",
	"apr avr abr ápr kwi dub huh nis апр кві απρ אפר أبريل",
	"may mai mag maj máj mei kvě tou мая май тра μαι μαΐ מאי مايو",
	"jun juin giu jún iun juuni cze červen čer čvn kes haz июн чер ιουν ιούν יונ يونيو",
	"jul juil lug júl iul juuli lip červenec čvc hei tem июл лип ιουλ ιούλ יול يوليو",
	"aug août aou ago agu sie srp elo ağu авг сер сер αυγ αύγ אוג أغسطس",
	"sep set szep wrz zář syy eyl сен вер σεπ ספט سبتمبر",
	"oct okt out ott paź říj lok eki окт жов οκτ אוק أكتوبر",
	"nov noi lis marras kas ноя лис νοε νοέ נוב نوفمبر",
	"dec dez déc dic des det gru pro jou ara дек гру гру δεκ דצמ ديسمبر",
];

/** Zone names of RFC 5322 §4.3 and others that mail programs use, in minutes east of Greenwich. */
const ZONES: Record<string, number> = {
	ut: 0,
	utc: 0,
	gmt: 0,
	z: 0,
	wet: 0,
	est: -300,
	edt: -240,
	cst: -360,
	cdt: -300,
	mst: -420,
	mdt: -360,
	pst: -480,
	pdt: -420,
	akst: -540,
	akdt: -480,
	hst: -600,
	bst: 60,
	ist: 330,
	cet: 60,
	cest: 120,
	met: 60,
	mest: 120,
	mez: 60,
	mesz: 120,
	eet: 120,
	eest: 180,
	msk: 180,
	msd: 240,
	jst: 540,
	kst: 540,
	aest: 600,
	aedt: 660,
	nzst: 720,
	nzdt: 780,
	west: 60,
};

/** Maximum characters read of a date header. */
const MAX_LENGTH = 300;

/**
 * Parses RFC 5322 §3.3 dates and their obsolete and broken forms: comments, two-digit years, named or missing zones
 * (taken as UTC), missing seconds, month before day, ISO 8601, asctime.
 * @returns epoch milliseconds, or null if it is not a date. Nonexistent days (31 Feb) are null too.
 */
export function parseMailDate(raw: string): number | null {
	const text = stripComments(raw.slice(0, MAX_LENGTH))
		.replace(/(\d)\s*:\s*(?=\d)/g, "$1:")
		.trim();
	if (text === "") return null;
	const iso =
		/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?(?:\s*(Z|[+-]\d{2}:?\d{2}))?)?$/i.exec(
			text,
		);
	if (iso) {
		const [, y, mo, d, h = "0", mi = "0", s = "0", zone = ""] = iso;
		return moment(
			Number(y),
			Number(mo) - 1,
			Number(d),
			[Number(h), Number(mi), Number(s)],
			zoneMinutes(zone.replace(":", "")),
		);
	}
	return parseTokens(
		text
			.replace(NUMERIC, writtenOut)
			.replace(EASTERN, (_, year, month, day) => ` ${day} ${MONTHS[Number(month) - 1] ?? ""} ${year} `),
	);
}

/** `1/5/04`: the month first, unless the first number cannot be one. */
const NUMERIC = /(?<!\S)(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\S)/;

/** `2025年11月3日`, `2025년 11월 3일`. */
const EASTERN = /(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]/;

function writtenOut(_: string, first: string, second: string, year: string): string {
	const [month, day] = Number(first) > 12 ? [second, first] : [first, second];
	return `${day} ${MONTHS[Number(month) - 1] ?? ""} ${year}`;
}

/** The date after the last semicolon of a Received header (RFC 5322 §3.6.7). */
export function parseReceivedDate(raw: string): number | null {
	const at = raw.lastIndexOf(";");
	return at < 0 ? null : parseMailDate(raw.slice(at + 1));
}

function parseTokens(text: string): number | null {
	let day = -1;
	let month = -1;
	let year = -1;
	let time: [number, number, number] | null = null;
	let zone: number | null = null;
	let afternoon: boolean | null = null;
	/** The first word may be a weekday that is written like a month, as the French Tuesday. */
	let isWeekday = false;
	for (const [at, token] of text
		.split(/[\s,]+/)
		.filter(Boolean)
		.entries()) {
		const clock = /^(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2})(?:[.,]\d+)?)?([+-]\d{4}|[A-Za-z]+)?$/.exec(token);
		if (clock && !time) {
			time = [Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0)];
			if (clock[4]) {
				if (/^[ap]m$/i.test(clock[4])) afternoon = /^p/i.test(clock[4]);
				else zone = zoneMinutes(clock[4]);
			}
			continue;
		}
		const joined = /^(\d{1,2})-([\p{L}\p{M}]{3,12}\.?)-(\d{2,4})$/u.exec(token);
		if (joined && day < 0) {
			day = Number(joined[1]);
			month = monthOf(joined[2] ?? "");
			year = fullYear(joined[3] ?? "");
		} else if (/^[+-]\d{1,2}:?\d{2}$/.test(token)) {
			if (time && zone === null) zone = zoneMinutes(token.replace(":", ""));
		} else if (/^\d+$/.test(token)) {
			if (day < 0 && token.length <= 2) day = Number(token);
			else if (month < 0 && token.length <= 2 && day >= 0 && !time) month = Number(token) - 1;
			else if (year < 0) year = fullYear(token);
		} else if ((month < 0 || (isWeekday && !time)) && monthOf(token) >= 0) {
			isWeekday = at === 0;
			month = monthOf(token);
		} else if (/^[ap]\.?m\.?$/i.test(token) && time) {
			afternoon = /^p/i.test(token);
		} else if (time && zone === null && /^[A-Za-z]/.test(token)) {
			const gmt = /^(?:gmt|utc)([+-]\d{1,2}):?(\d{2})?$/i.exec(token);
			zone = gmt
				? zoneMinutes(`${gmt[1]}${gmt[2] ?? "00"}`)
				: (ZONES[token.toLowerCase()] ?? ZONES[token.slice(0, 3).toLowerCase()] ?? null);
		}
	}
	if (day < 0 || month < 0 || year < 0) return null;
	const clockTime = time ?? [0, 0, 0];
	if (afternoon !== null) clockTime[0] = (clockTime[0] % 12) + (afternoon ? 12 : 0);
	return moment(year, month, day, clockTime, zone ?? 0);
}

function moment(year: number, month: number, day: number, time: [number, number, number], zone: number): number | null {
	const [hour, minute, second] = time;
	if (month > 11 || day < 1 || hour > 24 || minute > 59 || second > 60 || year < 1 || year > 9999) return null;
	const date = new Date(0);
	date.setUTCFullYear(year, month, day);
	if (date.getUTCMonth() !== month) return null;
	date.setUTCHours(hour, minute, second);
	return date.getTime() - zone * 60_000;
}

/** Two digits: 00–49 are 2000s; three digits count from 1900 (RFC 5322 §4.3). */
function fullYear(digits: string): number {
	const year = Number(digits);
	if (digits.length <= 2) return year < 50 ? year + 2000 : year + 1900;
	if (digits.length === 3) return year + 1900;
	return digits.length === 4 ? year : -1;
}

function monthOf(token: string): number {
	const name = withoutMarks(token);
	for (let length = Math.min(name.length, 9); length >= 3; length--) {
		const month = monthsByStart.get(name.slice(0, length));
		if (month !== undefined) return month;
	}
	return -1;
}

const monthsByStart = new Map(
	LOCAL_MONTHS.flatMap((names, month) => names.split(" ").map((name) => [withoutMarks(name), month] as const)),
);

function withoutMarks(word: string): string {
	return word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

function zoneMinutes(token: string): number {
	const numeric = /^([+-])(\d{1,2})(\d{2})$/.exec(token);
	if (!numeric) return ZONES[token.toLowerCase()] ?? 0;
	const minutes = Number(numeric[2]) * 60 + Number(numeric[3]);
	// Offsets of a day or more do not exist: treat as UTC.
	if (minutes > 1439) return 0;
	return numeric[1] === "-" ? -minutes : minutes;
}

/** Removes RFC 5322 comments, including nested ones; an unclosed one stays. */
function stripComments(text: string): string {
	let out = text;
	for (let round = 0; round < 10 && out.includes("("); round++) {
		const next = out.replace(/\((?:\\[\s\S]|[^()\\])*\)/g, " ");
		if (next === out) break;
		out = next;
	}
	return out;
}
