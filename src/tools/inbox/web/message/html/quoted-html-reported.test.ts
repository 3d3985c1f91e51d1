import { describe, expect, test } from "vitest";
import { htmlBody, visibleText } from "../../../../../../fixtures/html-document.ts";
import { foldQuoted } from "./quoted-html.ts";

const OWN = "Own words.";
const MORE = "More of them.";
const QUOTE = "Shall we meet?";
const ATTRIBUTION =
	'On Mon, Jan 4, 2021 at 10:00 AM Bob &lt;<a href="mailto:bob@example.org">bob@example.org</a>&gt; wrote:';
const GMAIL_ATTRIBUTION = `<div dir="ltr" class="gmail_attr">${ATTRIBUTION}<br></div>`;
const gmailQuote = (text: string) =>
	`<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${text}</blockquote>`;
const gmail = (html: string) => `<div dir="ltr"><div class="gmail_quote gmail_quote_container">${html}</div></div>`;
const FOOTER =
	"_______________________________________________<br>Garden mailing list -- garden@lists.example.org<br>To unsubscribe send an email to garden-leave@lists.example.org";

/** What is visible of a message when its quotes are folded. */
function visible(html: string): string {
	const body = htmlBody(html);
	foldQuoted(body);
	return visibleText(body);
}

describe("kind A.7: the sender's own words in HTML are not hidden", () => {
	test.each([
		[
			"below the quote, in Gmail",
			gmail(`${GMAIL_ATTRIBUTION}${gmailQuote(QUOTE)}<div><br></div><div>${OWN}</div>`),
			OWN,
		],
		["between the attribution and the quote", gmail(`${GMAIL_ATTRIBUTION}<div>${OWN}</div>${gmailQuote(QUOTE)}`), OWN],
		[
			"in the container, above the attribution",
			gmail(`<div>${OWN}</div>${GMAIL_ATTRIBUTION}${gmailQuote(QUOTE)}`),
			OWN,
		],
		["in a container without a quote", gmail(`<div>${OWN}</div><div>${MORE}</div>`), `${OWN} ${MORE}`],
		[
			"in nested containers",
			gmail(
				`<div class="gmail_quote">${GMAIL_ATTRIBUTION}${gmailQuote(QUOTE)}<div>${OWN}</div></div><div>${MORE}</div>`,
			),
			`${OWN} ${MORE}`,
		],
		[
			"as text of the container itself",
			gmail(`${GMAIL_ATTRIBUTION}${gmailQuote(QUOTE)}${OWN}<br>${MORE}`),
			`${OWN} ${MORE}`,
		],
		[
			"in Proton",
			`<div class="protonmail_quote">${ATTRIBUTION}<br><blockquote class="protonmail_quote" type="cite">${QUOTE}</blockquote><div>${OWN}</div></div>`,
			OWN,
		],
		[
			"in Zoho",
			`<div class="zmail_extra"><div>---- On Mon, 04 Jan 2021 10:00:00 +0100 <b>Bob &lt;bob@example.org&gt;</b> wrote ----</div><blockquote><div>${QUOTE}</div></blockquote><div>${OWN}</div></div>`,
			OWN,
		],
		[
			"in Spark",
			`<div name="messageReplySection">${ATTRIBUTION}<br><blockquote type="cite">${QUOTE}</blockquote>${OWN}</div>`,
			OWN,
		],
		[
			"above a list's footer",
			`<div>${OWN}</div>${GMAIL_ATTRIBUTION}${gmailQuote(QUOTE)}<div>${FOOTER}</div>`,
			`${OWN} `,
		],
		["in front of the attribution", `<div>${OWN} ${ATTRIBUTION}</div>${gmailQuote(QUOTE)}`, `${OWN} `],
		[
			"indented by Gmail",
			`<div>Look:</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>${OWN}</div></blockquote>`,
			`Look: ${OWN}`,
		],
		[
			"in front of a quotation, with a time",
			`<p>Let's meet at 10:30, for this is what he asked:</p><blockquote><p>${QUOTE}</p></blockquote>`,
			"Let's meet at 10:30, for this is what he asked:",
		],
		[
			"in lower case between quotes",
			`<blockquote type="cite">Could you tell me on which of these days of the next week we meet, please</blockquote><div>on tuesday</div><blockquote type="cite">${QUOTE}</blockquote>`,
			"on tuesday",
		],
		[
			"in the element of the attribution",
			`<div class="moz-cite-prefix">${OWN}</div><div class="moz-cite-prefix">${ATTRIBUTION}</div><blockquote type="cite">${QUOTE}</blockquote>`,
			OWN,
		],
		[
			"in the element of the signature",
			`<div class="gmail_signature"><div>I think that this is ${OWN}</div><div>${MORE}</div><div>Ann</div></div>${GMAIL_ATTRIBUTION}${gmailQuote(QUOTE)}`,
			`${OWN} ${MORE}`,
		],
		[
			"below the signature",
			`<div id="Signature"><div>Ann Lee</div><div>Lee &amp; Co</div><div>+1 555 0100</div><div>PS: ${OWN}</div></div>${GMAIL_ATTRIBUTION}${gmailQuote(QUOTE)}`,
			OWN,
		],
		[
			"below where Outlook would append a message",
			`<div>${OWN}</div><div id="appendonsend"></div><div>${MORE}</div>`,
			`${OWN} ${MORE}`,
		],
	])("%s", (_, html, own) => {
		const shown = visible(`<div>Hello Bob.</div>${html}`);
		for (const words of own.trim().split(/(?<=\.) /)) expect(shown).toContain(words);
	});

	test.each([
		[
			"between the lines of a quote",
			gmail(
				`${GMAIL_ATTRIBUTION}${gmailQuote("When?")}<div>${OWN}</div>${gmailQuote("Where?")}<div>${MORE}</div>${gmailQuote(QUOTE)}`,
			),
			`${OWN} ${MORE}`,
		],
	])("%s, with what they answer", (_, html, own) => {
		const shown = visible(`<div>Hello Bob.</div>${html}`);
		for (const words of own.split(/(?<=\.) /)) expect(shown).toContain(words);
		expect(shown).toContain("When?");
		expect(shown).not.toContain(QUOTE);
	});

	test.each([
		["an answer below", gmail(`${GMAIL_ATTRIBUTION}${gmailQuote(QUOTE)}<div>${OWN}</div>`)],
		[
			"a list's footer in Yahoo's container",
			`<div>${OWN}</div><div class="yahoo_quoted"><div>On Monday, January 4, 2021, 10:00:00 AM GMT+1, Bob &lt;bob@example.org&gt; wrote:</div><div>${QUOTE}</div><div>Bob quotes:</div><div>On Sunday, January 3, 2021, 9:00:00 AM GMT+1, Ann &lt;ann@example.org&gt; wrote:</div><blockquote>${QUOTE}</blockquote><div>${FOOTER}</div></div>`,
		],
		[
			"a list's footer behind the quote",
			`<div>${OWN}</div>${gmail(`${GMAIL_ATTRIBUTION}${gmailQuote(QUOTE)}`)}${FOOTER}`,
		],
		[
			"a list's footer behind two quotes",
			`<blockquote type="cite">${QUOTE}</blockquote><div>${OWN}</div><blockquote type="cite">${QUOTE}</blockquote>${FOOTER}`.replace(
				QUOTE,
				"When?",
			),
		],
		[
			"Google's footer",
			`<div>${OWN}</div>${gmail(`${GMAIL_ATTRIBUTION}${gmailQuote(QUOTE)}`)}<p></p>-- <br>You received this message because you are subscribed to the Google Groups &quot;garden&quot; group.<br>To unsubscribe from this group, send an email to garden+unsubscribe@example.org.`,
		],
		[
			"a forwarded message below own words",
			`<div>${OWN}</div>${gmail(`<div class="gmail_attr">---------- Forwarded message ---------<br>From: Bob &lt;bob@example.org&gt;<br></div><p>${QUOTE}</p>${gmailQuote(QUOTE)}`)}`,
		],
	])("and the quote stays folded with %s", (_, html) => {
		const shown = visible(`<div>Hello Bob.</div>${html}`);
		expect(shown).toContain(OWN);
		expect(shown).not.toContain(QUOTE);
	});
});
