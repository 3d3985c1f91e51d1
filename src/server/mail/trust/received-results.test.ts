import { expect, it } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";
import { parseHeader } from "../parse/parse-message.ts";
import { isResultOf, receivedResults } from "./received-results.ts";
import { judge, NO_RELATIONS } from "./verdict.ts";

const GMAIL = { domains: ["google.com"], isUnnamed: false };
const OUTLOOK = { domains: ["outlook.com"], isUnnamed: true };
const LEARNED = { domains: ["hoster.com"], isUnnamed: false };

/** From the sender: a relay of its own, and results that it wrote itself. */
const FORGED = (server: string) => [
	`Authentication-Results: ${server}; spf=pass smtp.mailfrom=bank.com; dkim=pass header.d=bank.com; dmarc=pass (p=REJECT) header.from=bank.com`,
	"Received: from desk by relay.evil.com with ESMTPA; Mon, 2 Nov 2026 09:59:00 +0000",
	"From: Bank <info@bank.com>",
];
const FAILED = "dmarc=fail (p=REJECT) header.from=bank.com; dkim=none; spf=softfail smtp.mailfrom=evil.com";
const at = "; Mon, 2 Nov 2026 10:00:00 +0000";

/** As Gmail, Outlook and two IMAP servers write, with the results between, above and below their own Received fields. */
const RECEIVED = {
	gmail: (results: string) => [
		"Delivered-To: ada@gmail.com",
		`Received: by 2002:a05:7300:c8b:b0:11d with SMTP id x${at}`,
		"ARC-Authentication-Results: i=1; mx.google.com; spf=pass",
		`Received: from relay.evil.com (relay.evil.com. [203.0.113.7]) by mx.google.com with ESMTPS id y${at}`,
		...(results === "" ? [] : [`Authentication-Results: mx.google.com; ${results}`]),
	],
	outlook: (results: string) => [
		`Received: from A.namprd11.prod.outlook.com (::1) by B.namprd11.prod.outlook.com with HTTPS${at}`,
		`Authentication-Results: ${results}`,
		`Received: from relay.evil.com (203.0.113.7) by C.mail.protection.outlook.com (10.1.2.3) with SMTP${at}`,
	],
	above: (results: string) => [
		"Return-Path: <x@evil.com>",
		`Authentication-Results: mx1.hoster.com; ${results}`,
		`Received: from relay.evil.com (by.google.com [203.0.113.7]) by mx1.hoster.com (Postfix)${at}`,
	],
	below: (results: string) => [
		`Received: from mx1.hoster.com by store4 (Dovecot) with LMTP${at}`,
		`Received: from relay.evil.com (relay.evil.com [203.0.113.7]) by mail.hoster.com (Postfix)${at}`,
		`Authentication-Results: mail.hoster.com; ${results}`,
	],
};

function verdictOf(headers: string[], receiver: typeof GMAIL | null) {
	const { from, trust } = parseHeader(Buffer.from([...headers, "", ""].join("\r\n")));
	const received = new Map([[from.email, { spam: 0, elsewhere: 9 }]]);
	return judge(trust, from, { ...NO_RELATIONS, receiver, received }).verdict;
}

it.each([
	["Gmail", RECEIVED.gmail, "mx.google.com", GMAIL],
	["Outlook", RECEIVED.outlook, "C.mail.protection.outlook.com", OUTLOOK],
	["a server that writes above its Received", RECEIVED.above, "mx1.hoster.com", LEARNED],
	["a server that writes below its Received", RECEIVED.below, "mail.hoster.com", LEARNED],
] as const)("believes %s, and not the sender below", (_, received, server, receiver) => {
	expect(verdictOf([...received(FAILED), ...FORGED(server)], receiver)).toBe("forged");
	expect(verdictOf([...received("dmarc=pass header.from=bank.com"), "From: <info@bank.com>"], receiver)).toBe("safe");
	// Of another server than the mailbox's: neither its word for the sender nor against.
	const other = { domains: ["elsewhere.org"], isUnnamed: false };
	expect(verdictOf([...received(FAILED), "From: <info@bank.com>"], other)).toBe("unknown");
	expect(verdictOf([...received("dmarc=pass header.from=bank.com"), "From: <info@bank.com>"], other)).toBe("unknown");
});

it("does not believe results that only the sender wrote", () => {
	const [delivered = "", , , first = ""] = RECEIVED.gmail("");
	// The name of another server, of one that is like it, or none.
	for (const server of ["mx.evil.com", "mx.google.com.evil.com", "evil", ""])
		for (const receiver of [GMAIL, LEARNED, null])
			expect(verdictOf([delivered, first, ...FORGED(server)], receiver)).toBe("unknown");
	// Its own server's name, above the first Received, where the mailbox's writes none.
	expect(verdictOf([FORGED("mx.evil.com")[0] ?? "", ...RECEIVED.gmail(""), "From: <info@bank.com>"], GMAIL)).toBe(
		"unknown",
	);
	expect(verdictOf(FORGED("mx.google.com"), null)).toBe("unknown");
});

const fields = (...lines: string[]) =>
	lines.map((line) => ({
		name: line.slice(0, line.indexOf(":")).toLowerCase(),
		raw: line.slice(line.indexOf(":") + 1).trim(),
	}));

it("joins what one organization wrote above the first Received, and nothing below", () => {
	const all = fields(
		"Authentication-Results: bimi.icloud.com; bimi=skipped",
		"Authentication-Results: dmarc.icloud.com; dmarc=pass header.from=a.com",
		"Authentication-Results: other.org; dkim=fail",
		"Authentication-Results: spf.icloud.com; spf=pass",
		"Received: from x by mx.icloud.com; now",
		"Authentication-Results: mx.icloud.com; dkim=pass header.d=a.com",
	);
	expect(receivedResults(all)).toBe("dmarc.icloud.com; dmarc=pass header.from=a.com; spf=pass");
	// Without a Received nothing shows where the sender's part begins.
	const raw = all.filter(({ name }) => name !== "received");
	expect(receivedResults(raw)).toBe("dmarc.icloud.com; dmarc=pass header.from=a.com");
});

it("takes nothing that an earlier server on the way wrote", () => {
	const forwarded = fields(
		"Received: from mx.first.com by mx.second.com; now",
		"Authentication-Results: mx.first.com; dmarc=pass header.from=a.com",
	);
	expect(receivedResults(forwarded)).toBe(null);
	const unnamed = fields(
		"Received: from mx.first.com by mx.second.com; now",
		"Received: from sender by mx.first.com; now",
		"Authentication-Results: dmarc=pass header.from=a.com",
	);
	expect(receivedResults(unnamed)).toBe(null);
});

it("takes linear time, whatever the sender writes", async () => {
	await expectLinear(
		(raw: string) => receivedResults([{ name: "received", raw }, ...fields(`Authentication-Results: ${raw}`)]),
		(length) => "(by ".repeat(length / 4),
	);
	expect(isResultOf(OUTLOOK, "")).toBe(true);
	expect(isResultOf(GMAIL, "")).toBe(false);
});
