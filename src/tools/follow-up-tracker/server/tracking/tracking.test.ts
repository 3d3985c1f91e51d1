import { expect, it } from "vitest";
import { htmlOf } from "../formatted.ts";
import { isMachine } from "./machine.ts";
import { hasTrackableLink, trackedHtml } from "./tracked-html.ts";

const clickLink = (index: number) => `https://mail.example/links/${index}`;
const openLink = "https://mail.example/opens/x";
const except = "https://mail.example/unsubscribe/x";

it("replaces links under words, except the one to unsubscribe, and keeps everything else", () => {
	const first = '<div>See <a href="https://ink.example/a?b=1&amp;c=2"><strong>our</strong> offer</a> &lt;b&gt;';
	const second = `<a href="https://ink.example/d">Prices</a> <a href="${except}">Unsubscribe</a></div>`;
	const { html, links } = trackedHtml(`${first}${second}`, { clickLink, openLink, except });
	expect(links).toEqual(["https://ink.example/a?b=1&c=2", "https://ink.example/d"]);
	expect(html).toContain('<a href="https://mail.example/links/0"><strong>our</strong> offer</a> &lt;b&gt;');
	expect(html).toContain('<a href="https://mail.example/links/1">Prices</a>');
	expect(html).toContain(`<a href="${except}">`);
	expect(html).toContain(`<img src="${openLink}"`);
});

it.each([
	...["https://ink.example/a", "ink.example", "www.ink.example/a?b", "(http://ink.example)", "See ink.example/prices"],
	...["https:&#47;&#47;ink.example", "ada@ink.example", "<em>ink</em>.example", "", " ", "→"],
])("keeps a link whose words are an address, or none: %s", (words) => {
	const html = `<div><a href="https://ink.example/a">${words}</a></div>`;
	expect(trackedHtml(html, { clickLink, openLink: null, except })).toEqual({ html, links: [] });
	expect(hasTrackableLink(html)).toBe(false);
});

it("keeps the links of plain text, which show their addresses", () => {
	const { html, links } = trackedHtml(htmlOf("See https://ink.example/a."), { clickLink, openLink: null, except });
	expect([html, links]).toEqual([htmlOf("See https://ink.example/a."), []]);
});

it("knows whether a message has a link to track before its fields have values", () => {
	expect(hasTrackableLink('<a href="{{site}}">Your page</a>')).toBe(true);
	expect(hasTrackableLink('<a href="mailto:ada@ink.example">Write to us</a>')).toBe(false);
	expect(hasTrackableLink(null)).toBe(false);
});

it("keeps links and shows no picture where nothing is tracked", () => {
	const { html, links } = trackedHtml(htmlOf("https://ink.example/a"), { clickLink: null, openLink: null, except });
	expect([html, links]).toEqual(['<div><a href="https://ink.example/a">https://ink.example/a</a></div>', []]);
});

const person = {
	...{ kind: "opened" as const, method: "GET", purpose: "", ageMs: 600_000, isSender: false },
	userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
};

it("takes people for people, and Gmail's picture proxy, which loads when a message is opened", () => {
	expect(isMachine(person)).toBe(false);
	const proxy = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";
	expect(isMachine({ ...person, userAgent: proxy })).toBe(false);
});

it("takes pictures that Outlook loads for an open by a person, but not its check of a link", () => {
	const userAgent = "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)";
	expect(isMachine({ ...person, userAgent })).toBe(false);
	expect(isMachine({ ...person, kind: "clicked", userAgent })).toBe(true);
});

it.each([
	["a scanner", { userAgent: "Mozilla/5.0 (compatible; Barracuda Sentinel)" }],
	["a bot", { userAgent: "Mozilla/5.0 (compatible; bingbot/2.0)" }],
	["Apple's prefetching", { userAgent: "Mozilla/5.0" }],
	["a program without a name", { userAgent: "" }],
	["a prefetch", { purpose: "prefetch;prerender" }],
	["a check of the link", { method: "HEAD" }],
	["a gateway right after delivery", { ageMs: 900 }],
	["the sender", { isSender: true }],
])("recognizes %s", (_, part) => {
	expect(isMachine({ ...person, ...part })).toBe(true);
});
