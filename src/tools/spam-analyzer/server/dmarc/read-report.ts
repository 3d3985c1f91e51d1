import { isIP } from "node:net";
import { getDomain } from "tldts";
import { readXml, type XmlElement, XmlError } from "#kernel/parse.ts";
import { readDamagedReport } from "./damaged-report.ts";

/** Messages of one source with the same results. */
export interface DmarcSource {
	ip: string;
	emails: number;
	/** What the receiver did with them. */
	disposition: "none" | "quarantine" | "reject";
	/** Whether DKIM and SPF passed in alignment with the author's domain. */
	dkim: boolean;
	spf: boolean;
	/** The author's domain. */
	headerFrom: string;
	/** The organization's domain that DKIM or SPF passed for, as the report says: who sends. Null: neither passed. */
	sender: string | null;
}

/** An aggregate report (RFC 9990 §3; RFC 7489 appendix C). */
export interface DmarcReport {
	organization: string;
	reportId: string;
	/** The domain that it is about, in lower case. */
	domain: string;
	/** Epoch milliseconds. */
	begins: number;
	ends: number;
	/** The policy as the receiver found it. */
	policy: string;
	sources: DmarcSource[];
}

const MAX_ELEMENTS = 500_000;
/** A 32-bit integer, as it is stored. */
const MAX_COUNT = 2_147_483_647;
const MAX_TEXT = 300;
const DOMAIN = /^[a-z\d_](?:[a-z\d_.-]{0,251}[a-z\d])?$/;

/** @throws when the XML is not an aggregate report */
export function readDmarcReport(xml: string): DmarcReport {
	const feedback = rootOf(xml);
	if (localName(feedback) !== "feedback") throw new Error("This is not an aggregate report.");
	const domain = textAt(feedback, "policy_published", "domain").toLowerCase().replace(/\.$/, "");
	if (!DOMAIN.test(domain)) throw new Error("The report names no domain.");
	const begins = timeOf(textAt(feedback, "report_metadata", "date_range", "begin"));
	const ends = timeOf(textAt(feedback, "report_metadata", "date_range", "end"));
	const records = feedback.children.filter((child) => localName(child) === "record");
	return {
		...{ organization: textAt(feedback, "report_metadata", "org_name").slice(0, MAX_TEXT), domain, begins, ends },
		reportId: textAt(feedback, "report_metadata", "report_id").slice(0, MAX_TEXT),
		policy: textAt(feedback, "policy_published", "p").slice(0, MAX_TEXT),
		sources: records.flatMap((record) => sourceOf(record) ?? []),
	};
}

/** @throws XmlError */
function rootOf(xml: string): XmlElement {
	try {
		return readXml(xml, MAX_ELEMENTS);
	} catch (cause) {
		// Entities could hide what the report says.
		const damaged =
			cause instanceof XmlError && !xml.includes("<!ENTITY") ? readDamagedReport(xml, MAX_ELEMENTS) : null;
		if (damaged === null) throw cause;
		return damaged;
	}
}

function sourceOf(record: XmlElement): DmarcSource | null {
	const row = elementAt(record, "row");
	const ip = row === undefined ? "" : textAt(row, "source_ip");
	const emails = row === undefined ? 0 : Number(textAt(row, "count"));
	if (row === undefined || isIP(ip) === 0 || !Number.isSafeInteger(emails) || emails < 1 || emails > MAX_COUNT)
		return null;
	const disposition = textAt(row, "policy_evaluated", "disposition").toLowerCase();
	const passed = (method: string): boolean => textAt(row, "policy_evaluated", method).toLowerCase() === "pass";
	const headerFrom = textAt(record, "identifiers", "header_from").toLowerCase().slice(0, MAX_TEXT);
	return {
		...{ ip, emails, dkim: passed("dkim"), spf: passed("spf"), headerFrom },
		disposition: disposition === "reject" || disposition === "quarantine" ? disposition : "none",
		sender: senderOf(record, headerFrom),
	};
}

/**
 * Who sent: the domain that was authenticated, of another organization than the author's where there is one. A service signs
 * with its own domain next to that of its customer.
 */
function senderOf(record: XmlElement, headerFrom: string): string | null {
	const results = elementAt(record, "auth_results")?.children ?? [];
	const domains = ["dkim", "spf"].flatMap((method) =>
		results
			.filter((result) => localName(result) === method && textAt(result, "result").toLowerCase() === "pass")
			.flatMap((result) => registrable(textAt(result, "domain").toLowerCase().slice(0, MAX_TEXT)) ?? []),
	);
	const author = registrable(headerFrom);
	return domains.find((domain) => domain !== author) ?? domains[0] ?? null;
}

/** The part of a name that someone registered, customers of a hosting provider included. Null: none. */
function registrable(name: string): string | null {
	return getDomain(name, { allowPrivateDomains: true });
}

/** The name without its namespace prefix: reports use one or none. */
function localName({ name }: XmlElement): string {
	return name.slice(name.indexOf(":") + 1);
}

/** The first element at a path of names below; undefined: none. */
function elementAt(element: XmlElement, ...path: string[]): XmlElement | undefined {
	return path.reduce<XmlElement | undefined>(
		(parent, name) => parent?.children.find((child) => localName(child) === name),
		element,
	);
}

/** The text at a path; empty where there is no such element. */
function textAt(element: XmlElement, ...path: string[]): string {
	return elementAt(element, ...path)?.text ?? "";
}

/** Seconds since 1970, or a date as ISO 8601 writes it, in a range that dates can show. */
function timeOf(text: string): number {
	const isDate = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text);
	const written = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) || text.length <= 10 ? text : `${text}Z`;
	const seconds = isDate
		? Date.parse(written.replace(" ", "T")) / 1_000
		: Number(/^\d{1,11}(?:\.\d+)?$/.exec(text)?.[0]);
	if (!(seconds >= 0) || seconds > 4_102_444_800) throw new Error("The report names no period.");
	return Math.floor(seconds) * 1_000;
}
