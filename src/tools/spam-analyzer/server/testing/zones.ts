import { generateKeyPairSync } from "node:crypto";
import type { Zones } from "#test/dns/dns.ts";

/** The TXT record of an RSA key of this length. */
export function dkimKey(bits: number): string {
	const { publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
	return `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
}

const MX: [number, string] = [10, "mx.mail.test"];
const SPF = "v=spf1 mx -all";

/** Blacklists that tests ask. */
export const lists = { domainLists: ["dom.list.test"], addressLists: ["ip.list.test"], contactMailServers: false };

const include = (count: number): string =>
	`v=spf1 ${Array.from({ length: count }, (_, i) => `include:n${i}.spf.test`).join(" ")} -all`;

/** A domain whose records are all in order. */
function wellKept(domain: string, more: { TCP_ONLY?: true }, filling = ""): Zones {
	const also = filling === "" ? [] : Array.from({ length: 20 }, (_, i) => `${i} ${filling}`);
	return {
		[domain]: { MX, TXT: [SPF, ...also], ...more },
		[`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${domain}`, ...also] },
		[`google._domainkey.${domain}`]: { TXT: [dkimKey(2_048), ...also] },
		[`_smtp._tls.${domain}`]: { TXT: [`v=TLSRPTv1; rua=mailto:tls@${domain}`, ...also] },
	};
}

/** Domains that are set up well, and domains that are not, each for its own reason. */
export const zones: Zones = {
	"mx.mail.test": { A: "192.0.2.25" },
	"mx2.mail.test": { A: "192.0.2.26" },
	"alias.mail.test": { CNAME: "mx.mail.test" },
	"25.2.0.192.in-addr.arpa": { PTR: "mx.mail.test" },
	"26.2.0.192.in-addr.arpa": { PTR: "other.test" },

	"good.test": { MX, TXT: SPF, SOA: ["ns.test", "root.test", 1, 1, 1, 1, 0], DS: [1, 13, 2, "ab".repeat(32)] },
	"_dmarc.good.test": { TXT: "v=DMARC1; p=reject; rua=mailto:dmarc@good.test" },
	"google._domainkey.good.test": { TXT: dkimKey(2_048) },
	"_smtp._tls.good.test": { TXT: "v=TLSRPTv1; rua=mailto:tls@good.test" },
	"_25._tcp.mx.mail.test": { TLSA: [3, 1, 1, "cd".repeat(32)] },

	"bare.test": { MX },
	"null-mx.test": { MX: [0, "."] },
	"no-mail.test": { TXT: "nothing" },
	"a-only.test": { A: "192.0.2.1" },
	"dead-mx.test": { MX: [10, "gone.mail.test"] },
	"ip-mx.test": { MX: [10, "192.0.2.9"] },
	"alias-mx.test": { MX: [10, "alias.mail.test"] },
	"one-dead-mx.test": {
		MX: [
			[10, "mx.mail.test"],
			[20, "gone.mail.test"],
		],
	},
	"wrong-ptr.test": { MX: [10, "mx2.mail.test"] },

	"all.test": { MX, TXT: "v=spf1 +all" },
	"neutral.test": { MX, TXT: "v=spf1 mx ?all" },
	"two-spf.test": { MX, TXT: [SPF, "v=spf1 -all"] },
	"typo-spf.test": { MX, TXT: "v=spf1 inlcude:x.test -all" },
	"loop.test": { MX, TXT: "v=spf1 include:loop2.test -all" },
	"loop2.test": { TXT: "v=spf1 include:loop.test -all" },
	"many.test": { MX, TXT: include(11) },
	...Object.fromEntries(
		Array.from({ length: 11 }, (_, i) => [`n${i}.spf.test`, { TXT: "v=spf1 ip4:192.0.2.0/24 -all" }]),
	),
	"void.test": { MX, TXT: "v=spf1 a:no1.test a:no2.test a:no3.test -all" },
	"redirect.test": { MX, TXT: "v=spf1 redirect=good.test" },
	"include-none.test": { MX, TXT: "v=spf1 include:bare.test -all" },
	"include-fails.test": { MX, TXT: "v=spf1 include:servfail.test -all" },
	"oversized.test": { MX, TXT: `v=spf1 ${"ip4:192.0.2.1 ".repeat(200)}-all` },
	"tcp.test": { MX, TXT: SPF, TCP_ONLY: true },

	"weak-key.test": { MX },
	"default._domainkey.weak-key.test": { TXT: dkimKey(1_024) },
	"short-key.test": { MX },
	"default._domainkey.short-key.test": { TXT: dkimKey(512) },
	"revoked.test": { MX },
	"default._domainkey.revoked.test": { TXT: "v=DKIM1; p=" },
	"rotated.test": { MX },
	"default._domainkey.rotated.test": { TXT: "v=DKIM1; p=" },
	"google._domainkey.rotated.test": { TXT: dkimKey(2_048) },
	"gone-key.test": { MX },
	"unreadable-key.test": { MX },
	"default._domainkey.unreadable-key.test": { TXT: "v=DKIM1; p=AAAA" },
	"own-selector.test": { MX },
	"x2026._domainkey.own-selector.test": { TXT: dkimKey(2_048) },

	"watch.test": { MX },
	"_dmarc.watch.test": { TXT: "v=DMARC1; p=none; rua=mailto:a@elsewhere.test" },
	"testing.test": { MX },
	"_dmarc.testing.test": { TXT: "v=DMARC1; p=reject; t=y" },
	"two-dmarc.test": { MX },
	"_dmarc.two-dmarc.test": { TXT: ["v=DMARC1; p=reject", "v=DMARC1; p=none"] },
	"news.good.test": { MX },
	"_dmarc.corp.test": { TXT: "v=DMARC1; p=reject; sp=quarantine; np=reject" },
	"mail.corp.test": { MX },

	"listed.test": { MX, TXT: SPF },
	"listed-ip.test": { MX: [10, "bad.mail.test"] },
	"bad.mail.test": { A: "192.0.2.66" },
	"list.test": { TXT: "the zone of the lists" },
	"test.dom.list.test": { A: "127.0.0.2" },
	"2.0.0.127.ip.list.test": { A: "127.0.0.2" },
	"listed.test.dom.list.test": { A: "127.0.0.2" },
	"66.2.0.192.ip.list.test": { A: "127.0.0.4" },

	// In order, but over TCP alone; and in answers that are larger than a datagram.
	...wellKept("tcp-only.test", { TCP_ONLY: true }),
	...wellKept("large.test", {}, "x".repeat(250)),
	// As by a resolver that invents an answer for every name.
	"lying.test": { MX: [10, "mx.lying.test"], A: "203.0.113.7", TXT: "parked" },
	"*.lying.test": { A: "203.0.113.7", TXT: "parked", TLSA: [9, 9, 9, "ff"], PTR: "lying.test" },

	"signed.test": { MX },
	"bogus.test": "bogus",
	"servfail.test": "servfail",
	"refused.test": "refused",
	"silent.test": "silence",
	"malformed.test": "malformed",
	"slow.test": { MX, TXT: SPF, DELAY: 60_000 },
	"cname-loop.test": { CNAME: "cname-loop2.test" },
	"cname-loop2.test": { CNAME: "cname-loop.test" },
	"logo.test": { MX },
	"_dmarc.logo.test": { TXT: "v=DMARC1; p=reject" },
	"new.test": { MX },
	"mailinator.com": { MX },
	"gmail.com": { MX },
};
