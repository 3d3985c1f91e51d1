import { describe, expect, it } from "vitest";
import { senderFacts } from "./signed-by.ts";

const verdict = (result: string, domain: string | null = null) => ({ result, domain });
const list = { urls: [], mailtos: [], links: [], oneClick: false, listId: "talk.guild.example" };
const from = (
	authentication: Parameters<typeof senderFacts>[0]["authentication"],
	{
		senderEmail = "ann@guild.example",
		listUnsubscribe = null as typeof list | null,
		trust = "unknown" as "unknown" | "suspicious",
	} = {},
) => senderFacts({ authentication, senderEmail, listUnsubscribe, trust }).map(({ tone, text }) => `${tone}: ${text}`);

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

	it("does not warn of a signature that a list broke, or of a sender who is confirmed otherwise", () => {
		const broken = { spf: null, dkim: verdict("fail", "guild.example"), dmarc: null };
		expect(from(broken)).toEqual(["amber: Invalid signature"]);
		expect(from(broken, { listUnsubscribe: list })).toEqual([]);
		expect(from({ ...broken, dmarc: verdict("pass", "guild.example") })).toEqual([]);
		expect(from({ ...broken, spf: verdict("pass", "mail.guild.example") })).toEqual([
			"neutral: Sent by mail.guild.example",
		]);
		expect(from({ ...broken, spf: verdict("pass", "bulk.example") })).toEqual(["amber: Invalid signature"]);
	});

	it("warns of what a list passed on only if the message is suspicious", () => {
		const broken = { spf: verdict("pass", "lists.example"), dkim: verdict("fail"), dmarc: verdict("fail") };
		expect(from(broken, { listUnsubscribe: list })).toEqual(["neutral: Sent by lists.example"]);
		expect(from(broken, { listUnsubscribe: list, trust: "suspicious" })).toEqual([
			"red: Not confirmed by guild.example",
		]);
	});

	it("does not recommend a suspicious message by its signature", () => {
		const signed = { spf: null, dkim: verdict("pass", "guild.example"), dmarc: null };
		expect(from(signed, { trust: "suspicious" })).toEqual(["neutral: Signed by guild.example"]);
	});

	it("falls back to the sending server", () => {
		expect(from({ spf: verdict("pass", "guild.example"), dkim: null, dmarc: null })).toEqual([
			"neutral: Sent by guild.example",
		]);
	});
});
