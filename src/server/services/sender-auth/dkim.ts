import { createPublicKey } from "node:crypto";
import { dkimTags } from "#shared/mail/dkim.ts";
import { COMMON_SELECTORS } from "../../mail/domains/selectors.ts";
import { itemOf, type RecordFinding, type RecordItem } from "./finding.ts";
import { NoAnswer, type Records } from "./records.ts";

/** RFC 8301 §3.2: shorter RSA keys are not valid, and 2048 bits are recommended. */
const MIN_BITS = 1_024;
const GOOD_BITS = 2_048;

/** Selectors that are asked at a time. */
const AT_ONCE = 10;

/** What is published under a selector. `gone`: nothing any more. */
type KeyKind = "usable" | "unusable" | "revoked" | "gone";

export interface DkimKey {
	kind: KeyKind;
	item: RecordItem;
}

export interface DkimKeys {
	found: DkimKey[];
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
	const keys: DkimKeys = { found: [], asked: 0, failures: [], isEmpty: false };
	const parent = `_domainkey.${domain}`;
	// RFC 8020: nothing exists below a name that does not exist. A key that signed mail is believed more than its server.
	if (seen.length === 0 && (await dns.query(parent, "TXT")).outcome === "nxdomain") return { ...keys, isEmpty: true };
	const selectors = [...new Set([...seen, ...COMMON_SELECTORS])];
	for (let at = 0; at < selectors.length; at += AT_ONCE) {
		const group = selectors.slice(at, at + AT_ONCE);
		const found = await Promise.all(group.map((selector) => readSelector(dns, { parent, selector, keys, seen })));
		keys.found.push(...found.flat());
		keys.asked += group.length;
		if (isOneEnough && keys.found.some(({ item }) => item.state === "pass")) break;
	}
	return keys;
}

interface Selector {
	parent: string;
	selector: string;
	keys: DkimKeys;
	seen: readonly string[];
}

async function readSelector(dns: Records, { parent, selector, keys, seen }: Selector): Promise<DkimKey[]> {
	try {
		const texts = await dns.texts(`${selector}.${parent}`);
		const key = texts.map(readKey).find((one) => one !== null);
		if (key !== undefined) return [{ kind: key.kind, item: itemOf(selector, key.state, key.detail) }];
		const item = itemOf(selector, "warn", "Signed mail in your mailbox; the key is gone.");
		return seen.includes(selector) ? [{ kind: "gone", item }] : [];
	} catch (cause) {
		if (!(cause instanceof NoAnswer)) throw cause;
		keys.failures.push(cause);
		return [];
	}
}

interface ReadKey extends Pick<RecordItem, "state" | "detail"> {
	kind: KeyKind;
}

/** @returns null for a record that is no key */
function readKey(text: string): ReadKey | null {
	const { v = "DKIM1", k = "rsa", p, t = "" } = dkimTags(text);
	if (v !== "DKIM1" || p === undefined) return null;
	if (p === "") return { kind: "revoked", state: "warn", detail: "The key is revoked." };
	const bits = k.toLowerCase() === "ed25519" ? null : rsaBits(p);
	if (k.toLowerCase() !== "ed25519" && bits === null)
		return { kind: "unusable", state: "fail", detail: "The key can't be read." };
	const name = bits === null ? "Ed25519" : `RSA, ${bits} bits`;
	if (bits !== null && bits < MIN_BITS)
		return { kind: "unusable", state: "fail", detail: `${name}: too short to be valid.` };
	if (bits !== null && bits < GOOD_BITS)
		return { kind: "usable", state: "warn", detail: `${name}: ${GOOD_BITS} bits are recommended.` };
	if (t.split(":").includes("y")) return { kind: "usable", state: "warn", detail: `${name}, in testing mode.` };
	return { kind: "usable", state: "pass", detail: name };
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
export function judgeDkim({ found, asked, failures, isEmpty }: DkimKeys): RecordFinding {
	if (isEmpty)
		return {
			...{ state: "warn", share: 0, detail: "The domain has no DKIM keys." },
			fix: "Publish a key of 2048 bits, and sign with it.",
		};
	const items = found.map(({ item }) => item);
	const of = (wanted: KeyKind) => found.flatMap(({ kind, item }) => (kind === wanted ? [item] : []));
	const usable = of("usable");
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
	const [unusable] = of("unusable");
	if (unusable !== undefined)
		return {
			...{ state: "fail", detail: `“${unusable.label}”: ${unusable.detail}`, items },
			fix: "Publish a key of 2048 bits under a new selector, and sign with it.",
		};
	const [revoked] = of("revoked");
	if (revoked !== undefined)
		return {
			...{ state: "fail", detail: `“${revoked.label}” is revoked, and no usable key was found.`, items },
			fix: "Publish a new key, and sign with it.",
		};
	if (failures.length === asked && failures[0] !== undefined) throw failures[0];
	// Keys are removed after others have replaced them: one that is gone says nothing about those that sign today.
	const [gone] = of("gone");
	const what = gone === undefined ? `no key under ${asked} known selectors` : `the key under “${gone.label}” is gone`;
	return { state: "not_checked", detail: `Unconfirmed: ${what}, others can exist.`, items };
}
