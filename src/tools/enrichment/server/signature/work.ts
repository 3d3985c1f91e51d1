import { organizationOf } from "#kernel/parse.ts";
import { textBefore, trimEndOf } from "#shared/trim.ts";
import type { FieldId } from "../../fields.ts";
import { countryNamed } from "./countries.ts";

/** Words of job titles. */
const TITLE =
	/(?<!\p{L})(?:engineer(?:ing (?:manager|lead))?|developer|manager|director|president|vp|ceo|cto|cfo|coo|cio|ciso|professor|researcher|scientist|technologist|consultant|analyst|officer|architect|(?:co-?)?founder|owner|head of|team lead|tech lead|lead|chief|admin(?:istrator|istrateur)?|designer|technician|assistant|associate|fellow|lecturer|postdoc(?:toral)?|specialist|coordinator|partner|editor|programmer|attorney|lawyer|secretary|representative|executive|supervisor|strategist|physicist|astronomer|mathematician|principal|trainer|recruiter|accountant|candidate|student|ingenieur|entwickler|geschäftsführer(?:in)?|leiter(?:in)?|mitarbeiter(?:in)?|doktorand(?:in)?|ingénieur|directeur|responsable|chercheur|director[a]?|ingeniero|docente|dozent(?:in)?|sysadmin|webmaster|evangelist|advocate|artist|writer|author|contractor)(?!\p{L})/iu;
/** Titles and organizations of scripts without upper case: 営業部長, 软件工程师, 대표이사; 株式会社, 有限公司, 주식회사. */
const EAST_ASIAN_TITLE =
	/(?:部長|課長|係長|次長|主任|社長|取締役|執行役員|教授|研究員|担当|エンジニア|マネージャー|ディレクター|デザイナー|工程师|工程師|经理|經理|总监|總監|总裁|總裁|主管|主席|讲师|研究员|专员|顾问|設計師|设计师|대표|이사|부장|차장|과장|대리|팀장|사원|교수|연구원|엔지니어)$/u;
const EAST_ASIAN_COMPANY =
	/株式会社|有限会社|合同会社|（株）|㈱|一般社団法人|财团|公司|集团|集團|大学|大學|研究所|研究院|銀行|银行|協会|주식회사|\(주\)|㈜|대학교|연구소|은행/u;
const EAST_ASIAN_DEPARTMENT = /(?:部|課|室|科|係|グループ|チーム|部门|部門|处|팀|부|과|실)$/u;
const LEGAL_FORM =
	/\b(?:[Ii]nc|INC|LLC|[Ll]td|LTD|[Gg]mb[Hh]|[Cc]orp|[Cc]orporation|[Ll]imited|PLC|plc|[Pp]ty|S\.?A\.?R\.?L|[Ss]arl|B\.V|N\.V|S\.p\.A|S\.r\.l|Oy|OY|A\/S|K\.K|Co\. KG|e\.V|AG|AB|Ab|SA|SAS|BV|KG|AS)\b\.?/;
const SCHOOL =
	/(?<!\p{L})(?:university|universität|université|universidad|università|universiteit|college|polytechnic|hochschule|eth|institute of technology|academy)(?!\p{L})/iu;
const ORGANIZATION =
	/\b(?:institute|institut|laborator(?:y|ies)|labs?|research|technolog(?:y|ies)|systems|solutions|software|group|foundation|agency|ministry|hospital|bank|consulting|networks|electronics|studios?|partners|holdings?|observatory|association|society|services|industries|international|media|communications|semiconductors?|instruments|aerospace|council|bureau|press)\b/i;
const DEPARTMENT =
	/\b(?:department|dept|school of|faculty|division|chair|lehrstuhl|fakultät|abteilung|section|unit|team|program|centre for|center for|graduate|information technology)\b/i;
/** What sentences have, and titles do not. */
const SENTENCE =
	/[?!]|(?<!\b(?:co|inc|ltd|dr|prof|dept|sr|jr|st|\p{L}))\.\s|\b(?:i|we|you|is|are|was|has|have|will|the best|please|thanks?|this|that|if|when)\b/iu;
