import { isIPv4 } from "node:net";
import type { CheckItem } from "../../contract.ts";
import type { Lookup } from "../lookup.ts";
import { type Finding, itemOf, notChecked } from "./finding.ts";
import type { MailHosts } from "./mx.ts";

/** Lists that are asked, by what they list. */
export interface ListZones {
	domains: readonly string[];
	addresses: readonly string[];
}

/** Mail servers whose addresses are looked up. */
const MAX_ADDRESSES = 3;

/** Names that a domain list has for tests, where it is not the `TEST` of RFC 5782 §5. */
const TEST_NAMES: readonly [zone: RegExp, name: string][] = [
	[/(?:^|\.)dbl\.(?:dq\.)?spamhaus\.(?:org|net)$/, "dbltest.com"],
	[/(?:^|\.)surbl\.org$/, "surbl-org-permanent-test-point.com"],
	[/(?:^|\.)uribl\.com$/, "test.uribl.com"],
];

/** Zen lists whole networks of home users, where mail servers should not be: policy, not abuse. */
const POLICY_ANSWERS: ReadonlySet<string> = new Set(["127.0.0.10", "127.0.0.11"]);

type Reading = "listed" | "policy" | "clean" | "refused" | "untrusted" | "failed";

/** Hides the key of a paid list, which is a label of its zone. */
export function shownZone(zone: string): string {
	return zone.replace(/(^|\.)[a-z0-9]{16,}(?=\.)/g, "$1•••");
}

/**
 * What the answers of a list mean (RFC 5782 §2.1). Addresses in 127.255.255.0/24 and 127.0.0.1 are how lists refuse to
 * answer, and anything outside 127.0.0.0/8 comes from a resolver that rewrites answers: neither is a listing.
 */
export function readListing(addresses: readonly string[]): Exclude<Reading, "failed"> {
	if (addresses.length === 0) return "clean";
	if (addresses.some((address) => !address.startsWith("127."))) return "untrusted";
	if (addresses.some((address) => /^127\.255\.255\.|^127\.0\.0\.1$|^127\.0\.1\.255$/.test(address))) return "refused";
	return addresses.every((address) => POLICY_ANSWERS.has(address)) ? "policy" : "listed";
}

/** Asks the lists about a domain and the addresses of its mail servers, after testing each list. */
export async function checkBlacklists(
	lookup: Lookup,
	{ domain, hosts, zones }: { domain: string; hosts: MailHosts["hosts"]; zones: ListZones },
): Promise<Finding> {
	const addresses = [...new Set(hosts.flatMap((host) => host.addresses.filter((one) => isIPv4(one))))];
	const asked = addresses.slice(0, MAX_ADDRESSES);
	if (zones.domains.length + zones.addresses.length === 0) return notChecked("No blacklists are set.");
	const items = (
		await Promise.all([
			...zones.domains.map((zone) => askList(lookup, zone, { kind: "domain", subjects: [domain] })),
			...(asked.length === 0
				? []
				: zones.addresses.map((zone) => askList(lookup, zone, { kind: "address", subjects: asked }))),
		])
	).flat();
	const listed = items.filter(({ state }) => state === "fail");
	const clean = items.filter(({ state }) => state === "pass");
	const policy = items.filter(({ state }) => state === "warn");
	if (listed.length > 0) {
		const lists = [...new Set(listed.map(({ label }) => label.split(": ")[0]))].join(", ");
		return {
			...{ state: "fail", detail: `Listed on ${lists}.`, items },
			fix: "Remove the cause (often a hacked website or mailbox), then ask the list to remove the entry.",
		};
	}
	if (clean.length + policy.length === 0) {
		const detail = "No blacklist gave a trustworthy answer; public resolvers are often refused.";
		return { state: "error", detail, items };
	}
	if (policy.length > 0)
		return { state: "warn", detail: "A mail server is in a network that should not send email.", items };
	const open = items.length - clean.length;
	const rest = open > 0 ? `; ${open} could not be asked` : "";
	return {
		state: "pass",
		detail: `On none of ${clean.length} ${clean.length === 1 ? "list" : "lists"}${rest}.`,
		items,
	};
}

interface Subjects {
	kind: "domain" | "address";
	subjects: readonly string[];
}

async function askList(lookup: Lookup, zone: string, { kind, subjects }: Subjects): Promise<CheckItem[]> {
	const shown = shownZone(zone);
	const problem = await testList(lookup, zone, kind);
	if (problem !== null) return [itemOf(shown, "error", problem)];
	return Promise.all(
		subjects.map(async (subject) => {
			const label = `${shown}: ${subject}`;
			const { reading, answers } = await ask(lookup, zone, kind === "domain" ? subject : reversed(subject));
			if (reading === "listed") return itemOf(label, "fail", `Listed (${answers.join(", ")}).`);
			if (reading === "policy") return itemOf(label, "warn", `Listed by policy (${answers.join(", ")}).`);
			if (reading === "clean") return itemOf(label, "pass", "Not listed.");
			return itemOf(label, "error", PROBLEMS[reading]);
		}),
	);
}

const PROBLEMS: Record<Exclude<Reading, "listed" | "policy" | "clean">, string> = {
	refused: "The list refuses to answer this resolver.",
	untrusted: "The resolver rewrites answers; they can't be trusted.",
	failed: "The list did not answer.",
};

/** RFC 5782 §5: one entry must be listed, another must not. @returns why the list can't be trusted; null: it can */
async function testList(lookup: Lookup, zone: string, kind: Subjects["kind"]): Promise<string | null> {
	const [listedName, cleanName] =
		kind === "address"
			? ["2.0.0.127", "1.0.0.127"]
			: [TEST_NAMES.find(([pattern]) => pattern.test(zone))?.[1] ?? "test", "invalid"];
	const [listed, clean] = await Promise.all([ask(lookup, zone, listedName), ask(lookup, zone, cleanName)]);
	for (const { reading } of [listed, clean])
		if (reading === "refused" || reading === "untrusted" || reading === "failed") return PROBLEMS[reading];
	if (listed.reading === "clean") return "The list does not list its own test entry: it is shut down or blocked.";
	return clean.reading === "clean" ? null : "The list lists everything: it is shut down.";
}

async function ask(lookup: Lookup, zone: string, name: string): Promise<{ reading: Reading; answers: string[] }> {
	const query = `${name}.${zone}`;
	const answer = await lookup.query(query, "A", { shownAs: `${name}.${shownZone(zone)}` });
	const answers = answer.records.map(({ data }) => data);
	const isKnown = answer.outcome === "records" || answer.outcome === "nodata" || answer.outcome === "nxdomain";
	return { reading: isKnown ? readListing(answers) : "failed", answers };
}

function reversed(address: string): string {
	return address.split(".").reverse().join(".");
}
