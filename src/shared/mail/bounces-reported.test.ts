import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Verdict } from "../../../fixtures/incoming/refusals.ts";
import { reports } from "../../../fixtures/incoming/reports.ts";
import { readDeliveryReport } from "./delivery-report.ts";
import { isHardBounce } from "./enhanced-status.ts";

/** Delivery reports that people reported of other mail software, and others of the same kinds. */

function read(raw: string) {
	const report = readDeliveryReport(raw);
	return {
		kind: report?.kind,
		found: (report?.recipients ?? []).map(({ address, status }) => [address, verdictOf(status)] as const),
	};
}

function verdictOf(status: string | null): Verdict {
	if (isHardBounce(status)) return "dead";
	if (status?.endsWith(".2.2")) return "full";
	if (status?.startsWith("4.")) return "temporary";
	return /^5\.(?:7|2\.0|3\.4)/.test(status ?? "") ? "refused" : "undecided";
}

const NIA = "nia@customer.example";

test.each([
	["b01-511-too-many-recipients", "bounce", NIA, "temporary"],
	["b02-541-access-denied-o365", "bounce", NIA, "undecided"],
	["b03-5110-o365", "bounce", NIA, "dead"],
	["b04-tonline-plain", "bounce", NIA, "full"],
	["b05-orange-550-520-spam", "bounce", NIA, "refused"],
	["b06-571-access-denied", "bounce", NIA, "refused"],
	["b07-forwarded-final-recipient", "bounce", "old-backup@dead.example", "dead"],
	["b08-spanish-plain", "bounce", NIA, "dead"],
	["b09-421-greylist-delay", "delay", NIA, "temporary"],
	["b10-ses-suppression", "bounce", NIA, "dead"],
	["b11-o365-throttled-550-5716", "bounce", NIA, "temporary"],
	["b12-gmail-over-quota", "bounce", NIA, "full"],
	["b14-yahoo-554-not-valid", "bounce", NIA, "dead"],
	["b15-amazonses-mailbox", "bounce", NIA, "dead"],
])("kinds 7 and 8: %s", (file, kind, address, verdict) => {
	const raw = readFileSync(new URL(`../../../fixtures/reported/reply/${file}.eml`, import.meta.url), "latin1");
	expect(read(raw)).toEqual({ kind, found: [[address, verdict]] });
});

test.each(reports)("kinds 7 and 8, in free text: %s %s: %s", (addresses, verdict, fields, text) => {
	const raw = `Return-Path: <>\nTo: sam@example.org\n${fields}\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`;
	const { found } = read(Buffer.from(raw).toString("latin1"));
	expect(found).toEqual(addresses.split(" ").map((address) => [address, verdict]));
});
