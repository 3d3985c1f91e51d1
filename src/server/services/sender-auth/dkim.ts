import { createPublicKey } from "node:crypto";
import { dkimTags } from "#shared/mail/dkim.ts";
import { COMMON_SELECTORS } from "../../mail/domains/selectors.ts";
import { itemOf, type RecordFinding, type RecordItem } from "./finding.ts";
import { NoAnswer, type Records } from "./records.ts";

/** RFC 8301 §3.2: shorter RSA keys are not valid, and 2048 bits are recommended. */
const MIN_BITS = 1_024;
const GOOD_BITS = 2_048;
const REVOKED = "The key is revoked.";

/** Selectors that are asked at a time. */
const AT_ONCE = 10;

export interface DkimKeys {
	items: RecordItem[];
	/** Selectors that were asked. */
	asked: number;
	failures: NoAnswer[];
	/** Nothing exists below `_domainkey`: there are no keys under other selectors, either. */
	isEmpty: boolean;
}

/**
 * Reads the DKIM keys of a domain (RFC 6376 §3.6.1). Selectors can't be listed: those that signed mail in the user's mailbox
 * are asked, and common ones.
 * @param options.isOneEnough a good key ends the search
 * @throws NoAnswer where not even `_domainkey` can be asked
 */
export async function readDkimKeys(
	dns: Records,
	domain: string,
	seen: readonly string[],
	{ isOneEnough = false } = {},
): Promise<DkimKeys> {
	const keys: DkimKeys = { items: [], asked: 0, failures: [], isEmpty: false };
	const parent = `_domainkey.${domain}`;
	// RFC 8020: nothing exists below a name that does not exist. A key that signed mail is believed more than its server.
	if (seen.length === 0 && (await dns.query(parent, "TXT")).outcome === "nxdomain") return { ...keys, isEmpty: true };
	const selectors = [...new Set([...seen, ...COMMON_SELECTORS])];
	for (let at = 0; at < selectors.length; at += AT_ONCE) {
		const group = selectors.slice(at, at + AT_ONCE);
		const found = await Promise.all(group.map((selector) => readSelector(dns, { parent, selector, keys, seen })));
		keys.items.push(...found.flat());
		keys.asked += group.length;
		if (isOneEnough && keys.items.some(({ state }) => state === "pass")) break;
	}
	return keys;
}

interface Selector {
	parent: string;
	selector: string;
	keys: DkimKeys;
	seen: readonly string[];
}

async function readSelector(dns: Records, { parent, selector, keys, seen }: Selector): Promise<RecordItem[]> {
	try {
		const texts = await dns.texts(`${selector}.${parent}`);
		const key = texts.map(readKey).find((one) => one !== null);
		if (key !== undefined) return [itemOf(selector, key.state, key.detail)];
		return seen.includes(selector) ? [itemOf(selector, "warn", "Signed mail in your mailbox; the key is gone.")] : [];
	} catch (cause) {
		if (!(cause instanceof NoAnswer)) throw cause;
		keys.failures.push(cause);
		return [];
	}
}

type Key = Pick<RecordItem, "state" | "detail">;

/** @returns null for a record that is no key */
export function readKey(text: string): Key | null {
	const { v = "DKIM1", k = "rsa", p, t = "" } = dkimTags(text);
	if (v !== "DKIM1" || p === undefined) return null;
	if (p === "") return { state: "warn", detail: REVOKED };
	const bits = k.toLowerCase() === "ed25519" ? null : rsaBits(p);
	if (k.toLowerCase() !== "ed25519" && bits === null) return { state: "fail", detail: "The key can't be read." };
	const name = bits === null ? "Ed25519" : `RSA, ${bits} bits`;
	if (bits !== null && bits < MIN_BITS) return { state: "fail", detail: `${name}: too short to be valid.` };
	if (bits !== null && bits < GOOD_BITS)
		return { state: "warn", detail: `${name}: ${GOOD_BITS} bits are recommended.` };
	if (t.split(":").includes("y")) return { state: "warn", detail: `${name}, in testing mode.` };
	return { state: "pass", detail: name };
}

function rsaBits(base64: string): number | null {
	const key = Buffer.from(base64, "base64");
	// Some publish the bare RSAPublicKey of RFC 8017 instead of a SubjectPublicKeyInfo.
	for (const type of ["spki", "pkcs1"] as const) {
		try {
			return createPublicKey({ key, format: "der", type }).asymmetricKeyDetails?.modulusLength ?? null;
		} catch {
			// Not this type: the other one is tried, and a key that is neither has no known size.
		}
	}
	return null;
}

/** Without any key found, DKIM is unconfirmed: others can exist. @throws NoAnswer where no question got an answer */
export function judgeDkim({ items, asked, failures, isEmpty }: DkimKeys): RecordFinding {
	if (isEmpty)
		return {
			...{ state: "warn", share: 0, detail: "The domain has no DKIM keys." },
			fix: "Publish a key of 2048 bits, and sign with it.",
		};
	const usable = items.filter(
		({ state, detail }) => state === "pass" || (state === "warn" && /^(RSA|Ed)/.test(detail)),
	);
	if (usable.length > 0) {
		const names = usable.map(({ label }) => `“${label}”`).join(", ");
		const weak = items.filter(({ state }) => state === "fail" || state === "warn");
		if (usable.every(({ state }) => state === "warn"))
			return {
				...{ state: "warn", detail: `${names}: ${usable[0]?.detail}`, items },
				fix: "Publish a key of 2048 bits under a new selector, and sign with it.",
			};
		const also =
			weak.length > 0 ? `; ${weak.length} other ${weak.length === 1 ? "key needs" : "keys need"} attention` : "";
		return { state: "pass", detail: `Found ${names}${also}.`, items };
	}
	const broken = items.find(({ state }) => state === "fail");
	if (broken !== undefined)
		return {
			...{ state: "fail", detail: `“${broken.label}”: ${broken.detail}`, items },
			fix: "Publish a key of 2048 bits under a new selector, and sign with it.",
		};
	const revoked = items.find(({ state, detail }) => state === "warn" && detail === REVOKED);
	if (revoked !== undefined)
		return {
			...{ state: "fail", detail: `“${revoked.label}” is revoked, and no usable key was found.`, items },
			fix: "Publish a new key, and sign with it.",
		};
	if (failures.length === asked && failures[0] !== undefined) throw failures[0];
	// Keys are removed after others have replaced them: one that is gone says nothing about those that sign today.
	const found =
		items.length === 0 ? `no key under ${asked} known selectors` : `the key under “${items[0]?.label}” is gone`;
	return {
		state: "not_checked",
		detail: `Unconfirmed: ${found}, others can exist.`,
		items,
	};
}
