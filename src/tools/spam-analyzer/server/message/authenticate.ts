import { getDomain } from "tldts";
import { findDmarc, NoAnswer } from "#kernel/sender-auth.ts";
import type { MessageFacts } from "../../contract.ts";
import type { Lookup } from "../lookup.ts";
import type { ReadOutput } from "./read-message.task.ts";
import { evaluateSpf, type SpfResult } from "./spf.ts";

type Result = MessageFacts["authentication"][number];

/** SPF, DKIM, DMARC and ARC of a message, verified here; not what its own headers say. */
export async function authenticate(lookup: Lookup, message: ReadOutput): Promise<MessageFacts["authentication"]> {
	const { author, signatures } = message;
	const spf = await spfOf(lookup, message);
	const dkim = (signatures?.dkim ?? []).map((one): Result => ({ method: "dkim", ...one }));
	const results: Result[] = [
		spf ?? { method: "spf", result: "none", domain: null, detail: "No public address in the Received headers." },
		...(dkim.length > 0 ? dkim : [{ ...none("dkim"), detail: "The message has no signature." }]),
		await dmarcOf(lookup, author, { spf, dkim }),
	];
	if (signatures?.arc != null) results.push({ method: "arc", domain: null, ...signatures.arc });
	return results;
}

function none(method: Result["method"]): Result {
	return { method, result: "none", domain: null, detail: "" };
}

async function spfOf(lookup: Lookup, { client, returnPath }: ReadOutput): Promise<Result | null> {
	if (client === null) return null;
	const result: SpfResult = await evaluateSpf(lookup.query, { client, sender: returnPath ?? "" });
	return { method: "spf", ...result, detail: result.detail || `${client.ip} (${client.helo})` };
}

/** A domain that passed must belong to the author's (RFC 9989 §4.4). */
async function dmarcOf(
	lookup: Lookup,
	author: string | null,
	{ spf, dkim }: { spf: Result | null; dkim: readonly Result[] },
): Promise<Result> {
	const domain = author?.slice(author.lastIndexOf("@") + 1).toLowerCase() ?? "";
	if (domain === "") return { ...none("dmarc"), detail: "The message names no author." };
	try {
		const { record, policy } = await findDmarc(lookup, domain);
		if (record === null) return { ...none("dmarc"), domain, detail: "The domain has no DMARC policy." };
		const aligned = (other: string | null, mode: "relaxed" | "strict"): boolean =>
			other !== null && (mode === "strict" ? other === domain : organizationOf(other) === organizationOf(domain));
		const passing = [
			...dkim.filter((one) => one.result === "pass" && aligned(one.domain, record.dkimAlignment)),
			...(spf?.result === "pass" && aligned(spf.domain, record.spfAlignment) ? [spf] : []),
		];
		const [first] = passing;
		const detail =
			first === undefined
				? `Neither SPF nor DKIM passed for ${domain}; the policy is “${policy}”.`
				: `By ${first.method.toUpperCase()}.`;
		return { method: "dmarc", result: first === undefined ? "fail" : "pass", domain, detail };
	} catch (cause) {
		if (!(cause instanceof NoAnswer)) throw cause;
		return { method: "dmarc", result: "temperror", domain, detail: cause.message };
	}
}

function organizationOf(domain: string): string {
	return getDomain(domain) ?? domain;
}
