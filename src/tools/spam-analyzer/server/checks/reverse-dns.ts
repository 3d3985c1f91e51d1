import { isIPv4 } from "node:net";
import type { Lookup } from "../lookup.ts";
import { type Finding, itemOf, notChecked } from "./finding.ts";
import type { MailHosts } from "./mx.ts";

const MAX_HOSTS = 2;

/** Whether the addresses of the mail servers have names that lead back to them (forward-confirmed reverse DNS). */
export async function checkReverseDns(lookup: Lookup, { hosts }: MailHosts): Promise<Finding> {
	const chosen = hosts.flatMap(({ name, addresses }) => {
		const address = addresses.find((one) => isIPv4(one)) ?? addresses[0];
		return address === undefined ? [] : [{ name, address }];
	});
	if (chosen.length === 0) return notChecked("There is no mail server with an address.");
	const items = await Promise.all(
		chosen.slice(0, MAX_HOSTS).map(async ({ name, address }) => {
			const label = `${name} (${address})`;
			const reverse = reverseNameOf(address);
			const [host] = (await lookup.records(reverse, "PTR")).map((one) => one.replace(/\.$/, ""));
			if (host === undefined) return itemOf(label, "warn", "Has no reverse DNS.");
			const back = await lookup.records(host, isIPv4(address) ? "A" : "AAAA");
			return back.includes(address)
				? itemOf(label, "pass", host)
				: itemOf(label, "warn", `${host} does not lead back to this address.`);
		}),
	);
	const bad = items.find(({ state }) => state !== "pass");
	if (bad === undefined) return { state: "pass", detail: "The mail servers have matching reverse DNS.", items };
	const fix = "Ask the mail server's hosting provider to set the PTR record to its name.";
	return { state: "warn", detail: `${bad.label}: ${bad.detail}`, fix, items };
}

/** RFC 1035 §3.5, RFC 3596 §2.5 */
function reverseNameOf(address: string): string {
	if (isIPv4(address)) return `${address.split(".").reverse().join(".")}.in-addr.arpa`;
	return `${nibblesOf(address)}.ip6.arpa`;
}

/** The hexadecimal digits of an IPv6 address, last first, separated by dots. */
export function nibblesOf(address: string): string {
	const host = new URL(`http://[${address}]/`).hostname.slice(1, -1);
	const [before = "", after = ""] = host.split("::");
	const head = before.split(":").filter(Boolean);
	const tail = after.split(":").filter(Boolean);
	const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
	const digits = [...head, ...zeros, ...tail].map((group) => group.padStart(4, "0")).join("");
	return [...digits].reverse().join(".");
}