const SEPARATORS = /[|•·–—\t／｜]|::|-{3,}| {3,}| - | \* /;
/** A page or address in brackets behind what it belongs to. */
const BRACKETED = /[<(](?:https?:|mailto:|www\.)[^<>()]{1,200}[>)]/gi;
const MAX_LENGTH = 80;
/** Lines below the name that are read. */
const LINES_BELOW = 6;

/**
 * Job title and company of a signature.
 * @param lines from the line with the sender's name
 */
export function readWork(lines: readonly string[], email: string): { field: FieldId; value: string }[] {
	const [first = "", ...below] = lines.slice(0, LINES_BELOW + 1);
	const parts = [
		...afterName(first),
		...below.flatMap((line) => line.replace(BRACKETED, "").split(SEPARATORS).flatMap(wordsOfPart)),
	].filter(isReadable);
	const isOwn = ownDomainTest(email);
	let position: string | null = null;
	const companies: { value: string; rank: number }[] = [];
	for (const part of parts) {
		const { title, rest } = splitTitle(part, isOwn);
		if (title !== null && position === null) position = title;
		const company = rest === null ? null : companyIn(rest, isOwn);
		if (company !== null) companies.push(company);
	}
	if (companies.length === 0) companies.push(...besideTitle([first, ...below]));
	const [company] = companies.toSorted((a, b) => b.rank - a.rank);
	return [
		...(position === null ? [] : [{ field: "position" as const, value: position }]),
		...(company === undefined ? [] : [{ field: "company" as const, value: company.value }]),
	];
}

/** `株式会社山田 営業部 部長`: organization, department and title are apart by blanks alone. */
function wordsOfPart(part: string): string[] {
	const text = part.trim();
	return /^[\p{Lo}\p{Lm}\s（）()㈱㈜・]+$/u.test(text) && /\p{Lo}/u.test(text) ? text.split(/\s+/) : [text];
}

/** `Example · Head of Sales` and `Head of Sales | Example`: next to a title alone stands the organization. */
function besideTitle(lines: readonly string[]): { value: string; rank: number }[] {
	for (const line of lines) {
		const parts = line
			.replace(BRACKETED, "")
			.split(/\s[|•·]\s/)
			.map((part) => part.trim());
		const own = parts.slice(line === lines[0] ? 1 : 0);
		if (own.length !== 2 || !own.every(isReadable)) continue;
		const [other = ""] = own.filter((part) => !TITLE.test(part));
		const title = own.find((part) => TITLE.test(part) && isTitle(part));
		const isName = /^[\p{Lu}\d][\p{L}\d&.'’+-]*(?: [\p{Lu}\d&][\p{L}\d&.'’+-]*){0,4}$/u.test(other);
		if (title !== undefined && isName && !DEPARTMENT.test(other) && countryNamed(other) === null)
			return [{ value: other, rank: 1 }];
	}
	return [];
}

/** What follows the name on its own line: `Ann Smith, Head of Sales, Example Inc.` */
function afterName(line: string): string[] {
	const [, ...rest] = line.split(/[|•·–—/\t]|::|-{3,}|,(?! [Ii]nc\b| LLC\b| [Ll]td\b)| {3,}| - /);
	return rest.map((part) => part.trim());
}

function isReadable(part: string): boolean {
	return (
		part.length >= 2 &&
		part.length <= MAX_LENGTH &&
		!/[@<>{}=\\]|https?:|www\.|\+?\d[\d ().-]{6,}/.test(part) &&
		!SENTENCE.test(part) &&
		part.split(/\s+/).length <= 10
	);
}

