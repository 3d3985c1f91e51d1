import { expect, test } from "vitest";
import { parseHeaderBlock } from "#shared/mail/headers.ts";
import type { ListUnsubscribe } from "#shared/mail/message.ts";
import type { Reason } from "../attempts/reasons.ts";
import { expectedMethod, methodsOf } from "../methods/methods.ts";
import { readOffer } from "../methods/read-headers.ts";

const read = (lines: string[], links: string[] = []) => readOffer(parseHeaderBlock(lines.join("\r\n")).fields, links);
const POST = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
const HTTPS = "List-Unsubscribe: <https://news.test/u?a=1>";
const BOTH = "List-Unsubscribe: <mailto:leave@news.test?subject=out>,\r\n <https://news.test/u?a=1>";

test("one click requires both headers exactly once, and an https URL", () => {
	expect(read([BOTH, POST])).toMatchObject({ oneClick: "https://news.test/u?a=1", message: { subject: "out" } });
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
		expect([lines, read([...lines])]).toMatchObject([lines, { oneClick: null, oneClickReason: why }]);
});

/** Method, target and actor, in the order in which they are tried. */
const methodsFor = (lines: string[], more: { links?: string[]; canSend?: boolean; unsigned?: "no-dkim" } = {}) => {
	const offer = read(lines, more.links);
	const oneClickReason = offer.oneClick === null ? offer.oneClickReason : (more.unsigned ?? null);
	const methods = methodsOf(offer, { oneClickReason, canSend: more.canSend ?? true });
	return methods.map(({ method, address, by, reason }) => [method, address, by, reason].join(" "));
};

test("methods are tried in the order one click, email, page", () => {
	const click = "one_click https://news.test/u?a=1 mailstead ";
	const mail = "mailto leave@news.test mailstead ";
	expect(methodsFor([BOTH, POST])).toEqual([click, mail, "web https://news.test/u?a=1 user page-only"]);
	expect(methodsFor([BOTH])).toEqual([mail, "web https://news.test/u?a=1 user page-only"]);
	expect(methodsFor([BOTH, POST], { unsigned: "no-dkim" })).toEqual([mail, "web https://news.test/u?a=1 user no-dkim"]);
	expect(methodsFor([HTTPS, POST], { unsigned: "no-dkim" })).toEqual(["web https://news.test/u?a=1 user no-dkim"]);
	expect(methodsFor([HTTPS])).toEqual(["web https://news.test/u?a=1 user page-only"]);
});

test("where mail cannot be sent, the user gets the page or the address", () => {
	const canSend = false;
	expect(methodsFor([BOTH], { canSend })).toEqual(["web https://news.test/u?a=1 user cannot-send"]);
	expect(methodsFor(["List-Unsubscribe: <mailto:leave@news.test>"], { canSend })).toEqual([
		"mailto leave@news.test user cannot-send",
	]);
});

test("unusable methods have a reason", () => {
	expect(methodsFor([])).toEqual(["none  nobody no-method"]);
	expect(methodsFor(["List-Unsubscribe: <news.test/leave>"])).toEqual(["none  nobody no-scheme"]);
	expect(methodsFor(["List-Unsubscribe: </leave?u=1>", POST])).toEqual(["none  nobody post-without-https"]);
	expect(methodsFor(["List-Unsubscribe: <mailto:leave>"])).toEqual(["none  nobody no-scheme"]);
	expect(methodsFor(["List-Unsubscribe: <mailto:a b@c@d>"])).toEqual(["none  nobody bad-mailto"]);
	expect(methodsFor([POST])).toEqual(["none  nobody post-without-https"]);
	expect(methodsFor([], { links: ["https://news.test/leave"] })).toEqual([
		"web https://news.test/leave user link-in-text",
	]);
});

test("stored header data gives the same methods, except for the key of the signature", () => {
	const stored = { urls: ["http://news.test/a", "https://news.test/u"], mailtos: ["mailto:x@news.test"], links: [] };
	const covered = { ...stored, oneClick: true, oneClickCheck: "covered", listId: null } as const;
	const expected = (given: Partial<ListUnsubscribe>, canSend = true, problem: Reason | null = null) => {
		const { method, address } = expectedMethod({ ...covered, ...given }, canSend, problem);
		return `${method} ${address}`;
	};
	const mail = "mailto x@news.test";
	const page = "web https://news.test/u";
	expect(expected({})).toBe("one_click https://news.test/u");
	expect([expected({ oneClick: false }), expected({ oneClick: false }, false)]).toEqual([mail, page]);
	// Announced, but not verified: what will really happen is another method, with the reason.
	for (const oneClickCheck of ["unsigned", "not_covered", "repeated", "malformed", undefined] as const)
		expect([expected({ oneClickCheck }), expected({ oneClickCheck }, false)]).toEqual([mail, page]);
	expect(expected({}, false, "dkim-no-key")).toBe(page);
	expect(expectedMethod({ ...covered, oneClickCheck: "unsigned" }, true).explanation).toContain("not signed");
	expect(expectedMethod(covered, false, "dkim-no-key").explanation).toContain("no longer published");
	expect(expectedMethod(null, true)).toMatchObject({ method: "none", address: null });
});
