import { describe, expect, test } from "vitest";
import { parseMessage } from "./parse-message.ts";
import { unsubscribeLinksInHtml, unsubscribeLinksInText } from "./unsubscribe-links.ts";

const OUT = "https://click.example/f/a/x7k2?m=1";
const page = (footer: string) =>
	`<p>Hello <a href="https://shop.example/sale">See the sale</a></p><div>${footer}</div><a href="https://shop.example/">Shop</a>`;

test.each([
	["en", "Unsubscribe"],
	["en", "Click here to opt-out"],
	["de", "Newsletter abbestellen"],
	["de", "Hier abmelden"],
	["fr", "Se d&eacute;sabonner"],
	["fr", "Se désinscrire"],
	["es", "Darse de baja"],
	["es", "Cancelar la suscripción"],
	["it", "Annulla l’iscrizione"],
	["it", "Disiscriviti"],
	["pt", "Cancelar inscrição"],
	["pt", "Descadastrar-se"],
	["nl", "Uitschrijven"],
	["nl", "Afmelden voor deze nieuwsbrief"],
	["sv", "Avregistrera dig"],
	["sv", "Avsluta prenumerationen"],
	["da", "Afmeld nyhedsbrev"],
	["nb", "Meld deg av"],
	["fi", "Peruuta tilaus"],
	["fi", "Peru uutiskirje"],
	["pl", "Wypisz się z newslettera"],
	["pl", "Anuluj subskrypcję"],
	["cs", "Odhlásit se z odběru"],
	["cs", "Zrušit odběr"],
	["ru", "Отписаться от рассылки"],
	["ru", "ОТПИСКА"],
	["uk", "Відписатися"],
	["tr", "Abonelikten çık"],
	["ja", "配信停止はこちら"],
	["ja", "メルマガの解除"],
	["zh", "退订"],
	["zh", "取消訂閱"],
	["ko", "수신거부"],
	["ko", "구독을 취소"],
	["hu", "Leiratkozás"],
	["ro", "Dezabonare"],
	["he", "להסרה מרשימת התפוצה"],
])("%s: %s", (_, words) => {
	expect(unsubscribeLinksInHtml(page(`<a class="x" href="${OUT}" target=_blank><span>${words}</span></a>`))).toEqual([
		OUT,
	]);
});

