import { describe, expect, it } from "vitest";
import { type Said, summarizeConversation } from "./conversation.ts";
import { TOO_LITTLE } from "./plain-text.ts";

/** A Wednesday. */
const sentAt = Date.UTC(2026, 2, 4, 10);

const conversation = (...messages: [sender: string, text: string][]) =>
	summarizeConversation(
		messages.map(
			([sender, text], index): Said => ({
				...{ id: String(index), sender, text, subject: "The rent of the workshop", isOwn: sender === "Robin" },
				...{ sentAt, people: [] },
			}),
		),
	);

describe("a conversation", () => {
	it("is summarized from its newest message on, each with who wrote it", () => {
		const { short, long } = conversation(
			["Ann", "The landlord wants to raise the rent of the workshop in April."],
			["Robin", "We should ask him for a contract over two years."],
			["Ann", "He agrees to two years and sends the contract on Friday."],
		);
		expect(short).toBe("He agrees to two years and sends the contract on Friday.");
		expect(long.split("\n")).toEqual([
			"Ann: He agrees to two years and sends the contract on Friday.",
			"Robin: We should ask him for a contract over two years.",
			"Ann: The landlord wants to raise the rent of the workshop in April.",
		]);
	});

	it("leaves out the figures that a later message replaced", () => {
		const { long } = conversation(
			["Ann", "He offers the workshop for 900 € a month."],
			["Ann", "After a long call he takes 820 € a month."],
		);
		expect(long).toContain("820 €");
		expect(long).not.toContain("900 €");
	});

	it("keeps an earlier figure that the later message repeats", () => {
		const { long } = conversation(
			["Ann", "He offers the workshop for 900 € a month."],
			["Robin", "Between 850 € and 900 € a month would be fine with us."],
		);
		expect(long).toContain("He offers the workshop for 900 €");
	});

	it("names what the others ask for since the user wrote, and nothing from before", () => {
		const asked = (extract: ReturnType<typeof conversation>) => extract.actions.map(({ text }) => text).join("\n");
		const before: [string, string] = ["Ann", "Please call the landlord by Friday."];
		expect(asked(conversation(before))).toContain("landlord");
		expect(asked(conversation(before, ["Robin", "I called him and he agreed to our offer."]))).toBe("");
		const after = conversation(before, ["Robin", "I called him."], ["Ann", "Please sign the contract by Monday."]);
		expect(asked(after)).toContain("contract");
		expect(asked(after)).not.toContain("landlord");
	});

	it("of a few words has no summary", () => {
		expect(conversation(["Ann", "Thanks!"], ["Robin", "Ok."])).toEqual({
			short: TOO_LITTLE,
			long: TOO_LITTLE,
			actions: [],
		});
	});
});
