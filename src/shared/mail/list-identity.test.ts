import { expect, test } from "vitest";
import { type ListFacts, listKeyOf, listNameOf } from "./list-identity.ts";

const OFFER = { urls: [], mailtos: [], links: [], oneClick: false, listId: null };

const facts = (given: Partial<ListFacts>): ListFacts => ({
	headers: {},
	listUnsubscribe: null,
	senderEmail: "ann@example.org",
	senderName: "Ann",
	subject: "Hello",
	isReply: false,
	...given,
});
const ofId = (listId: string, senderEmail = "news@brand.example") =>
	listKeyOf(facts({ listUnsubscribe: { ...OFFER, listId }, senderEmail }));
const ofSender = (senderEmail: string) => listKeyOf(facts({ headers: { precedence: "bulk" }, senderEmail }));

test("personal mail belongs to no list", () => {
	expect(listKeyOf(facts({}))).toBe("");
	const absent = { precedence: "bulk", "auto-submitted": "auto-replied" };
	expect(listKeyOf(facts({ headers: absent }))).toBe("");
	expect(listKeyOf(facts({ headers: { precedence: "junk", "return-path": "<>" } }))).toBe("");
	const quoted = { ...OFFER, links: ["https://news.example/leave"] };
	expect(listKeyOf(facts({ listUnsubscribe: quoted, isReply: true }))).toBe("");
	for (const subject of ["Fwd: Sale", "WG: Angebot", "RE[2]: x", "转发：促销"])
		expect(listKeyOf(facts({ listUnsubscribe: quoted, subject }))).toBe("");
});

test("any sign of bulk mail makes a list of its sender", () => {
	const from = "from:ann@example.org";
	for (const [name, value] of Object.entries({ precedence: "list", "x-campaign": "7" }))
		expect(listKeyOf(facts({ headers: { [name]: value } }))).toBe(from);
	expect(listKeyOf(facts({ listUnsubscribe: { ...OFFER, mailtos: ["mailto:leave@example.org"] } }))).toBe(from);
	expect(listKeyOf(facts({ listUnsubscribe: { ...OFFER, links: ["https://example.org/leave"] } }))).toBe(from);
	// Replies on a list still belong to the list.
	expect(listKeyOf(facts({ headers: { precedence: "list" }, isReply: true }))).toBe(from);
});

test("a list whose From has no readable address is known by where one unsubscribes", () => {
	const keyOf = (offer: Partial<typeof OFFER>, headers: ListFacts["headers"] = {}) =>
		listKeyOf(facts({ listUnsubscribe: { ...OFFER, ...offer }, senderEmail: "", headers, senderName: "Birds Weekly" }));
	expect(keyOf({ mailtos: ["mailto:leave@birds.example?subject=x"] as never[] })).toBe("from:leave@birds.example");
	expect(keyOf({ urls: ["https://news.birds.example/u/81"] as never[] })).toBe("from:birds.example");
	expect(keyOf({ links: ["https://birds.example/leave"] as never[] })).toBe("from:birds.example");
	const bulk = { precedence: "bulk" };
	expect(keyOf({}, { ...bulk, "return-path": "<bounce-7-ann=vale.example@birds.example>" })).toBe("from:birds.example");
	expect(keyOf({}, bulk)).toBe("");
	const nameless = { ...OFFER, urls: ["https://birds.example/leave"] };
	expect(listNameOf(facts({ listUnsubscribe: nameless, senderEmail: "", senderName: "" }))).toBe("birds.example");
	expect(listKeyOf(facts({ senderEmail: "" }))).toBe("");
});

test("a Feedback-ID alone is no list: security alerts have one", () => {
	for (const name of ["feedback-id", "x-feedback-id"])
		expect(listKeyOf(facts({ headers: { [name]: "a:b:alerts:brand", "auto-submitted": "auto-generated" } }))).toBe("");
});

test("an empty return path hides no list that the header names", () => {
	const empty = { "return-path": "<>" };
	const from = "from:ann@example.org";
	const offer = { ...OFFER, urls: ["https://example.org/leave"] };
	expect(listKeyOf(facts({ headers: empty, listUnsubscribe: offer }))).toBe(from);
	expect(listKeyOf(facts({ headers: empty, listUnsubscribe: { ...OFFER, listId: "birds.lists.example" } }))).toBe(
		"list:birds.lists.example",
	);
	for (const precedence of ["list", "bulk"]) expect(listKeyOf(facts({ headers: { ...empty, precedence } }))).toBe(from);
	expect(listKeyOf(facts({ headers: { ...empty, "list-post": "<mailto:birds@lists.example>" } }))).toBe(
		"list:birds.lists.example",
	);
	// Out-of-office replies and bounces declare bulk precedence, too.
	expect(listKeyOf(facts({ headers: { ...empty, precedence: "bulk" }, isReply: true }))).toBe("");
	const daemon = { headers: { ...empty, precedence: "bulk" }, senderEmail: "mailer-daemon@example.org" };
	expect(listKeyOf(facts(daemon))).toBe("");
	expect(listKeyOf(facts({ headers: empty }))).toBe("");
});

test("a valid List-Id is the list, no matter the sender", () => {
	expect(ofId("usrp-users.lists.ettus.com", "bo@example.org")).toBe("list:usrp-users.lists.ettus.com");
	expect(ofId("python-3000.python.org")).toBe("list:python-3000.python.org");
	expect(ofId("ubuntu-22.04.list.example")).toBe("list:ubuntu-22.04.list.example");
});

