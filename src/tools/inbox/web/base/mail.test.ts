import { expect, it } from "vitest";
import { snippetOf } from "#web/lib/base/snippet.ts";
import { type EmailItem, type ListItem, labelName, labelsToShow, peopleOf } from "./mail.ts";

it.each([
	["Category Promotions", "Promotions"],
	["Category Updates", "Updates"],
	["Category 5 storms", "Category 5 storms"],
	["Clients", "Clients"],
])("shows the label %s as %s", (label, name) => expect(labelName(label)).toBe(name));

const row = (people: { name: string; email: string }[], count = people.length): ListItem => ({
	...({ folder: "inbox", senderName: "Inês Duarte", senderEmail: "i@x.org" } as EmailItem),
	conversation: { count, people: people.map((one) => ({ ...one, isRead: true })), messages: [] },
});
const ines = { name: "Duarte, Inês", email: "i@x.org" };
const marcus = { name: "Marcus Bell", email: "m@x.org" };
const me = { name: "Nora", email: "Nora@Quist.example" };
const own = new Set(["nora@quist.example"]);

it("names the people of a conversation, and the user as you", () => {
	expect(peopleOf(row([ines, marcus, me], 5), own)).toBe("Inês, Marcus, you");
	expect(peopleOf(row([{ name: "", email: "build@x.org" }, me]), own)).toBe("build, you");
	expect(peopleOf(row([marcus], 8), own)).toBe("Marcus Bell");
	expect(peopleOf(row([ines], 1), own)).toBe("Inês Duarte");
	expect(peopleOf(row([ines, marcus, { name: "Yael", email: "y@x.org" }, me]), own)).toBe("Inês … Yael, you");
});

it.each([
	[
		"QUILLON INSURANCE Could you pay less? Four questions.",
		"Could you pay less?",
		"Quillon Insurance",
		"Four questions.",
	],
	["Could you pay less? Could you pay less? Four.", "Re: Could you pay less?", "Q", "Four."],
	["Venues are booked", "Venue", "Ann", "Venues are booked"],
	["İstanbul calling", "İstanbul", "Ann", "calling"],
	["Spring sale", "Spring sale", "Shop", ""],
	["- Hello Ann", "", "", "- Hello Ann"],
])("shortens the preview %j under %j from %j to %j", (preview, subject, senderName, snippet) =>
	expect(snippetOf({ preview, subject, senderName })).toBe(snippet),
);

it("shows labels once, without those that folder, flags or category say", () => {
	expect(
		labelsToShow({ labels: ["Inbox", "Important", "Category Promotions", "Travel"], category: "promotions" }),
	).toEqual(["Travel"]);
	expect(labelsToShow({ labels: ["Category Updates", "Updates"], category: "primary" })).toEqual(["Updates"]);
});
