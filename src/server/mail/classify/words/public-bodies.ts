/** Public bodies: their own top-level domains, the national ones, the European Union, and the mailing service of many. */
const HOSTS =
	/(?:^|\.)(?:gov|mil|gouv|gob|govt|gub|govern|parliament|bund|admin|europa|un|nhs|govdelivery|bundestag|rijksoverheid|overheid|riksdagen|regeringen|stortinget|regjeringen)(?:\.[a-z]{2,3})?$|\.gc\.ca$|\.(?:go|lg)\.[a-z]{2}$|\.state\.[a-z]{2}\.us$|(?:^|\.)(?:senat\.fr|assemblee-nationale\.fr|camera\.it|senato\.it|comune\.[a-z-]{2,40}\.it)$|^(?:[a-z0-9-]{1,40}\.)*(?:stadt|gemeinde|landkreis|mairie|ville)-[a-z-]{2,40}\.[a-z]{2,4}$/;

/** Fields of ministries: the name alone is also that of shops. */
const FIELDS =
	"health|education|finance|justice|labou?r|transport|agriculture|defen[cs]e|interior|foreign|energy|commerce|revenue|public|environment|housing|social|culture|veterans|motor|state";

/** Names of public bodies that send through a mailing service, under any address. */
const NAMES: readonly RegExp[] = [
	/^(?:the )?(?:city|town|village|county|borough) of \p{L}/iu,
	/\b(?:city|town|county|borough|district) council\b/i,
	/\b(?:mayor|governor)['’]s office\b|^office of the (?:mayor|governor|ombudsman)\b/i,
	new RegExp(String.raw`^(?:u\.?s\.? |uk )?(?:department|ministry) (?:of|for) (?:the )?(?:${FIELDS})\b`, "i"),
	/^(?:stadt|gemeinde|landkreis|landratsamt|bezirksamt|bundesministerium|bundesamt|ministerium) /i,
	/^(?:ville de|mairie d|préfecture d|ministère d|conseil (?:départemental|régional|municipal))/i,
	/^(?:ayuntamiento|ministerio|gobierno|diputación) de /i,
	/^(?:comune di|ministero d|regione )/i,
	/^(?:câmara municipal|prefeitura d|ministério d)/i,
	/^(?:gemeente|provincie|ministerie van) /i,
	/^(?:urząd|ministerstwo|gmina) /i,
	/^\p{L}{3,30} (?:kommun|kommune)$/iu,
];

/** Whether mail comes from a public body. @param host lower case @param name of the sender */
export function isPublicBody(host: string, name: string): boolean {
	return HOSTS.test(host) || NAMES.some((pattern) => pattern.test(name));
}
