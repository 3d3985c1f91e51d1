/** Authentication-Results (RFC 8601): what the receiving server found out about a message. */

export type AuthVerdict = "pass" | "fail" | "softfail" | "neutral" | "none" | "temperror" | "permerror" | "policy";

export interface AuthMethodResult {
	/** `spf`, `dkim`, `dmarc`, `arc` …, lower case. */
	method: string;
	verdict: AuthVerdict;
	/** The domain that was checked, lower case; null when not told. */
	domain: string | null;
	/** `reason=` or the comment behind the result; null when there is none. */
	reason: string | null;
	/** All `ptype.property=value` pairs, lower-case names. */
	properties: Record<string, string>;
}

export interface AuthResults {
	/** The server that says so. */
	server: string;
	results: AuthMethodResult[];
	/** The best result of each: a pass of any DKIM signature counts. Null when not checked. */
	spf: AuthMethodResult | null;
	dkim: AuthMethodResult | null;
	dmarc: AuthMethodResult | null;
}

/** Which property names the checked domain, by method, in order of preference. */
const DOMAIN_PROPERTIES: Record<string, string[]> = {
	spf: ["smtp.mailfrom", "smtp.mail", "smtp.helo", "smtp.from"],
	dkim: ["header.d", "header.i", "header.from"],
	dmarc: ["header.from", "from.header"],
	arc: ["header.oldest-pass", "smtp.client-ip"],
};

const VERDICTS: Record<string, AuthVerdict> = {
	pass: "pass",
	bestguesspass: "neutral",
	fail: "fail",
	hardfail: "fail",
	softfail: "softfail",
	neutral: "neutral",
	none: "none",
	temperror: "temperror",
	error: "temperror",
	permerror: "permerror",
	unknown: "permerror",
	invalid: "permerror",
	policy: "policy",
	discard: "fail",
	nxdomain: "permerror",
};

/**
 * Reads one Authentication-Results value. Unknown methods are kept, unknown verdicts become `neutral`; never throws.
 * @param raw unfolded
 * @returns null when the value names no server and no result
 */
export function parseAuthResults(raw: string): AuthResults | null {
	const [head = "", ...rest] = splitOutside(raw, ";");
	const serverWords = stripComments(head).trim().split(/\s+/);
	// Some servers leave their own name out and begin with the first result.
	const headless = serverWords[0]?.includes("=") ?? false;
	const server = headless ? "" : (serverWords[0] ?? "").toLowerCase();
	const results: AuthMethodResult[] = [];
	for (const piece of headless ? [head, ...rest] : rest) {
		const result = parseResult(piece);
		if (result) results.push(result);
	}
	if (server === "" && results.length === 0) return null;
	return { server, results, spf: best(results, "spf"), dkim: best(results, "dkim"), dmarc: best(results, "dmarc") };
}

function parseResult(piece: string): AuthMethodResult | null {
	const comments: string[] = [];
	const bare = stripComments(piece, comments).trim();
	const match = /^([A-Za-z][\w-]*)(?:\s*\/\s*\d+)?\s*=\s*([A-Za-z_-]+)([\s\S]*)$/.exec(bare);
	if (!match) return null;
	const method = (match[1] ?? "").toLowerCase();
	const properties: Record<string, string> = {};
	let reason: string | null = null;
	for (const pair of (match[3] ?? "").matchAll(
		/([A-Za-z][\w-]*(?:\s*\.\s*[A-Za-z][\w-]*)?)\s*=\s*("(?:\\.|[^"\\])*"|[^\s;]+)/g,
	)) {
		const name = (pair[1] ?? "").replace(/\s+/g, "").toLowerCase();
		const value = (pair[2] ?? "").replace(/^"|"$/g, "").replace(/\\(.)/g, "$1");
		if (name === "reason") reason = value;
		else properties[name] ??= value;
	}
	const verdict = VERDICTS[(match[2] ?? "").toLowerCase()] ?? "neutral";
	return { method, verdict, domain: domainIn(method, properties), reason: reason ?? comments[0] ?? null, properties };
}

function domainIn(method: string, properties: Record<string, string>): string | null {
	for (const name of DOMAIN_PROPERTIES[method] ?? ["header.d", "header.from", "smtp.mailfrom"]) {
		const value = properties[name];
		if (!value) continue;
		const domain = value
			.slice(value.lastIndexOf("@") + 1)
			.replace(/[<>.]+$/g, "")
			.toLowerCase();
		if (domain !== "") return domain;
	}
	return null;
}

const RANK: AuthVerdict[] = ["pass", "fail", "softfail", "policy", "permerror", "temperror", "neutral", "none"];

function best(results: AuthMethodResult[], method: string): AuthMethodResult | null {
	return (
		results
			.filter((result) => result.method === method)
			.sort((a, b) => RANK.indexOf(a.verdict) - RANK.indexOf(b.verdict))[0] ?? null
	);
}

function splitOutside(text: string, separator: string): string[] {
	const parts: string[] = [];
	let start = 0;
	let depth = 0;
	let inQuotes = false;
	for (let i = 0; i < text.length; i++) {
		const c = text[i];
		if (c === "\\") i++;
		else if (c === '"' && depth === 0) inQuotes = !inQuotes;
		else if (inQuotes) continue;
		else if (c === "(") depth++;
		else if (c === ")") depth = Math.max(0, depth - 1);
		else if (c === separator && depth === 0) {
			parts.push(text.slice(start, i));
			start = i + 1;
		}
	}
	parts.push(text.slice(start));
	return parts;
}

function stripComments(text: string, into: string[] = []): string {
	let out = "";
	let depth = 0;
	let inQuotes = false;
	let start = 0;
	for (let i = 0; i < text.length; i++) {
		const c = text[i];
		if (c === '"' && depth === 0) inQuotes = !inQuotes;
		if (c === "(" && !inQuotes) {
			if (depth++ === 0) start = i + 1;
		} else if (c === ")" && !inQuotes && depth > 0) {
			if (--depth === 0) {
				into.push(text.slice(start, i).trim());
				out += " ";
			}
		} else if (depth === 0) out += c;
	}
	return out;
}
