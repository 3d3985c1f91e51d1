import { expect, test } from "vitest";
import { parseListUnsubscribe } from "./list-unsubscribe.ts";

const read = (unsubscribe: string, post?: string, listId?: string) =>
	parseListUnsubscribe({ unsubscribe: unsubscribe === "" ? [] : [unsubscribe], post, listId });
const POST = "List-Unsubscribe=One-Click";

test("keeps addresses in header order", () => {
	expect(
		read(
			"<https://news.example/u?a=1,2>, <mailto:leave@news.example?subject=unsubscribe>",
			POST,
			"News <news.example>",
		),
	).toEqual({
		urls: ["https://news.example/u?a=1,2"],
		mailtos: ["mailto:leave@news.example?subject=unsubscribe"],
		links: [],
		oneClick: true,
		listId: "news.example",
	});
});

test("one click needs the List-Unsubscribe-Post header and an https address", () => {
	expect(read("<mailto:leave@news.example>", POST)?.oneClick).toBe(false);
	expect(read("<http://news.example/u>", POST)?.oneClick).toBe(false);
	expect(read("<https://news.example/u>")?.oneClick).toBe(false);
	expect(read("<https://news.example/u>", " list-unsubscribe = one-click ")?.oneClick).toBe(true);
	expect(read("", POST)).toBe(null);
});

test("tolerates common sender mistakes", () => {
	expect(read("=?utf-8?Q?=3Cmailto=3Aleave=40news=2Eexample=3E?=")?.mailtos).toEqual(["mailto:leave@news.example"]);
	expect(read("<mailto:=?utf-8?Q?leave=40news.example?=>")?.mailtos).toEqual(["mailto:leave@news.example"]);
	expect(read("</unsubscribe/123>")).toBe(null);
	expect(read("<www.news.example/u>")).toBe(null);
	expect(read("https://news.example/u, mailto:leave@news.example")).toMatchObject({
		urls: ["https://news.example/u"],
		mailtos: ["mailto:leave@news.example"],
	});
	expect(read("leave@news.example")?.mailtos).toEqual(["mailto:leave@news.example"]);
	expect(read("<https://news.example/\r\n u>")?.urls).toEqual(["https://news.example/u"]);
	expect(read("<javascript:alert(1)>, <ftp://news.example/x>, <https://>")).toBe(null);
	expect(read("", undefined, "Plain list")?.listId).toBe("plain list");
});

test("reads a hostile header to the end", () => {
	// Anything but linear time would take minutes, and a server may have many of them.
	const hostile = ["a@", "<", "(", "mailto:?to"].map((start) => `${start}${".".repeat(19_000)}:`);
	for (let round = 0; round < 200; round++) for (const header of hostile) expect(read(header)).toBe(null);
});