/** `Senior Engineer, Example Inc.` and `Engineer at Example`: the title before, the organization after. */
function splitTitle(part: string, isOwn: (text: string) => boolean): { title: string | null; rest: string | null } {
	const text = trimEndOf(part.replace(/^[^\p{L}\p{N}]+/u, ""), " ,;:|*-–~'\"!(");
	if (EAST_ASIAN_TITLE.test(text) && !EAST_ASIAN_COMPANY.test(text)) return { title: text, rest: null };
	if (!TITLE.test(text)) return { title: null, rest: text };
	if (LEGAL_FORM.test(text) && !text.includes(",")) return { title: null, rest: text };
	const reversed = /^(.{2,50}?), ([^,]+)$/.exec(text);
	const [, before = "", after = ""] = reversed ?? [];
	if (!TITLE.test(before) && isTitle(after) && TITLE.test(after) && rankOf(before, isOwn) > 1)
		return { title: after, rest: before };
	for (const divider of [/ (?:at|@|bei|chez) (?=\p{Lu})/u, /,\s+/]) {
		const found = divider.exec(text);
		if (found === null) continue;
		const head = text.slice(0, found.index).trim();
		const tail = text.slice(found.index + found[0].length).trim();
		const isAt = found[0].trim() !== ",";
		if (TITLE.test(head) && !TITLE.test(tail) && (isAt || rankOf(tail, isOwn) > 1))
			return { title: isTitle(head) ? head : null, rest: tail };
	}
	return { title: isTitle(text) ? text : null, rest: null };
}

function isTitle(text: string): boolean {
	return text.length <= 70 && /^\p{Lu}|^\p{Ll}+ \p{Ll}+$/u.test(text) && !/\d{2,}/.test(text);
}

/** The part of a line that names the organization most certainly, such as the university after a department. */
function companyIn(text: string, isOwn: (text: string) => boolean): { value: string; rank: number } | null {
	const parts = text.split(/,\s+(?!inc\b|llc\b|ltd\b|gmbh\b)/i).map((value) => ({ value, rank: rankOf(value, isOwn) }));
	const [best] = parts.toSorted((a, b) => b.rank - a.rank);
	return best === undefined || best.rank < 2
		? null
		: { ...best, value: best.value.replace(/(?<!\b(?:inc|ltd|corp|co|s\.p\.a|s\.r\.l|b\.v|n\.v|l))\.$/i, "") };
}

/** How certainly a text names the organization; 0: it does not. */
function rankOf(text: string, isOwn: (text: string) => boolean): number {
	if (EAST_ASIAN_COMPANY.test(text)) return EAST_ASIAN_DEPARTMENT.test(text) ? 1 : 4;
	if (!/^\p{Lu}|^\p{Ll}+\p{Lu}/u.test(text) && !isOwn(text)) return 0;
	if (/\d{3,}/.test(text) || /\b(?:and|&|of|for|the)$| at /i.test(text)) return 0;
	if (isOwn(text)) return DEPARTMENT.test(text) ? 2 : 5;
	if (LEGAL_FORM.test(text)) return 4;
	if (DEPARTMENT.test(text)) return 1;
	if (SCHOOL.test(text)) return 3;
	// Names are capitalized; in a sentence such a word says nothing.
	const small = text.split(" ").filter((word) => word.length > 3 && /^\p{Ll}/u.test(word));
	return ORGANIZATION.test(text) && small.length < 2 ? 2 : 0;
}

/** Whether a text is the name of the address's domain: `Ettus Research` at ettus.com, `MIT` at mit.edu. */
function ownDomainTest(email: string): (text: string) => boolean {
	const domain = organizationOf(email.slice(email.lastIndexOf("@") + 1));
	if (domain === "") return () => false;
	const plain = textBefore(domain, ".").replace(/[^a-z\d]/g, "");
	return (text) => {
		const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
		if (words.length === 0 || words.length > 8) return false;
		const acronym =
			text
				.match(/\b\p{Lu}/gu)
				?.join("")
				.toLowerCase() ?? "";
		if (words.join("") === plain || (acronym.length > 2 && acronym === plain)) return true;
		return plain.length > 2 && (words[0] === plain || (plain.length > 4 && words.join("").startsWith(plain)));
	};
}
