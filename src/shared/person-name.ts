/** The parts of a person's name, in the order in which their language writes them. */

/** Words that belong to the family name after them. */
const PARTICLES = new Set(
	"van von de der den del della dello di da dos das do du la le lo ter ten zu zum zur bin ibn al el af av y e mac st".split(
		" ",
	),
);
/** Titles before a name, which belong to neither part of it; what ends with a period is not written without it. */
const TITLE =
	/^(?:(?:dr|prof|mr|mrs|ms|mx|herr|frau|hr|fr|dipl|univ|dott|dottssa|sig|sigra|sra?|srta|dra|mme|mlle|dhr|mevr|drs|ir)\.?(?:-(?:ing|med)\.?)?|ph\.?d\.?|dott\.ssa|sig\.ra|mgr\.|ing\.|med\.|h\.c\.|prof\.dr\.|m\.)$/iu;
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i;

/** Scripts in which the family name comes first. */
const EAST_ASIAN = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー・々 \u3000]+$/u;
/** Family names of two letters; others have one. Korean and Chinese. */
const LONG_FAMILY =
	/^(?:남궁|황보|제갈|선우|독고|사공|서문|동방|欧阳|歐陽|司马|司馬|诸葛|諸葛|上官|夏侯|东方|東方|皇甫|尉迟|尉遲|公孙|公孫|慕容|令狐|宇文|长孙|長孫|司徒|端木|南宫|南宮)(?=.)/u;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Vietnamese family names: nine of ten people have one of these. */
const VIETNAMESE = new Set(
	"nguyễn trần lê phạm huỳnh hoàng phan vũ võ đặng bùi đỗ hồ ngô dương lý đinh trịnh mai đào lâm tạ hà".split(" "),
);
const VIETNAMESE_LETTER = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u;

/** Given names that Hungarians write last. Those of other languages are spelled in another way. */
const HUNGARIAN = new Set(
	[
		..."istván lászló józsef jános zoltán sándor gábor ferenc attila péter tamás zsolt tibor andrás imre lajos györgy".split(
			" ",
		),
		..."balázs gyula mihály károly róbert csaba béla dániel ádám máté bence géza jenő árpád krisztián szabolcs".split(
			" ",
		),
		..."mária erzsébet katalin ilona éva zsuzsanna judit ágnes ildikó krisztina szilvia mónika zsófia réka".split(" "),
		..."piroska orsolya eszter nikolett enikő gyöngyi jolán kinga lívia emőke csilla dóra tímea".split(" "),
	].flat(),
);

interface NameParts {
	/** With middle names; null: there is only one name. */
	firstName: string | null;
	/** With particles; null: unknown. */
	lastName: string | null;
}

/**
 * First and last name of a full name. Family names come first in Chinese, Japanese, Korean, Hungarian and Vietnamese, and
 * where they are written in capitals: `TANAKA Taro`.
 */
export function partsOfName(fullName: string): NameParts {
	const name = withoutTitles(fullName.replace(/[\s\u3000]+/g, " ").trim());
	if (name === "") return { firstName: null, lastName: null };
	if (EAST_ASIAN.test(name)) return eastAsian(name);
	const words = name.split(" ");
	const [first = ""] = words;
	if (words.length < 2) return { firstName: first, lastName: null };
	const isFamilyFirst = isVietnamese(words) || isHungarian(words);
	const capitals = isFamilyFirst ? 1 : leadingCapitals(words);
	if (capitals > 0)
		return {
			firstName: words.slice(capitals).join(" "),
			lastName: words.slice(0, capitals).map(capitalized).join(" "),
		};
	const suffix = SUFFIX.test(words.at(-1) ?? "") && words.length > 2 ? 1 : 0;
	let from = words.length - 1 - suffix;
	while (from > 1 && PARTICLES.has((words[from - 1] ?? "").toLowerCase())) from--;
	return { firstName: words.slice(0, from).join(" "), lastName: words.slice(from).join(" ") };
}

/** "Prof. Dr. Bea Roe" is "Bea Roe"; a title alone stays as it is. */
function withoutTitles(name: string): string {
	const words = name.split(" ");
	const from = words.findIndex((word) => !TITLE.test(word));
	return from > 0 ? words.slice(from).join(" ") : name;
}

/** The name of two parts, in the order of its script. */
export function joinedName({ first, middle = "", last }: { first: string; middle?: string; last: string }): string {
	if (last !== "" && EAST_ASIAN.test(last + first)) return last + first;
	return [first, middle, last].filter((part) => part !== "").join(" ");
}

function eastAsian(name: string): NameParts {
	const [family = "", ...given] = name.split(/[ \u3000・]/u);
	if (given.length > 0) return { firstName: given.join(" "), lastName: family };
	const letters = [...name];
	if (letters.length < 2) return { firstName: name, lastName: null };
	// Katakana alone writes names of other languages.
	const kana = letters.findIndex((letter) => KANA.test(letter));
	if (kana === 0) return { firstName: name, lastName: null };
	const long = LONG_FAMILY.exec(name)?.[0].length;
	const count = long ?? (kana > 0 ? kana : letters.length > 3 ? 2 : 1);
	return { firstName: letters.slice(count).join(""), lastName: letters.slice(0, count).join("") };
}

function isVietnamese(words: readonly string[]): boolean {
	const lower = words.map((word) => word.normalize("NFC").toLowerCase());
	return VIETNAMESE.has(lower[0] ?? "") && lower.some((word) => VIETNAMESE_LETTER.test(word));
}

function isHungarian(words: readonly string[]): boolean {
	const lower = words.map((word) => word.normalize("NFC").toLowerCase());
	return lower.length < 4 && HUNGARIAN.has(lower.at(-1) ?? "") && !HUNGARIAN.has(lower[0] ?? "");
}

/** Words in capitals at the start of a name that has others. */
function leadingCapitals(words: readonly string[]): number {
	const isCapitals = (word: string): boolean => /^\p{Lu}[\p{Lu}'’-]+$/u.test(word);
	const count = words.findIndex((word) => !isCapitals(word));
	// `JP Morgan` and `DJ Smith` have initials, no family name.
	return count > 0 && words.slice(0, count).every((word) => word.length > 3) ? count : 0;
}

function capitalized(word: string): string {
	if (word !== word.toUpperCase()) return word;
	return word.toLowerCase().replace(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase());
}
