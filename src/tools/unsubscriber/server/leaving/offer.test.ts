import { expect, test } from "vitest";
import { parseHeaderBlock } from "#shared/mail/headers.ts";
import { readOffer } from "./offer.ts";
import { expectedWay, waysOf } from "./ways.ts";

const read = (lines: string[], links: string[] = []) => readOffer(parseHeaderBlock(lines.join("\r\n")).fields, links);
const POST = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
const HTTPS = "List-Unsubscribe: <https://news.test/u?a=1>";
const BOTH = "List-Unsubscribe: <mailto:leave@news.test?subject=out>,\r\n <https://news.test/u?a=1>";

test("one click takes both headers, once each, and an https address", () => {
	expect(read([BOTH, POST])).toMatchObject({ oneClick: "https://news.test/u?a=1", letter: { subject: "out" } });
	expect(read([HTTPS, "list-unsubscribe-post:   LIST-UNSUBSCRIBE=One-click  "]).oneClick).not.toBe(null);
	for (const [lines, why] of [
		[[HTTPS], "no-post-header"],
		[[POST], "post-without-https"],
		[["List-Unsubscribe: <http://news.test/u>", POST], "post-without-https"],
		[["List-Unsubscribe: <mailto:leave@news.test>", POST], "post-without-https"],
		[["List-Unsubscribe: <news.test/u>", POST], "post-without-https"],
		[[HTTPS, "List-Unsubscribe-Post: One-Click"], "post-header-unknown"],
		[[HTTPS, "List-Unsubscribe-Post: List-Unsubscribe = One-Click"], "post-header-unknown"],
		[[HTTPS, "List-Unsubscribe-Post: List-Unsubscribe=One-Click; x=y"], "post-header-unknown"],
		[[HTTPS, "List-Unsubscribe: <https://evil.test/>", POST], "repeated-header"],
		[[HTTPS, POST, POST], "repeated-header"],
	] as const)
		expect([lines, read([...lines])]).toMatchObject([lines, { oneClick: null, whyNotOneClick: why }]);
});

/** Method, address and by whom, in the order in which they are tried. */
const waysFor = (lines: string[], more: { links?: string[]; canSend?: boolean; unsigned?: "no-dkim" } = {}) => {
	const offer = read(lines, more.links);
	const whyNotOneClick = offer.oneClick === null ? offer.whyNotOneClick : (more.unsigned ?? null);
	const ways = waysOf(offer, { whyNotOneClick, canSend: more.canSend ?? true });
	return ways.map(({ method, address, by, reason }) => [method, address, by, reason].join(" "));
};

test("ways are tried in the order one click, mail, page", () => {
	const click = "one-click https://news.test/u?a=1 mailstead ";
	const mail = "mailto leave@news.test mailstead ";
	expect(waysFor([BOTH, POST])).toEqual([click, mail, "web https://news.test/u?a=1 person page-only"]);
	expect(waysFor([BOTH])).toEqual([mail, "web https://news.test/u?a=1 person page-only"]);
	expect(waysFor([BOTH, POST], { unsigned: "no-dkim" })).toEqual([mail, "web https://news.test/u?a=1 person no-dkim"]);
	expect(waysFor([HTTPS, POST], { unsigned: "no-dkim" })).toEqual(["web https://news.test/u?a=1 person no-dkim"]);
	expect(waysFor([HTTPS])).toEqual(["web https://news.test/u?a=1 person page-only"]);
});

test("where mail cannot be sent, the person is told the page or the address", () => {
	const canSend = false;
	expect(waysFor([BOTH], { canSend })).toEqual(["web https://news.test/u?a=1 person cannot-send"]);
	expect(waysFor(["List-Unsubscribe: <mailto:leave@news.test>"], { canSend })).toEqual([
		"mailto leave@news.test person cannot-send",
	]);
});

test("what leads nowhere says why", () => {
	expect(waysFor([])).toEqual(["none  nobody no-way"]);
	expect(waysFor(["List-Unsubscribe: <news.test/leave>"])).toEqual(["none  nobody no-scheme"]);
	expect(waysFor(["List-Unsubscribe: </leave?u=1>", POST])).toEqual(["none  nobody post-without-https"]);
	expect(waysFor(["List-Unsubscribe: <mailto:leave>"])).toEqual(["none  nobody no-scheme"]);
	expect(waysFor(["List-Unsubscribe: <mailto:a b@c@d>"])).toEqual(["none  nobody bad-mailto"]);
	expect(waysFor([POST])).toEqual(["none  nobody post-without-https"]);
	expect(waysFor([], { links: ["https://news.test/leave"] })).toEqual([
		"web https://news.test/leave person link-in-text",
	]);
});

test("what is stored of a message tells the same, save for the signature", () => {
	const stored = { urls: ["http://news.test/a", "https://news.test/u"], mailtos: ["mailto:x@news.test"], links: [] };
	const expected = (oneClick: boolean, canSend: boolean) => {
		const { method, address } = expectedWay({ ...stored, oneClick, listId: null }, canSend);
		return `${method} ${address}`;
	};
	expect(expected(true, true)).toBe("one-click https://news.test/u");
	expect(expected(false, true)).toBe("mailto x@news.test");
	expect(expected(false, false)).toBe("web https://news.test/u");
	expect(expectedWay(null, true)).toMatchObject({ method: "none", address: null });
});
