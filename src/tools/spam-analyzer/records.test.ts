import { expect, it } from "vitest";
import { readDmarcRecord } from "#server/services/sender-auth/dmarc-record.ts";
import { readSpfTerms } from "#server/services/sender-auth/spf-record.ts";
import { dmarcRecord, nextPolicy, sendersIn, spfRecord, stsPolicy, stsRecord, tlsReportRecord } from "./records.ts";
import { readStsPolicy } from "./server/checks/transport.ts";

it("writes an SPF record that receivers can read, and reads it again", () => {
	const senders = {
		...{ services: ["google", "sendgrid"] as const, usesMx: true, addresses: ["192.0.2.1", "2001:db8::/32"] },
		...{ kept: ["include:mail.test", "a:web.test"], others: "reject" as const },
	};
	const record = spfRecord(senders);
	expect(record).toBe(
		"v=spf1 mx ip4:192.0.2.1 ip6:2001:db8::/32 include:mail.test a:web.test include:_spf.google.com include:sendgrid.net -all",
	);
	expect(readSpfTerms(record).filter(({ problem }) => problem !== null)).toEqual([]);
	expect(sendersIn(record)).toEqual(senders);
	expect(spfRecord({ services: [], usesMx: false, addresses: [], kept: [], others: "reject" })).toBe("v=spf1 -all");
});

it("keeps what it does not know of a published record, except what would undo it", () => {
	expect(spfRecord(sendersIn("v=spf1 exists:%{i}.list.test +all redirect=other.test"))).toBe(
		"v=spf1 exists:%{i}.list.test ~all",
	);
	expect(spfRecord(sendersIn("v=spf1 redirect=other.test"))).toBe("v=spf1 include:other.test ~all");
});

it("writes DMARC, MTA-STS and TLS report records that the checks accept", () => {
	expect(readDmarcRecord(dmarcRecord("reject", "dmarc@good.test"))).toMatchObject({
		...{ policy: "reject", reportsTo: ["dmarc@good.test"] },
	});
	expect(dmarcRecord("none", "")).toBe("v=DMARC1; p=none");
	expect(["", "v=DMARC1; p=none", "v=DMARC1; p=quarantine", "v=DMARC1;p=reject; sp=none"].map(nextPolicy)).toEqual([
		...["none", "quarantine", "reject", "reject"],
	]);
	expect(readStsPolicy(stsPolicy("enforce", ["mx.good.test"]))).toEqual({ mode: "enforce", mx: ["mx.good.test"] });
	// RFC 8461 §3.1: an id has at most 32 letters and digits.
	expect(stsRecord(new Date("2026-11-14T10:00:00Z"))).toBe("v=STSv1; id=20261114100000");
	expect(tlsReportRecord("tls@good.test")).toBe("v=TLSRPTv1; rua=mailto:tls@good.test");
});
