import { describe, expect, it } from "vitest";
import { senderFacts } from "./signed-by.ts";

const verdict = (result: string, domain: string | null = null) => ({ result, domain });
const from = (authentication: Parameters<typeof senderFacts>[0]["authentication"], senderEmail = "ann@guild.example") =>
	senderFacts({ authentication, senderEmail }).map(({ tone, text }) => `${tone}: ${text}`);

describe("sender authentication", () => {
	it("shows nothing without results", () => {
		expect(from(null)).toEqual([]);
		expect(from({ spf: null, dkim: verdict("none"), dmarc: null })).toEqual([]);
	});

	it("names the domain that signed", () => {
		expect(from({ spf: null, dkim: verdict("pass", "guild.example"), dmarc: null })).toEqual([
			"green: Signed by guild.example",
		]);
		expect(from({ spf: null, dkim: verdict("pass", "mail.guild.example"), dmarc: null })).toEqual([
			"green: Signed by mail.guild.example",
		]);
		expect(from({ spf: null, dkim: verdict("pass", "bulk.example"), dmarc: null })).toEqual([
			"neutral: Signed by bulk.example",
		]);
	});

	it("warns where a check failed", () => {
		expect(from({ spf: verdict("fail"), dkim: verdict("fail"), dmarc: verdict("fail", "guild.example") })).toEqual([
			"amber: Invalid signature",
			"red: Not confirmed by guild.example",
		]);
		expect(from({ spf: verdict("softfail", "guild.example"), dkim: null, dmarc: null })).toEqual([
			"amber: Not sent by guild.example",
		]);
	});

	it("falls back to the sending server", () => {
		expect(from({ spf: verdict("pass", "guild.example"), dkim: null, dmarc: null })).toEqual([
			"neutral: Sent by guild.example",
		]);
	});
});
