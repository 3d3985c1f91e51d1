/** Opens and clicks by programs: prefetching, link scanners of mail gateways, previews. They are labeled and not counted. */

/** Sooner after sending than a person reads. */
const TOO_SOON_MS = 10_000;

/** Programs that say so, and mail services that load pictures or links by themselves. */
const PROGRAMS =
	/bot\b|crawl|spider|scan|preview|prefetch|monitor|fetch|headless|python|curl|wget|java\/|go-http|okhttp|axios|node|libwww|proofpoint|mimecast|barracuda|safelinks|trend ?micro|fireeye|symantec|sophos|fortinet|zscaler|yahoomailproxy|bitdefender/i;
/** Office programs look a link up before the browser opens it. Pictures they load when a person opens the message. */
const OFFICE = /msoffice|microsoft office|ms-office/i;
/** Apple's Mail Privacy Protection loads the pictures of every message, and names nothing else. */
const BARE = /^mozilla\/5\.0$/i;

/** What is known about a request for a tracked address. */
export interface Hit {
	kind: "opened" | "clicked";
	method: string;
	userAgent: string;
	/** `Sec-Purpose` or `Purpose`: what browsers send with what they load ahead. */
	purpose: string;
	/** Since the message was sent. */
	ageMs: number;
	/** The sender is signed in: looking at the copy in Sent. */
	isSender: boolean;
}

/** Whether a program, or the sender, made the request. */
export function isMachine({ kind, method, userAgent, purpose, ageMs, isSender }: Hit): boolean {
	if (isSender || method !== "GET" || ageMs < TOO_SOON_MS || /prefetch|preview/i.test(purpose)) return true;
	const agent = userAgent.trim();
	if (kind === "clicked" && OFFICE.test(agent)) return true;
	return agent === "" || BARE.test(agent) || PROGRAMS.test(agent);
}
