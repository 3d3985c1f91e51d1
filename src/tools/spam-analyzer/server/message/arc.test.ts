import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { verifySignatures } from "./signatures.ts";

/** Chains of one set, signed as they are written: only what a case changes decides. */

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
	modulusLength: 2_048,
	publicKeyEncoding: { type: "spki", format: "der" },
	privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const key = `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}`;

const from = "From: Ann <ann@example.org>";
const subject = "Subject:  Plans   for May";
const body = "See  you there. \r\n\r\n";

const relaxed = (field: string): string => {
	const colon = field.indexOf(":");
	const value = field.slice(colon + 1).replace(/\s+/g, " ");
	return `${field.slice(0, colon).toLowerCase()}:${value.trim()}`;
};
const relaxedBody = "See you there.\r\n";
const simpleBody = "See  you there. \r\n";
const sign = (text: string): string => createSign("sha256").update(text).sign(privateKey, "base64");
const hash = (text: string): string => createHash("sha256").update(text).digest("base64");

interface Chain {
	/** Instead of the usual tags; null: left out. */
	ams?: Record<string, string | null>;
	as?: Record<string, string | null>;
	aar?: string;
	/** How the message is signed. */
	canonicalization?: "relaxed" | "simple";
	/** Headers above the set. */
	above?: string[];
	record?: string;
}

const tags = (all: Record<string, string | null>): string =>
	Object.entries(all)
		.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
		.join("; ");

async function resultOf({ ams, as, aar, canonicalization = "relaxed", above = [], record = key }: Chain) {
	const isRelaxed = canonicalization === "relaxed";
	const own = { i: "1", a: "rsa-sha256", d: "example.org", s: "k", t: "12345" };
	const c = "relaxed/relaxed";
	const bh = hash(isRelaxed ? relaxedBody : simpleBody);
	const results = aar ?? "ARC-Authentication-Results: i=1; mx.example.org; spf=pass";
	const message = `ARC-Message-Signature: ${tags({ ...own, c, h: "from:subject", bh, ...ams, b: "" })}`;
	const header = isRelaxed ? relaxed : (field: string) => field;
	const signature = `${message}${sign([from, subject, message].map(header).join("\r\n"))}`;
	const seal = `ARC-Seal: ${tags({ ...own, cv: "none", ...as, b: "" })}`;
	const sealed = `${seal}${sign([results, signature, seal].map(relaxed).join("\r\n"))}`;
	const raw = [...above, sealed, signature, results, from, subject, "", body].join("\r\n");
	const { arc } = await verifySignatures(Buffer.from(raw), { "k._domainkey.example.org": [[record]] });
	return arc?.result ?? "none";
}

it.each<[what: string, chain: Chain]>([
	["a set as the standard has it", {}],
	["without a time", { ams: { t: null }, as: { t: null } }],
	["signed as written", { ams: { c: "simple/simple" }, canonicalization: "simple" }],
	["signed as written, which is the default", { ams: { c: null }, canonicalization: "simple" }],
	["with tags that nobody knows", { ams: { v: "1", z: "x" }, as: { bh: "x", c: "x" } }],
	["with an instance of two digits", { aar: "ARC-Authentication-Results: i=01; mx.example.org; spf=pass" }],
	["with a comment before the instance", { aar: "ARC-Authentication-Results: (x) i=1; mx.example.org; spf=pass" }],
])("passes a chain %s", async (_, chain) => {
	expect(await resultOf(chain)).toBe("pass");
});

it.each<[what: string, chain: Chain]>([
	["whose default is taken for another", { ams: { c: null } }],
	["without a canonicalization that exists", { ams: { c: "other/relaxed" } }],
	["without the list of what is signed", { ams: { h: null } }],
	["that signs nothing", { ams: { h: "" } }],
	["that does not sign the author", { ams: { h: "subject" } }],
	["that signs a seal", { ams: { h: "from:subject:arc-seal" } }],
	["without a hash of the body", { ams: { bh: null } }],
	["with a time that is none", { ams: { t: "" } }],
	["with a time in words", { ams: { t: "yesterday" } }],
	["with a length that is none", { ams: { l: "all" } }],
	["with a tag in another case", { ams: { d: null, D: "example.org" } }],
	["with a tag in another case in its seal", { as: { s: null, S: "k" } }],
	["with SHA-1", { ams: { a: "rsa-sha1" } }],
	["without a status", { as: { cv: null } }],
	["whose seal has a list of headers", { as: { h: "from" } }],
	["with an instance that is no number", { ams: { i: "1x" } }],
	["with an instance below zero", { as: { i: "-1" } }],
	["with an instance that does not come first", { aar: "ARC-Authentication-Results: mx.example.org; i=1; spf=pass" }],
	["beside a header that belongs to no set", { above: ["ARC-Seal: a=rsa-sha256; cv=none; b=x"] }],
	["whose key was revoked", { record: "v=DKIM1; k=rsa; p=" }],
	["whose key is for another service", { record: key.replace("k=rsa", "k=rsa; s=tlsrpt") }],
	["whose key is of another kind", { record: key.replace("k=rsa", "k=ed25519") }],
])("fails a chain %s", async (_, chain) => {
	expect(await resultOf(chain)).toBe("fail");
});
