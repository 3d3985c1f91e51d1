import { arc } from "mailauth/lib/arc/index.js";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { readHeaderSection } from "#kernel/parse.ts";
import { dkimTags } from "#shared/mail/dkim.ts";
import type { HeaderField } from "#shared/mail/headers.ts";

/** TXT records of a key, each as its character strings; null: the lookup failed. */
export type KeyAnswers = Record<string, string[][] | null>;

export interface SignatureResults {
	dkim: { result: string; domain: string; detail: string }[];
	/** Null: the message has no ARC headers. */
	arc: { result: string; detail: string } | null;
}

/** More signatures than that are an attack on a DNS server. */
const MAX_KEYS = 20;

/** DNS names of the keys of a message's DKIM and ARC signatures. */
export function keyNamesOf(fields: readonly HeaderField[]): string[] {
	const names = new Set<string>();
	for (const { name, raw } of fields) {
		if (!/^(?:dkim-signature|arc-seal|arc-message-signature)$/.test(name)) continue;
		const { d, s } = dkimTags(raw);
		if (d !== undefined && s !== undefined && names.size < MAX_KEYS) names.add(`${s}._domainkey.${d}`.toLowerCase());
	}
	return [...names];
}

/** Whether a message has ARC headers, also those that are in no set. */
function hasChain(raw: Buffer): boolean {
	return readHeaderSection(raw, 0).fields.some(({ name }) => name.startsWith("arc-"));
}

type Resolver = (name: string) => Promise<string[][]>;
type ArcData = Parameters<typeof arc>[0];

/**
 * A chain vouches for what the message does not show itself, so it is read by the letter (RFC 8617 §5.2): unknown defaults,
 * tags in another case and headers outside of the chain make it fail, unlike signatures of old or careless mail.
 */
async function arcOf(raw: Buffer, resolver: Resolver) {
	const { arc: data } = await dkimVerify(raw, { resolver, strict: true });
	return data === undefined ? null : await arc(data as ArcData, { resolver, strict: true });
}

/** Verifies DKIM (RFC 6376) and ARC (RFC 8617) with keys that were looked up before. */
export async function verifySignatures(raw: Buffer, keys: KeyAnswers): Promise<SignatureResults> {
	const resolver: Resolver = async (name: string): Promise<string[][]> => {
		const answer = keys[name.toLowerCase()];
		if (answer == null) throw Object.assign(new Error("DNS lookup failed"), { code: "ETIMEOUT" });
		if (answer.length === 0) throw Object.assign(new Error("There is no key"), { code: "ENOTFOUND" });
		return answer;
	};
	const verified = await dkimVerify(raw, { resolver });
	const chain = hasChain(raw) ? await arcOf(raw, resolver) : null;
	return {
		dkim: verified.results.flatMap(({ status, signingDomain, selector }) =>
			status.result === "none"
				? []
				: [
						{
							...{ result: status.result, domain: String(signingDomain ?? "") },
							detail: [selector && `selector ${selector}`, status.comment].filter(Boolean).join(", "),
						},
					],
		),
		arc:
			chain === null || chain.status.result === "none"
				? null
				: { result: chain.status.result, detail: String(chain.status.comment ?? "") },
	};
}
