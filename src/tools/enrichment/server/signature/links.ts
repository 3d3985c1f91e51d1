import { parse } from "tldts";
import { organizationOf } from "#kernel/parse.ts";
import { trimEndOf } from "#shared/trim.ts";
import type { FieldId } from "../../fields.ts";

const URLS =
	/(?:https?:\/\/|www\.)[^\s<>"'|•)\]]{3,300}|(?<![\w@./-])[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|org|net|io|edu|gov|de|eu|uk|fr|nl|ch|at)(?:\/[^\s<>"'|•)\]]*)?(?![\w@.-])/gi;
/** Their pages say nothing about the person's own website. */
const OTHERS =
	/(?:^|\.)(?:facebook|instagram|youtube|linkedin|twitter|x|t|bit|goo|tinyurl|google|gmail|outlook|microsoft|aka|apple|yahoo|hotmail|live|avast|avg|mcafee|skype|zoom|calendly|wikipedia|sourceforge|paypal|whatsapp|wa|telegram|tiktok|pinterest|vimeo|xing|reddit)\.(?:com|org|net|me|be|co|ly|gl|ms)$/i;
const NOT_PERSONAL = /^(?:share|intent|home|search|hashtag|i|login|signup|in|company|status)$/i;

/** Signatures are set in columns. */
const COLUMNS = /[|•·\t]|::| {3,}/;

/** Profiles and website in a signature. */
export function readLinks(lines: readonly string[], email: string): { field: FieldId; value: string }[] {
	const found: { field: FieldId; value: string }[] = [];
	const own = organizationOf(email.slice(email.lastIndexOf("@") + 1));
	for (const line of lines.flatMap((one) => one.split(COLUMNS).map((part) => part.trim()))) {
		const handle = /^(?:twitter|x(?:\.com)?)\s*[:@]\s*@?([a-z\d_]{2,15})$/i.exec(line)?.[1];
		if (handle !== undefined) found.push({ field: "twitter", value: `https://x.com/${handle}` });
		for (const [text] of line.matchAll(URLS)) {
			const profile = profileOf(text);
			if (profile !== null) found.push(profile);
			else if (isOwnSite(text, line, own)) found.push({ field: "website", value: normalized(text) });
		}
	}
	return found;
}

/** A LinkedIn or X profile; null: another page. */
export function profileOf(text: string): { field: "linkedIn" | "twitter"; value: string } | null {
	const linkedIn = /(?:^|\/\/|\.)linkedin\.com\/(in\/[\p{L}\d%_-]{3,100}|pub\/[\p{L}\d%_/-]{3,100})/iu.exec(text)?.[1];
	if (linkedIn !== undefined)
		return { field: "linkedIn", value: `https://www.linkedin.com/${trimEndOf(linkedIn, "/")}` };
	const handle = /(?:^|\/\/|www\.|mobile\.)(?:twitter|x)\.com\/(?:#!\/)?@?(\w{2,15})(?:[/?#]|$)/i.exec(text)?.[1];
	if (handle !== undefined && !NOT_PERSONAL.test(handle)) return { field: "twitter", value: `https://x.com/${handle}` };
	return null;
}

/** An address with a scheme, without what follows it in a sentence. */
function normalized(text: string): string {
	const url = trimEndOf(text, ".,;:!?");
	return /^https?:/i.test(url) ? url : `https://${url}`;
}

/** A page of the sender's organization, or one on its own line or after a label. */
function isOwnSite(text: string, line: string, own: string): boolean {
	const url = URL.parse(normalized(text));
	if (url === null) return false;
	const { domain, isIcann } = parse(url.hostname);
	if (
		domain === null ||
		(isIcann !== true && domain !== own) ||
		OTHERS.test(domain) ||
		/^lists?\.|mailman/.test(url.hostname)
	)
		return false;
	if (/mailman|listinfo|unsubscribe/i.test(url.pathname)) return false;
	const segments = url.pathname.split("/").filter((one) => one !== "");
	if (url.search !== "" || segments.length > 2 || /\.\w{2,4}$/.test(url.pathname)) return false;
	if (domain === own) return true;
	const rest = line.replace(text, "").replace(/[<>\s.,;:|()[\]-]+/g, "");
	return /^(?:w|web|website|site|homepage|url|www|internet|https?)?$/i.test(rest) && segments.length < 2;
}
