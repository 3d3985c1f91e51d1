import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { actionWords, conditionWords } from "../../descriptions.ts";
import { FILTER_LIMITS } from "../formats/filter-limits.ts";
import { readGmailXml } from "../formats/read-gmail-xml.ts";
import { conditionOf } from "../rule.ts";

const folder = new URL("../../../../../fixtures/reported/rules/", import.meta.url);

/** Each filter in words, with what it leaves out; then why others are skipped. */
function imported(xml: string): string[] {
	const { rules, skipped } = readGmailXml(xml, FILTER_LIMITS, ["me@example.org"]);
	const made = rules.map(({ draft, notes }) =>
		[
			`${actionWords(draft)}: ${conditionWords(conditionOf({ ...draft, conditions: draft.conditions }))}`,
			...notes,
		].join(" | "),
	);
	return [...made, ...skipped.map(({ name, reason }) => `skipped ${name}: ${reason}`)];
}

const also = (what: string) => `A filter has one action. In Gmail, this one would also ${what}.`;
const EXPECTED: Record<string, string[]> = {
	"g01-list-minus-group": ["Archive: From the list dev.example.org and not to me@example.org"],
	"g02-to-me": [
		"Archive: From the list dev.example.org and not to me@example.org",
		"Label “Direct”: To me@example.org",
		"Archive: From me@example.org",
	],
	"g03-from-wildcard": [
		"Delete: From the domain news.example.com",
		"Delete: From the domain example.com",
		"Delete: From the domain example.com",
	],
	"g04-phrase": [
		`Label “[Gmail]/+ (po 22)/kosz”: Has “since” and has “your” and has “last” and has “visit” | ${also("archive it")}`,
	],
	"g06-quoted-and-apostrophe": [
		"Delete: The subject has “Don't miss” or the subject has “Last chance”",
		"Delete: The subject has “[ops]” and the subject has “alert”",
		"Delete: From Ann, Lee and from ann@example.org",
		"Delete: From ann@example.org or from bob@example.org",
		"Delete: From ann@example.org and from bob@example.org",
	],
	"g07-without": [
		"Delete: From shop@example.com and not (has “invoice” or has “receipt”)",
		"Delete: From shop@example.com and not (has “invoice” and has “receipt”)",
	],
	"g08-category-exclude-chats": [
		"Archive: From n2@example.com",
		`Archive: From n3@example.com | ${also("put it into a category")}`,
		"skipped Filter 1: It has no action that filters support: in Gmail it would put it into a category.",
	],
};

describe("kind 24: Gmail's filters", () => {
	const files = readdirSync(folder).filter((name) => name.endsWith(".xml"));
	it.each(files)("%s", (name) =>
		expect(imported(readFileSync(new URL(name, folder), "utf8"))).toEqual(EXPECTED[name.replace(".xml", "")]),
	);

	const filter = (properties: Record<string, string>) =>
		`<feed><entry>${Object.entries(properties)
			.map(([name, value]) => `<property name="${name}" value="${value}"/>`)
			.join("")}</entry></feed>`;
	it.each([
		[{ to: "Me OR ann@example.org", shouldTrash: "true" }, "Delete: To me@example.org or to ann@example.org"],
		[{ hasTheWord: "from:(me OR ann)", shouldTrash: "true" }, "Delete: From me@example.org or from ann"],
		[
			{ hasTheWord: "cc:me offer", shouldTrash: "true" },
			"skipped Filter 1: It uses “cc:”, which filters don't support.",
		],
		[
			{ hasTheWord: "-deliveredto:a@b.org", shouldTrash: "true" },
			"skipped Filter 1: It uses “deliveredto:”, which filters don't support.",
		],
		[
			{ doesNotHaveTheWord: "rfc822msgid:x", from: "a@b.org", shouldTrash: "true" },
			"skipped Filter 1: It uses “rfc822msgid:”, which filters don't support.",
		],
		[
			{ hasTheWord: "one AROUND 3 two", shouldTrash: "true" },
			"skipped Filter 1: It uses “AROUND”, which filters don't support.",
		],
		[{ hasTheWord: "https://example.org/x", shouldTrash: "true" }, "Delete: Has “https://example.org/x”"],
		[
			{ from: "a@b.org", shouldArchive: "true", shouldNeverSpam: "true", shouldAlwaysMarkAsImportant: "true" },
			`Archive: From a@b.org | ${also("never send it to spam and always mark it as important")}`,
		],
		[
			{ from: "a@b.org", shouldStar: "true", shouldSnooze: "true" },
			`Star: From a@b.org | ${also("do what it calls “shouldSnooze”")}`,
		],
	])("%j", (properties, expected) =>
		expect(imported(filter(properties as Record<string, string>))).toEqual([expected]),
	);
});
