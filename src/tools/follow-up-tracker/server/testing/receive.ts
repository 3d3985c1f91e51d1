import { generateKeyPairSync } from "node:crypto";
import { authenticate } from "mailauth";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { domainOf } from "#shared/mail/addresses.ts";

/** Checks messages as the servers that receive them do. */

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
	modulusLength: 2_048,
	publicKeyEncoding: { type: "spki", format: "der" },
	privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const CLIENT = "192.0.2.25";
const RECORDS: readonly (readonly [name: RegExp, record: string])[] = [
	[/^s1\._domainkey\./, `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}`],
	[/^_dmarc\.[^.]+\.[^.]+$/, "v=DMARC1; p=reject; adkim=s; aspf=s"],
	[/^[^._]+\.[^.]+$/, `v=spf1 ip4:${CLIENT} -all`],
];

/** Every domain publishes the same SPF, DKIM and DMARC records. */
async function resolver(name: string, type: string): Promise<string[][]> {
	const found = type === "TXT" ? RECORDS.find(([pattern]) => pattern.test(name)) : undefined;
	if (found === undefined) throw Object.assign(new Error("No such record"), { code: "ENODATA" });
	return [[found[1]]];
}

/** Fields that a message has exactly once (RFC 5322 §3.6, RFC 8058). */
const ONCE = [
	...["from", "to", "subject", "date", "message-id", "mime-version", "content-type"],
	...["list-unsubscribe", "list-unsubscribe-post"],
];
/** RFC 5322 §2.1.1. */
const MAX_LINE = 998;

/**
 * What a receiver finds wrong with a campaign's message that the sender's server has signed: SPF, DKIM and DMARC, all
 * strict, and the header fields.
 * @param sender of the envelope
 * @param at when it was sent, epoch milliseconds
 */
export async function problemsOf(raw: string, { sender, at }: { sender: string; at: number }): Promise<string[]> {
	const domain = domainOf(sender);
	const signature = {
		...{ signingDomain: domain, selector: "s1", privateKey },
		headerList: ["From", "To", "Subject", "Date", "Message-ID", "List-Unsubscribe", "List-Unsubscribe-Post"],
	};
	const { signatures, errors } = await dkimSign(raw, { ...signature, signatureData: [signature] });
	const envelope = { ip: CLIENT, helo: `mx.${domain}`, mta: "mx.example.net", sender };
	const found = await authenticate(signatures + raw, {
		...{ ...envelope, resolver, strict: true, disableArc: true, disableBimi: true },
	});
	const fields = found.dkim.headers?.parsed ?? [];
	const textOf = (key: string): string => {
		const line = fields.find((field) => field.key === key)?.line.toString() ?? "";
		return line
			.slice(line.indexOf(":") + 1)
			.replace(/\s+/g, " ")
			.trim();
	};
	const date = Date.parse(textOf("date"));
	const checks: [name: string, isRight: boolean][] = [
		["signing", errors.length === 0],
		["SPF", found.spf !== false && found.spf.status.result === "pass"],
		["DKIM", found.dkim.results.length === 1 && found.dkim.results[0]?.status.result === "pass"],
		["DMARC", found.dmarc !== false && found.dmarc.status.result === "pass"],
		["From", found.dkim.fromFields === 1 && found.dkim.headerFrom.join() === sender],
		...ONCE.map((key): [string, boolean] => [`one ${key}`, fields.filter((field) => field.key === key).length === 1]),
		["Message-ID", /^<[^<>\s@]+@[^<>\s@]+>$/.test(textOf("message-id"))],
		["Date", Math.abs(date - at) < 86_400_000],
		["List-Unsubscribe", /^<https:\/\/\S+>, <mailto:\S+\?subject=unsubscribe>$/.test(textOf("list-unsubscribe"))],
		["List-Unsubscribe-Post", textOf("list-unsubscribe-post") === "List-Unsubscribe=One-Click"],
		["lines", !/(?<!\r)\n|\r(?!\n)/.test(raw) && raw.split("\r\n").every((line) => line.length <= MAX_LINE)],
	];
	return checks.filter(([, isRight]) => !isRight).map(([name]) => name);
}
