import type { Category } from "#shared/mail/categories.ts";
import type { Query } from "#shared/search/query.ts";

/** Phrases of questions that are operators of the search, in English, German, French and Spanish. */
interface Filter {
	pattern: RegExp;
	query: (match: RegExpExecArray) => Query[];
}

const phrase = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "giu");
const flag = (name: "read" | "starred" | "important" | "answered", value: boolean): Query => ({
	kind: "is",
	flag: name,
	value,
});
const folder = (name: string): Query => ({ kind: "in", folder: name });
const category = (name: Category): Query => ({ kind: "category", category: name });
const named = (...texts: string[]): Query => {
	const parts = texts.map((text): Query => ({ kind: "text", field: "filename", text, phrase: false }));
	return parts.length === 1 ? (parts[0] as Query) : { kind: "or", parts };
};
const NUMBER = "\\d{1,6}(?:[.,]\\d{1,2})?";
const bytesOf = (match: RegExpExecArray): number => {
	const factor =
		match.groups?.unit?.toLowerCase().startsWith("k") === true
			? 1_000
			: /^g/i.test(match.groups?.unit ?? "")
				? 1e9
				: 1e6;
	return Math.round(Number(match.groups?.size?.replace(",", ".")) * factor);
};
const SIZE = `(?<size>${NUMBER}) ?(?<unit>[kmg](?:b|o)|megabytes?|kilobytes?|gigabytes?)`;

export const filters: readonly Filter[] = [
	{
		pattern: phrase(
			"unanswered|not (?:yet )?(?:been )?answered|(?:that|which) (?:i )?(?:haven't|have not|did not|didn't|never) (?:yet )?(?:answer(?:ed)?|repl(?:y|ied)(?: to)?|respond(?:ed)?(?: to)?)|(?:haven't|have not|didn't|did not|never) i (?:yet )?(?:answer(?:ed)?|repl(?:y|ied)(?: to)?|respond(?:ed)?(?: to)?)|(?:i )?(?:haven't|have not|did not|didn't|never) (?:yet )?(?:answer(?:ed)?|repl(?:y|ied)(?: to)?|respond(?:ed)?(?: to)?)|(?:do i |i )?(?:still )?(?:need|have) to (?:answer|reply(?: to)?)|waiting for (?:my|an) (?:answer|reply)|without (?:an? )?(?:answer|reply)|unbeantwortete?[nrs]?|(?:noch )?nicht beantwortet(?: habe)?|ohne antwort|sans réponse|(?:je )?n'ai pas (?:encore )?répondu|pas (?:encore )?répondu|non répondus?|sin respuesta|sin (?:responder|contestar)|no (?:he )?(?:respondido|contestado)",
		),
		query: () => [
			flag("answered", false),
			folder("inbox"),
			{ kind: "not", part: { kind: "list", by: "any", name: "" } },
		],
	},
	{
		pattern: phrase("unread|not (?:yet )?read|ungelesene?[nrs]?|non lus?|sin leer|no leídos?"),
		query: () => [flag("read", false)],
	},
	{ pattern: phrase("starred|flagged|markierte?[nrs]?|suivis|destacad[oa]s?"), query: () => [flag("starred", true)] },
	{ pattern: phrase("important|wichtige?[nrs]?|importantes?"), query: () => [flag("important", true)] },
	{
		pattern: phrase("(?:with |an? )?(?:pdfs?|pdf[- ](?:files?|attachments?|documents?)|pdf-(?:datei(?:en)?|anhang))"),
		query: () => [named("pdf")],
	},
	{
		pattern: phrase("spreadsheets?|excel(?: (?:files?|sheets?))?|xlsx?|tabellen?|tableurs?|hojas? de cálculo"),
		query: () => [named("xlsx", "xls", "csv")],
	},
	{
		pattern: phrase("(?:power ?point|slides|pptx|präsentationen|présentations|presentaciones)"),
		query: () => [named("pptx", "ppt")],
	},
	{
		pattern: phrase("word (?:files?|documents?)|docx|word-dateien|documents? word|documentos? de word"),
		query: () => [named("docx", "doc")],
	},
	{
		pattern: phrase("photos?|pictures?|images?|fotos?|bilder?n?|imágenes|imagen"),
		query: () => [named("jpg", "jpeg", "png", "heic")],
	},
	{
		pattern: phrase(
			"(?:that have |which have |having |with |has )?(?:an? |any |the )?attach(?:ments?|ed files?)|with (?:a )?files?|attached|(?:mit |einem? |dem )*anh[aä]ng(?:e|en)?|angehängt|(?:avec |une |des |la )*pièces? jointes?|(?:con |un |archivos? )*adjunt[oa]s?",
		),
		query: () => [{ kind: "attachment" }],
	},
	{
		pattern: phrase(
			`(?:(?:larger|bigger|more|greater) than|over|größer als|mehr als|über|plus (?:grand )?de|plus (?:lourd|gros)s? que|más (?:grandes? )?(?:de|que)) ${SIZE}`,
		),
		query: (match) => [{ kind: "size", than: "larger", bytes: bytesOf(match) }],
	},
	{
		pattern: phrase(`(?:smaller than|less than|under|kleiner als|unter|moins de|menos de) ${SIZE}`),
		query: (match) => [{ kind: "size", than: "smaller", bytes: bytesOf(match) }],
	},
	{
		pattern: phrase(
			"(?:from |on |my |the )?(?:newsletters?|mailing lists?|infolettres?|boletines?|listes? de diffusion)",
		),
		query: () => [{ kind: "list", by: "any", name: "" }],
	},
	{ pattern: phrase("promotions?|promotional|werbemails?|werbung|promociones"), query: () => [category("promotions")] },
	{
		pattern: phrase("(?:in (?:my |the )?|im |dans les |en )(?:spam|junk|spam-ordner|spams|indésirables)(?: folder)?"),
		query: () => [folder("spam")],
	},
	{
		pattern: phrase("(?:in (?:my |the )?|im |dans la |en la )(?:trash|bin|papierkorb|corbeille|papelera)"),
		query: () => [folder("trash")],
	},
	{
		pattern: phrase("(?:in (?:my |the )?|im |dans les |en el )(?:archives?|archiv|archivo)"),
		query: () => [folder("archive")],
	},
	{
		pattern: phrase("(?:in (?:my |the )?|im |dans les |en )(?:drafts?|entwürfen?|brouillons|borradores)"),
		query: () => [folder("drafts")],
	},
	{
		pattern: phrase(
			"did i (?:send|write|promise|tell|say)|(?:that |which |what )?i (?:have )?(?:sent|wrote|written|promised|told|said)|(?:habe )?ich (?:.{0,40} )?(?:geschickt|geschrieben|gesendet)(?: habe)?|(?:que )?j'ai (?:envoyés?|envoyées?|écrit)|ai-je (?:envoyés?|écrit)|(?:que )?(?:yo )?(?:envié|escribí|he enviado|he escrito|mandé)|sent mail|sent emails|gesendete|in sent",
		),
		query: () => [folder("sent")],
	},
];
