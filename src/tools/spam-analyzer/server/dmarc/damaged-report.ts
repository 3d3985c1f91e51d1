import type { XmlElement } from "#kernel/parse.ts";

/** Reports whose XML is not well-formed, which `readXml` refuses: only the elements of reports are tags, everything else is text. */

/** With elements in them, by their parents: `dkim` is a result in one place and has several in another. */
const PARENTS: Record<string, readonly string[]> = {
	feedback: ["version", "report_metadata", "policy_published", "record"],
	report_metadata: ["org_name", "email", "extra_contact_info", "report_id", "date_range", "error", "generator"],
	date_range: ["begin", "end"],
	policy_published: ["domain", "adkim", "aspf", "p", "sp", "np", "pct", "fo", "testing", "discovery_method"],
	record: ["row", "identifiers", "auth_results"],
	row: ["source_ip", "count", "policy_evaluated"],
	policy_evaluated: ["disposition", "dkim", "spf", "reason"],
	reason: ["type", "comment"],
	identifiers: ["header_from", "envelope_from", "envelope_to"],
	auth_results: ["dkim", "spf"],
	"auth_results/dkim": ["domain", "selector", "result", "human_result"],
	"auth_results/spf": ["domain", "scope", "result", "human_result"],
};
const NAMES = new Set(["feedback", ...Object.values(PARENTS).flat()]);
const TAG = /<(\/?)(?:[\w-]{1,40}:)?([a-z_]{1,40})(?:\s[^<>]{0,300})?(\/?)>/gi;

interface Open {
	element: XmlElement;
	/** In `PARENTS`. */
	key: string;
	from: number;
}

/** @returns null when there is no whole report */
export function readDamagedReport(text: string, maxElements: number): XmlElement | null {
	const open: Open[] = [];
	let root: XmlElement | null = null;
	let elements = 0;
	const close = (until: number, at: number): void => {
		for (const { element, key, from } of open.splice(until))
			if (!(key in PARENTS)) element.text = textIn(text.slice(from, at));
	};
	for (const tag of text.matchAll(TAG)) {
		const [whole, slash, written = "", empty] = tag;
		const name = written.toLowerCase();
		if (!NAMES.has(name)) continue;
		if (slash === "/") {
			const at = open.findLastIndex(({ element }) => element.name === name);
			if (at >= 0) close(at, tag.index);
			if (at === 0) return root;
			continue;
		}
		if (++elements > maxElements) return null;
		const element: XmlElement = { name, attributes: new Map(), children: [], text: "" };
		if (root === null) {
			if (name !== "feedback") continue;
			root = element;
			open.push({ element, key: name, from: 0 });
			continue;
		}
		// An element whose end is damaged ends where the next one begins.
		const parent = open.findLastIndex(({ key }) => PARENTS[key]?.includes(name));
		if (parent < 0) continue;
		close(parent + 1, tag.index);
		const above = open[parent] as Open;
		above.element.children.push(element);
		const key =
			above.key === "auth_results"
				? `auth_results/${name}`
				: above.key === "policy_evaluated"
					? `result/${name}`
					: name;
		if (empty !== "/")
			open.push({ element, key: key === "result/reason" ? "reason" : key, from: tag.index + whole.length });
	}
	return null;
}

/** Up to what is left of a damaged end tag. */
function textIn(raw: string): string {
	return raw
		.replace(/<?\/[a-z_]*>?\s*$/i, "")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&")
		.trim();
}