describe("unsubscribe links", () => {
	test("are recognized by the words right next to a link", () => {
		expect(
			unsubscribeLinksInHtml(page(`You no longer wish to receive these? <a href='${OUT}'>Click here</a>.`)),
		).toEqual([OUT]);
		expect(
			unsubscribeLinksInHtml(page(`<A HREF=${OUT}>Klicken Sie hier</A>, um sich vom Newsletter abzumelden.`)),
		).toEqual([OUT]);
		expect(unsubscribeLinksInHtml(page(`退会をご希望の方は<a href="${OUT}">こちら</a>`))).toEqual([OUT]);
		expect(unsubscribeLinksInHtml(page(`<a href="${OUT}"><img src="x.png" alt="Unsubscribe"></a>`))).toEqual([OUT]);
	});

	test("are recognized by their address", () => {
		const address = "http://fred.example/forms/page_unsubscribes/288?e=7&x=1";
		expect(unsubscribeLinksInHtml(page(`<a href="${address.replace("&", "&amp;")}">here</a>`))).toEqual([address]);
		// The host is the sender's name and shows nothing.
		expect(unsubscribeLinksInHtml(page(`<a href="https://unsubscribe.example/pricing">Our prices</a>`))).toEqual([]);
	});

	test("come before preference pages", () => {
		const choose = "https://click.example/p";
		const both = `<a href="${choose}">Manage your email preferences</a> | <a href="${OUT}">Unsubscribe</a>`;
		expect(unsubscribeLinksInHtml(page(both))).toEqual([OUT, choose]);
		expect(unsubscribeLinksInHtml(page(`<a href="${choose}">Gérer vos préférences</a>`))).toEqual([choose]);
	});

	test("exclude words of another link or paragraph, other schemes, and quoted mail", () => {
		expect(
			unsubscribeLinksInHtml(page(`Unsubscribe by letter.</div><div><a href="https://x.example/map">Map</a>`)),
		).toEqual([]);
		const other = `<a href="mailto:leave@x.example">Unsubscribe</a> | <a href="https://x.example/web">View online</a>`;
		expect(unsubscribeLinksInHtml(page(other))).toEqual([]);
		expect(unsubscribeLinksInHtml(page(`<a href="#top">Unsubscribe</a> <a href="/leave">Unsubscribe</a>`))).toEqual([]);
		const link = `<a href="${OUT}">Unsubscribe</a>`;
		expect(unsubscribeLinksInHtml(page(`<p>See below</p><div class="gmail_quote">${link}</div>`))).toEqual([]);
		expect(unsubscribeLinksInHtml(page(`<blockquote type="cite">${link}</blockquote>`))).toEqual([]);
		expect(unsubscribeLinksInText(`Look at this\n> Unsubscribe: ${OUT}\n`)).toEqual([]);
	});

	test("are listed once, at most five", () => {
		const link = (n: number) => `<a href="${OUT}${n}">Unsubscribe</a>`;
		expect(unsubscribeLinksInHtml(page(link(1) + link(1)))).toEqual([`${OUT}1`]);
		expect(unsubscribeLinksInHtml(page(Array.from({ length: 9 }, (_, n) => link(n)).join("")))).toHaveLength(5);
	});

	test("are found in plain text", () => {
		expect(unsubscribeLinksInText(`News\n\nTo unsubscribe from this list, visit\n<${OUT}>.\n`)).toEqual([OUT]);
		expect(unsubscribeLinksInText(`Read: https://x.example/a\n\nDésabonnement : ${OUT}\n`)).toEqual([OUT]);
		expect(unsubscribeLinksInText("Unsubscribe by answering.\n\nhttps://x.example/a\n")).toEqual([]);
	});

	test("are searched for in a message whose header offers none", async () => {
		const html = `Content-Type: text/html\r\n\r\n${page(`<a href="${OUT}">Unsubscribe</a>`)}`;
		const offer = async (header: string) => (await parseMessage(Buffer.from(header + html))).listUnsubscribe;
		const none = { urls: [], mailtos: [], oneClick: false, listId: null };
		expect(await offer("")).toEqual({ ...none, links: [OUT] });
		// A header that cannot be parsed counts as none (RFC 2369 §3.2).
		expect(await offer("List-Unsubscribe: </leave/7>\r\n")).toEqual({ ...none, links: [OUT] });
		expect(await offer("List-Id: <a.example>\r\n")).toEqual({ ...none, listId: "a.example", links: [OUT] });
		const mailto = "mailto:leave@a.example";
		expect(await offer(`List-Unsubscribe: <${mailto}>\r\n`)).toEqual({ ...none, mailtos: [mailto], links: [] });
		const message = await parseMessage(Buffer.from(`Content-Type: text/html\r\n\r\n${page("")}`));
		expect(message.listUnsubscribe).toBeNull();
	});
});

test.each([
	["links without end", "<a href=x".repeat(200_000)],
	["links that never close", '<a href="https://x.example/unsubscribe">'.repeat(50_000)],
	["an open quote", `<a href="${"x".repeat(1_000_000)}`],
	["open brackets", "<".repeat(1_000_000)],
	["addresses", "https://x.example/ ".repeat(50_000)],
	["a row of brackets behind an address", `https://x.example/${")".repeat(1_000_000)}x`],
	["blanks", `<a href="https://x.example/a">${" ".repeat(1_000_000)}</a>`],
])("parses %s in linear time", (_, hostile) => {
	// Anything slower than linear would take minutes.
	for (const read of [unsubscribeLinksInHtml, unsubscribeLinksInText])
		expect(read(hostile).length).toBeLessThanOrEqual(5);
});
