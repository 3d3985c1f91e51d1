/** What a domain's SPF record (RFC 7208) says. */
export interface SpfFinding {
	/** Whether there is exactly one record, without errors. */
	isValid: boolean;
	state: "pass" | "warn" | "fail";
	detail: string;
}

/** RFC 7208 §4.6.4 */
const MAX_LOOKUPS = 10;
const TERM =
	/^(?:[+?~-]?(?:all|include:[^\s/]+|(?:a|mx)(?::[^\s/]+)?(?:\/\d{1,2})?(?:\/\/\d{1,3})?|ptr(?::[^\s/]+)?|ip4:[\d.]+(?:\/\d{1,2})?|ip6:[\da-f:.]+(?:\/\d{1,3})?|exists:\S+)|[a-z][\w.-]*=\S*)$/i;
const LOOKUP = /^[+?~-]?(?:include:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr(?:[:]|$)|exists:)|^redirect=/i;

/** Judges the TXT records of a domain. */
export function readSpf(texts: readonly string[]): SpfFinding {
	const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
	const [record] = records;
	if (record === undefined) return { isValid: false, state: "warn", detail: "There is no SPF record." };
	if (records.length > 1)
		return { isValid: false, state: "fail", detail: `There are ${records.length} SPF records; only one is allowed.` };
	const terms = record.trim().split(/ +/).slice(1);
	const wrong = terms.find((term) => !TERM.test(term));
	if (wrong !== undefined) return { isValid: false, state: "fail", detail: `The SPF record has an error: “${wrong}”.` };
	const lookups = terms.filter((term) => LOOKUP.test(term)).length;
	if (lookups > MAX_LOOKUPS)
		return { isValid: false, state: "fail", detail: `The SPF record needs ${lookups} DNS lookups; ten are allowed.` };
	const all = terms.find((term) => /^[+?~-]?all$/i.test(term))?.toLowerCase();
	if (all === "+all" || all === "all")
		return { isValid: true, state: "warn", detail: "The SPF record authorizes any server to send for the domain." };
	return { isValid: true, state: "pass", detail: record };
}
