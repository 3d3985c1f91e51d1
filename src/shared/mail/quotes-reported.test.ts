import { describe, expect, test } from "vitest";
import { reported } from "../../../fixtures/reported.ts";
import { freshText } from "./quoted-text.ts";

const cases: Record<string, { text: string; fresh: string }> = JSON.parse(reported("quotes/quotes.json").toString());
const squeezed = (text: string) => text.replace(/\s*\n\s*/g, "\n").trim();

describe("kind 29: own words of a reply", () => {
	test.each(Object.entries(cases))("%s", (_, { text, fresh }) => {
		expect(squeezed(freshText(text))).toBe(squeezed(fresh));
	});

	test.each([
		["Arabic", "في الاثنين، 3 نوفمبر 2025 في 10:00 ص تمت كتابة ما يلي بواسطة ‪Ada Example‬‏ <‪ada@example.org‬‏>:"],
		["Arabic with its digits", "في الاثنين، ٣ نوفمبر ٢٠٢٥ في ١٠:٠٠ ص تمت كتابة ما يلي بواسطة Ada <ada@example.org>:"],
		["Arabic of Apple", "في ٣ نوفمبر ٢٠٢٥، الساعة ١٠:٠٠ ص، كتب Ada Example <ada@example.org>:"],
		["Hebrew of Apple", "‏ב-3 בנוב׳ 2025, בשעה 10:00, ‏Ada Example <ada@example.org> כתב/ה:"],
		["Hebrew without an address", "בתאריך 03/11/2025 בשעה 10:00, Ada Example כתב:"],
		["Thai", "เมื่อ จ. 3 พ.ย. 2025 เวลา 10:00 Ada Example <ada@example.org> เขียนว่า:"],
		["Thai in the Thai calendar", "เมื่อวันที่ 3 พ.ย. 2568 เวลา ๑๐:๐๐ น. Ada Example <ada@example.org> ได้เขียน:"],
		["Catalan", "Missatge de Ada Example <ada@example.org> del dia dl., 3 de nov. 2025 a les 10:00:"],
		["Catalan of Apple", "El 3 de nov. 2025, a les 10:00, Ada Example <ada@example.org> va escriure:"],
		["Estonian", "Kontakt Ada Example (<ada@example.org>) kirjutas kuupäeval E, 3. november 2025 kell 10:00:"],
		["Estonian of Thunderbird", "Ada Example kirjutas 03.11.2025 kell 10:00:"],
		["Latvian", "pirmd., 2025. g. 3. nov., plkst. 10:00 — lietotājs Ada Example (<ada@example.org>) rakstīja:"],
		["Slovenian", "V V pon., 3. nov. 2025 ob 10:00 je oseba Ada Example <ada@example.org> napisala:"],
		["Serbian", "пон, 3. нов 2025. у 10:00 Ada Example <ada@example.org> је написао/ла:"],
		["Icelandic", "Þann mán., 3. nóv. 2025 kl. 10:00 skrifaði Ada Example <ada@example.org>:"],
		["Hindi", "सोम, 3 नव॰ 2025 को 10:00 am बजे को Ada Example <ada@example.org> ने लिखा:"],
		["Bengali", "সোম, ৩ নভেম্বর, ২০২৫ এ ১০:০০ AM টায় তারিখে Ada Example <ada@example.org> লিখেছেন:"],
		["Tamil", "திங்., 3 நவ., 2025, முற்பகல் 10:00 அன்று, Ada Example <ada@example.org> எழுதியது:"],
		["Persian", "در تاریخ دوشنبه ۳ نوامبر ۲۰۲۵، ۱۰:۰۰ Ada Example <ada@example.org> نوشت:"],
		["Filipino", "Noong Lun, Nob 3, 2025 nang 10:00 AM, isinulat ni Ada Example <ada@example.org> ang:"],
		["Basque", "Ada Example (<ada@example.org>) erabiltzaileak hau idatzi du (2025 aza. 3, al. (10:00)):"],
		["Georgian, whose words are not known", "ორშ, 3 ნოე. 2025, 10:00-ზე Ada Example-მა (<ada@example.org>) მოგვწერა:"],
		["Armenian, whose words are not known", "Երկ, 3 նոյ, 2025թ. 10:00 Ada Example <ada@example.org>-ը ասել է.:"],
	])("without an attribution in %s", (_, attribution) => {
		expect(freshText(`Own words.\n\n${attribution}\n\n> When?\n`)).toBe("Own words.");
	});
});

const FRESH = "Own words.\n\nAnd more of them.";
const ATTRIBUTION = "On Mon, Jan 4, 2021 at 10:00 AM Bob Example <bob@example.org> wrote:";

