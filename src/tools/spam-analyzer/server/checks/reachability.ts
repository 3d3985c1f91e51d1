import type { Lookup } from "../lookup.ts";
import { type Finding, itemOf } from "./finding.ts";
import type { MailHosts } from "./mx.ts";

/** Mail servers that are contacted, most preferred first. */
const MAX_HOSTS = 2;
const SMTP_PORT = 25;

/**
 * Adds to a finding about MX records whether the mail servers answer. Networks often block port 25, so that silence says
 * nothing; only a refusal by every server that was asked counts.
 */
export async function withReachability(
	lookup: Lookup,
	{ hosts }: MailHosts,
	finding: Finding,
	port = SMTP_PORT,
): Promise<Finding> {
	if (finding.state !== "pass" && finding.state !== "warn") return finding;
	const asked = hosts.filter(({ addresses }) => addresses.length > 0).slice(0, MAX_HOSTS);
	const greetings = await Promise.all(
		asked.map(async ({ name }) => ({ name, greeting: await lookup.greet(name, port) })),
	);
	const added = greetings.map(({ name, greeting }) => {
		const label = `Port ${port} of ${name}`;
		if (greeting === null) return itemOf(label, "not_checked", "No answer: this server's network may block it.");
		if (greeting.outcome === "refused") return itemOf(label, "warn", "Refuses connections.");
		return greeting.outcome === "accepts"
			? itemOf(label, "pass", greeting.text)
			: itemOf(label, "warn", `Does not accept mail: ${greeting.text || "closes the connection"}`);
	});
	const items = [...(finding.items ?? []), ...added];
	if (finding.state === "warn" || added.length === 0 || added.some(({ state }) => state !== "warn"))
		return { ...finding, items };
	return {
		...{ state: "warn", detail: "The mail servers do not accept connections.", items },
		fix: `Start the mail server, or allow port ${port} in its firewall.`,
	};
}
