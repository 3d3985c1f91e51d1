import { isIPv4, isIPv6 } from "node:net";

/** A mechanism or modifier of an SPF record (RFC 7208 §4.6.1). */
export interface SpfTerm {
	/** As written. */
	text: string;
	kind: "all" | "include" | "a" | "mx" | "ptr" | "ip4" | "ip6" | "exists" | "redirect" | "exp" | "unknown";
	qualifier: "+" | "-" | "~" | "?";
	/** The domain, IP network or modifier value; empty: the current domain. */
	value: string;
	/** What is wrong with it; null: nothing. */
	problem: string | null;
}

const MECHANISM = /^([+?~-]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?:([:/])(.*))?$/i;
const MODIFIER = /^([a-z][\w.-]*)=(.*)$/i;
/** Characters and macros of a domain-spec (RFC 7208 §7.1). */
const MACRO_STRING = /^(?:%\{[slodiphcrtv]\d*r?[.+,/_=-]*\}|%%|%_|%-|[\x21-\x24\x26-\x7e])*$/i;
const MACRO = /^%\{[slodiphcrtv]\d*r?[.+,/_=-]*\}$/i;

/** Whether a TXT record is an SPF record (RFC 7208 §4.5). */
export function isSpf(text: string): boolean {
	return /^v=spf1(?: |$)/i.test(text);
}

/** Reads the terms of a record, wrong ones included. */
export function readSpfTerms(record: string): SpfTerm[] {
	const terms = record.split(/ +/).slice(1).filter(Boolean).map(readTerm);
	for (const kind of ["redirect", "exp"] as const) {
		// RFC 7208 §6: at most once.
		const [, ...repeated] = terms.filter((term) => term.kind === kind);
		for (const term of repeated) term.problem ??= `“${kind}=” may appear only once.`;
	}
	return terms;
}

function readTerm(text: string): SpfTerm {
	const mechanism = MECHANISM.exec(text);
	if (mechanism !== null) {
		const [, qualifier = "", name = "", separator = "", rest = ""] = mechanism;
		const kind = name.toLowerCase() as SpfTerm["kind"];
		const term = { text, kind, qualifier: (qualifier || "+") as SpfTerm["qualifier"] };
		return readMechanism(term, separator, rest);
	}
	const modifier = MODIFIER.exec(text);
	const base = { text, qualifier: "+" as const };
	if (modifier === null) return { ...base, kind: "unknown", value: "", problem: "This is not a term of SPF." };
	const [, name = "", value = ""] = modifier;
	const kind = name.toLowerCase();
	if (kind !== "redirect" && kind !== "exp") return { ...base, kind: "unknown", value, problem: null };
	return { ...base, kind, value, problem: isDomainSpec(value) ? null : "The domain is not valid." };
}

function readMechanism(term: Omit<SpfTerm, "value" | "problem">, separator: string, rest: string): SpfTerm {
	const { kind } = term;
	const bad = (problem: string): SpfTerm => ({ ...term, value: rest, problem });
	if (kind === "all") return separator === "" ? { ...term, value: "", problem: null } : bad("“all” takes no value.");
	if (kind === "ip4" || kind === "ip6") {
		if (separator !== ":") return bad("The IP address is missing.");
		return isNetwork(rest, kind) ? { ...term, value: rest, problem: null } : bad("The IP address is not valid.");
	}
	if (kind === "include" || kind === "exists" || kind === "ptr") {
		if (separator === "" && kind === "ptr") return { ...term, value: "", problem: null };
		if (separator !== ":" || !isDomainSpec(rest)) return bad("The domain is not valid.");
		return { ...term, value: rest, problem: null };
	}
	// a and mx: a domain and prefix lengths, each optional (RFC 7208 §5.3, §5.6).
	const [, domain = "", four, six] =
		/^(.*?)(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/.exec(separator === "/" ? `/${rest}` : rest) ?? [];
	if (separator === ":" && !isDomainSpec(domain)) return bad("The domain is not valid.");
	if (separator === "/" && domain !== "") return bad("The prefix length is not valid.");
	const isTooLong = Number(four ?? 0) > 32 || Number(six ?? 0) > 128;
	const hasZero = /^0\d/.test(four ?? "") || /^0\d/.test(six ?? "");
	return isTooLong || hasZero ? bad("The prefix length is not valid.") : { ...term, value: domain, problem: null };
}

function isNetwork(text: string, kind: "ip4" | "ip6"): boolean {
	const [address = "", bits, ...more] = text.split("/");
	if (more.length > 0 || (bits !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(bits))) return false;
	return kind === "ip4" ? isIPv4(address) && Number(bits ?? 0) <= 32 : isIPv6(address) && Number(bits ?? 0) <= 128;
}

/** A domain-spec ends with a top-level label, which has a letter, or with a macro (RFC 7208 §7.1). */
function isDomainSpec(text: string): boolean {
	if (!MACRO_STRING.test(text)) return false;
	if (MACRO.test(text.slice(text.lastIndexOf("%{")))) return true;
	const name = text.endsWith(".") ? text.slice(0, -1) : text;
	const dot = name.lastIndexOf(".");
	const label = name.slice(dot + 1);
	return dot >= 0 && /^[a-z\d-]+$/i.test(label) && /[a-z]/i.test(label);
}