describe("kind A.7: the sender's own words in text are not hidden", () => {
	test.each([
		["On Mon, Jan 4, 2021 at 10:00 AM Bob Example <bob@example.org\n> wrote:"],
		["On Mon, Jan 4, 2021 at 10:00 AM Bob Example <\nbob@example.org> wrote:"],
		["On Mon, Jan 4, 2021 at 10:00 AM Bob Example <bob.example@\nexample.org> wrote:"],
		["On Mon, Jan 4, 2021 at 10:00 AM Bob Example <bob@exam\nple.org\n> wrote:"],
		["Am Mo., 4. Jan. 2021 um 10:00 Uhr schrieb Bob Example <bob@example.org\n>:"],
		["Le lun. 4 janv. 2021 à 10:00, Bob Example <bob@example.org\n> a écrit :"],
	])("when an attribution is broken in its address: %s", (attribution) => {
		expect(freshText(`${FRESH}\n\n${attribution}\n\n> When?`)).toBe(FRESH);
		expect(freshText(`${attribution}\n\n> When?\n\n${FRESH}`)).toBe(FRESH);
	});

	test.each([
		["Yes, that works.", ATTRIBUTION],
		["That works for us", ATTRIBUTION],
		["On the other hand I agree.", ATTRIBUTION],
		["Passt gut!", "Am Mo., 4. Jan. 2021 um 10:00 Uhr schrieb Bob Example <bob@example.org>:"],
		["Danke", "Am 04.01.2021 um 10:00 schrieb Bob Example <bob@example.org>:"],
		["D'accord, merci.", "Le lun. 4 janv. 2021 à 10:00, Bob Example <bob@example.org> a écrit :"],
		["Ok", "El lun, 4 ene 2021 a las 10:00, Bob Example (<bob@example.org>) escribió:"],
		["Fine with me.", "On Mon, Jan 4, 2021 at 10:00 AM Bob Example\n<bob@example.org> wrote:"],
	])("when %j stands in front of the attribution", (own, attribution) => {
		expect(freshText(`${own} ${attribution}\n\n> When?`)).toBe(own);
		expect(freshText(`Hello.\n\n${own} ${attribution}\nWhen?`)).toBe(`Hello.\n\n${own}`);
	});

	test("when they stand between the attribution and the quote", () => {
		expect(freshText(`${ATTRIBUTION}\n\n${FRESH}\n\n> When?\n> Where?`)).toBe(FRESH);
	});

	test("when an answer in lower case follows a long line", () => {
		const question = "> Could you tell me on which of these days of the next week we meet?";
		expect(freshText(`${ATTRIBUTION}\n${question}\non tuesday\n> And where?\nat home`)).toBe("on tuesday\nat home");
	});

	test.each([
		["a sentence about oneself", "On Monday at 10:00 I wrote to the office:\n\nPlease call us.\n\nThey never did."],
		[
			"a sentence about another",
			"At 10:00 Bob wrote to all of our customers that the office stays closed this week:\n\nIt is wrong.",
		],
	])("when %s looks like an attribution", (_, text) => {
		expect(freshText(text)).toBe(text);
	});

	const PATCH = [
		"diff --git a/mail.c b/mail.c",
		"index 1234567..89abcde 100644",
		"--- a/mail.c",
		"+++ b/mail.c",
		"@@ -1,5 +1,5 @@",
		" From: Ann",
		" To: Bob",
		" Subject: x",
		" > quoted in the file",
		"-old",
		"+new",
	].join("\n");
	test.each([
		[
			"with its header",
			`From: Ann Lee <ann@example.org>\nDate: Mon, 4 Jan 2021 10:00:00 +0100\nSubject: [PATCH] Mend it\n\nIt was broken.\n\nSigned-off-by: Ann Lee <ann@example.org>\n---\n mail.c | 2 +-\n\n${PATCH}`,
		],
		[
			"of git format-patch",
			`From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: Ann Lee <ann@example.org>\nDate: Mon, 4 Jan 2021 10:00:00 +0100\nSubject: [PATCH] Mend it\n\n${PATCH}`,
		],
		[
			"below scissors",
			`-- >8 --\nSubject: [PATCH] Mend it\nFrom: Ann Lee <ann@example.org>\nDate: Mon, 4 Jan 2021 10:00:00 +0100\n\n${PATCH}`,
		],
		["alone", PATCH],
	])("when they are a patch %s", (_, patch) => {
		const text = `${FRESH}\n\n${patch}`;
		expect(freshText(`${ATTRIBUTION}\n> When?\n\n${text}\n\nThat is all.`)).toBe(`${text}\n\nThat is all.`);
	});

	test("but a patch in a quoted message is quoted", () => {
		const head = "From: Ann Lee <ann@example.org>\nSent: Monday\nTo: Bob\nSubject: [PATCH] Mend it";
		expect(freshText(`${FRESH}\n\n${head}\n\n${PATCH}`)).toBe(FRESH);
	});

	test.each([
		[
			"a sentence above the date",
			"Jo Dorn\n03/14/2001 11:11 AM\nTo: Sam Reed/NA/Company@Company\ncc:\nSubject: Amendment",
		],
		[
			"who sent for whom",
			'"Jo Dorn" <jo@example.org>\nSent by: Kim Day\n03/14/2001 11:11:12 AM\nTo: Sam Reed\ncc:\nSubject: Amendment',
		],
		[
			"date and field on one line",
			"Jo Dorn@COMPANY\n03/14/2001 11:11 AM          To: Sam Reed/NA/Company\n                  cc: Chris Holt\n                  Subject: Amendment",
		],
		[
			"sender and date on one line",
			'"Jo Dorn" <jo@example.org> on 03/14/2001 11:11:12 AM\nPlease respond to <jo@example.org>\nTo:   Sam Reed\ncc:\nSubject: Amendment',
		],
		["a German one", "Jo Dorn/Company/DE\n14.03.2001 11:11\n\nAn: Sam Reed/Company/DE@Company\nKopie:\nThema: Antrag"],
		["a date alone", "03/14/2001 11:11 AM\nTo: Sam Reed\ncc:\nSubject: Amendment"],
	])("above a head by Lotus Notes: %s", (_, head) => {
		const own = "The amendment was defeated.";
		expect(freshText(`${own}\n${head}\n\nWhat became of it?`)).toBe(own);
		expect(freshText(`Thanks.\n\n${own}\n\n${head}\n\nWhat became of it?`)).toBe(`Thanks.\n\n${own}`);
	});
});
