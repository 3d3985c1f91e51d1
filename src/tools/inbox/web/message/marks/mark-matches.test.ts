import { expect, it } from "vitest";
import { htmlBody } from "../../../../../../fixtures/html-document.ts";
import { matchesOf } from "../../base/search-matches.ts";
import { textMatches } from "./mark-matches.ts";

const marked = (html: string, q: string): string[] =>
	textMatches(htmlBody(html), matchesOf(q) as RegExp).map(({ node, start, end }) =>
		(node.nodeValue ?? "").slice(start, end),
	);

it("finds what a search matched in the texts of a message, not in its tags", () => {
	const html = '<p class="venue">The <b>Venue</b> is booked, avenues are not.</p><p>Venues: a venue</p>';
	expect(marked(html, "venue is:unread")).toEqual(["Venue", "Venue", "venue"]);
	expect(marked(html, '"is booked"')).toEqual(["is booked"]);
});

it("is bounded in long messages", () => {
	expect(marked(`<p>${"venue ".repeat(1_000)}</p>`, "venue")).toHaveLength(500);
	expect(marked(`<p>${"x ".repeat(150_000)}</p><p>venue</p>`, "venue")).toEqual([]);
});