test("a list without List-Id is identified by its posting or unsubscribe address", () => {
	const people = ["ann@example.org", "bo@example.com"];
	const ways: Partial<ListFacts>[] = [
		{ headers: { "list-post": "<mailto:Birds@lists.example?subject=x>" } },
		{ headers: { "x-mailing-list": "<birds@lists.example> archive/latest/7" } },
		{ headers: { "delivered-to": "mailing list birds@lists.example", precedence: "bulk" } },
		{ listUnsubscribe: { ...OFFER, mailtos: ["mailto:birds-unsubscribe@lists.example"] } },
		{ listUnsubscribe: { ...OFFER, mailtos: ["mailto:birds-leave-ann=example.org@lists.example?subject=x"] } },
	];
	for (const way of ways)
		for (const senderEmail of people)
			expect(listKeyOf(facts({ ...way, senderEmail }))).toBe("list:birds.lists.example");
	const never = { "list-post": "NO", precedence: "bulk" };
	expect(listKeyOf(facts({ headers: never }))).toBe("from:ann@example.org");
});

test("per-message and per-recipient ids do not split a list", () => {
	const pairs = [
		["1234567.campaign.brand.example", "7654321.campaign.brand.example"],
		["20261104.abcdef0123456789.news.brand.example", "20261105.fedcba9876543210.news.brand.example"],
		[
			"news-6f1f0a52-0d0e-4a3b-9a43-d6b4bcb32f1c.brand.example",
			"news-0b5b1a52-7c1e-4f0b-8a11-00b4bcb32f00.brand.example",
		],
		["x7k2m9q4w8z1.brand.example", "p3n8v5t1r6y2.brand.example"],
		["news+ann@brand.example", "news+bo@brand.example"],
	];
	for (const [one = "", other = ""] of pairs) {
		expect(ofId(one)).toBe(ofId(other));
		expect(ofId(one)).toMatch(/^list:/);
	}
	// Nothing of it is left: the sender is the list.
	expect(ofId("abcdef0123456789")).toBe("");
});

test("keeps lists of different senders at one email service provider apart", () => {
	const shared = "spc.222165.2.sparkpostmail.com";
	expect(ofId(shared, "news@one.example")).not.toBe(ofId(shared, "news@two.example"));
	expect(ofId("newsletter", "a@one.example")).not.toBe(ofId("newsletter", "a@two.example"));
	expect(ofId("newsletter", "a@one.example")).toBe(ofId("newsletter", "b@one.example"));
	// Messages of the same sender without the field belong to it.
	expect(ofId(shared, "news@one.example")).toBe(ofSender("news@one.example"));
	const chimp = (list: number) => ofId(`fb2b8c6bc1eec5a5bb0a9d87e.${list}.list-id.mcsv.net`);
	expect(chimp(123457)).not.toBe(chimp(123461));
});

test("treats per-message addresses as one sender", () => {
	const same = [
		["news@brand.example", "news+a7@brand.example"],
		["bounce@brand.example", "bounce-ann=example.org@brand.example"],
		["noreply@brand.example", "noreply-8f3a92c1d0@brand.example"],
		["online#3.19578.34-ug9rr.1@brand.example", "online#3.19801.5a-sw-tgr.1@brand.example"],
		["2.20290.44-t9bsgc.1@brand.example", "2.20367.04-dn9zgu.2@brand.example"],
		["noreply@brand.example", "NoReply@em4711.brand.example"],
		["a81f3c9e22d7@brand.example", "77b0c3d9e1f2@bounces.brand.example"],
		["hello@brand.example", "hello@newsletter.brand.example"],
		["hello@brand.co.uk", "hello@e.brand.co.uk"],
	];
	for (const [one = "", other = ""] of same) expect(ofSender(other)).toBe(ofSender(one));
	const apart = [
		["news@brand.example", "sales@brand.example"],
		["news@shop.brand.example", "news@blog.brand.example"],
		["10086@139.example", "10010@139.example"],
		["hello@news.com.au", "hello@mail.com.au"],
		["hello@mail.org", "hello@news.org"],
	];
	for (const [one = "", other = ""] of apart) expect(ofSender(other)).not.toBe(ofSender(one));
	expect(ofSender("")).toBe("");
});

test("uses the name that users know it by", () => {
	const name = (written: string, given: Partial<ListFacts> = {}) => {
		const listId = /<(.*)>/.exec(written)?.[1] ?? null;
		const headers = { "list-id": written, ...given.headers };
		return listNameOf(facts({ ...given, listUnsubscribe: { ...OFFER, listId }, headers }));
	};
	expect(name('"Weekly, and more" <weekly.brand.example>')).toBe("Weekly, and more");
	expect(name("<weekly.brand.example>")).toBe("Ann");
	expect(name("fb2b8c6bc1eec5a5bb0a9d87emc list <fb2b8c6bc1eec5a5bb0a9d87e.1.list-id.mcsv.net>")).toBe("Ann");
	expect(
		name("<usrp-users.lists.ettus.com>", { headers: { "list-post": "<mailto:usrp-users@lists.ettus.com>" } }),
	).toBe("usrp-users");
	expect(listNameOf(facts({ senderName: "" }))).toBe("ann@example.org");
});

test("reads hostile headers to the end", () => {
	// Anything but linear time would take minutes.
	const blanks = " ".repeat(4_000);
	for (const written of [blanks, `${blanks}"`, `"${blanks}x`])
		expect(listNameOf(facts({ headers: { "list-id": written } }))).toBe("Ann");
	const mailtos = Array.from({ length: 200 }, (_, n) => `mailto:${"a".repeat(19_000)}${n}@brand.example`);
	expect(listKeyOf(facts({ listUnsubscribe: { ...OFFER, mailtos } }))).toMatch(/^from:/);
});
