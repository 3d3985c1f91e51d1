import { afterAll, beforeAll, expect, test } from "vitest";
import { readHeaderSection } from "#server/mail/parse/mime/header-section.ts";
import type { ReceivingServer } from "#server/mail/provider/provider.ts";
import { createDns, type Dns } from "#server/platform/net/dns/dns.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { dkimRecord, mailing, signed, USUAL } from "../testing/signed.ts";
import { signatureProblem } from "./signature.ts";

let server: TestDns;
let dns: Dns;

beforeAll(async () => {
	server = await startDns({
		"s1._domainkey.news.test": { TXT: dkimRecord },
		"s1._domainkey.trying.test": { TXT: `${dkimRecord}; t=y` },
		"s1._domainkey.revoked.test": { TXT: "v=DKIM1; p=" },
		"s1._domainkey.down.test": "servfail",
	});
	dns = createDns({ servers: [server.server] });
});
afterAll(() => server.close());

const HEAD = ["List-Unsubscribe: <https://news.test/u>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"];
const message = mailing({ from: "News <hello@news.test>", head: HEAD });

const why = (raw: string, receiver: ReceivingServer | null = null, receivedAt = new Date()) => {
	const bytes = Buffer.from(raw, "latin1");
	return signatureProblem(dns, { raw: bytes, fields: readHeaderSection(bytes, 0).fields, receivedAt, receiver });
};

test("accepts a passing signature that covers both headers, from any domain", async () => {
	expect(await why(await signed(message, "news.test"))).toBe(null);
	const twice = await signed(await signed(message, "news.test"), "nobody.test");
	expect(await why(twice)).toBe(null);
	// Uploaded mail files have bare line feeds.
	expect(await why((await signed(message, "news.test")).replaceAll("\r\n", "\n"))).toBe(null);
});

test("rejects anything less", async () => {
	const valid = await signed(message, "news.test");
	expect(await why(message)).toBe("no-dkim");
	expect(await why(valid.replace("Hello", "Hullo"))).toBe("dkim-failed");
	expect(await why(valid.replace("news.test/u", "evil.test/u"))).toBe("dkim-failed");
	expect(await why(await signed(message, "nobody.test"))).toBe("dkim-no-key");
	expect(await why(await signed(message, "revoked.test"))).toBe("dkim-failed");
	expect(await why(await signed(message, "trying.test"))).toBe("no-dkim");
	expect(await why(await signed(message, "down.test"))).toBe("dkim-unknown");
	for (const fields of [["From", "Subject"], USUAL.slice(0, 3), ["From", "List-Unsubscribe-Post"]])
		expect(await why(await signed(message, "news.test", fields))).toBe("dkim-not-covering");
	// Listed in h=, but absent when it was signed.
	const before = await signed(mailing({ from: "News <hello@news.test>" }), "news.test");
	expect(await why(before.replace("Content-Type", `${HEAD.join("\r\n")}\r\nContent-Type`))).not.toBe(null);
});

test("limits DNS lookups for a thousand signatures", async () => {
	let many = message;
	for (let i = 0; i < 30; i++) many = await signed(many, `d${i}.test`);
	const before = server.queries.length;
	expect(await why(many)).not.toBe(null);
	expect(server.queries.length - before).toBeLessThanOrEqual(10);
});

const receiver: ReceivingServer = { domains: ["mailbox.test"], isUnnamed: false };
const results = (value: string) => `Authentication-Results: ${value}\r\n`;

test("accepts the receiving server's results where the signature can no longer be checked", async () => {
	const old = await signed(message, "nobody.test");
	const found = results("mx1.mailbox.test; spf=pass smtp.mailfrom=x.test; dkim=pass header.d=nobody.test header.s=s1");
	expect(await why(found + old)).toBe("dkim-no-key");
	expect(await why(found + old, receiver)).toBe(null);
	for (const other of [
		// Another server's results, or a second header below the receiver's own.
		results("mx.evil.test; dkim=pass header.d=nobody.test") + found,
		results("mx1.mailbox.test; dkim=fail header.d=nobody.test") + found,
		results("dkim=pass header.d=nobody.test"),
		// For a different signature.
		results("mx1.mailbox.test; dkim=pass header.d=other.test"),
		results("mx1.mailbox.test; dkim=pass header.d=nobody.test header.s=s2"),
		results("mx1.mailbox.test; dkim=pass header.d=nobody.test header.b=AAAAAAAA"),
		results("mx1.mailbox.test; spf=pass smtp.mailfrom=nobody.test"),
	])
		expect([other, await why(other + old, receiver)]).toEqual([other, "dkim-no-key"]);
	const bare = await signed(message, "nobody.test", ["From", "Subject"]);
	expect(await why(found + bare, receiver)).toBe("dkim-no-key");
});
