import { describe, expect, test } from "vitest";
import { attributionKind, isAttribution, isEllipsis } from "./attribution.ts";
import { freshText } from "./quoted-text.ts";

const REPLY = "Tuesday works for me.\n\nI'll bring the plans.";
const QUOTE = "Shall we meet on Tuesday?\n\nBob";
const marked = QUOTE.replace(/^/gm, "> ");

/** Attributions as mail programs write them, each in front of an unmarked quote. */
const ATTRIBUTIONS = [
	"On Mon, Jan 4, 2021 at 10:00 AM Bob Example <bob@example.org> wrote:",
	"On Mon, Jan 4, 2021 at 10:00 AM Bob Example\n<bob.example@subsidiary.example.org> wrote:",
	"On Mon, Jan 4, 2021 at 10:00 AM Bob Example <bob@example.org>\nwrote:",
	"On Jan 4, 2021, at 10:00, Bob Example <bob@example.org> sent:",
	"---- On Mon, 04 Jan 2021 10:00:00 +0100 Bob Example <bob@example.org> wrote ----",
	"---- Bob Example wrote ----",
	"Bob Example <bob@example.org> wrote on Mon, 4 Jan 2021 at 10:00:",
	"Bob Example <bob@example.org> wrote:",
	"At 10:00 04/01/2021, Bob Example wrote:",
	"Am 04.01.2021 um 10:00 schrieb Bob Example <bob@example.org>:",
	"Am Mo., 4. Jan. 2021 um 10:00 Uhr schrieb Bob Example <\nbob@example.org>:",
	"Bob Example schrieb am 4.1.2021 um 10:00:",
	"Bob Example <bob@example.org> schrieb am Mo. 4. Jan. 2021 um 10:00:",
	"Le lun. 4 janv. 2021 à 10:00, Bob Example <bob@example.org> a écrit :",
	"Le 04/01/2021 à 10:00, Bob Example a écrit :",
	"El lun, 4 ene 2021 a las 10:00, Bob Example (<bob@example.org>) escribió:",
	"El 4 de enero de 2021, 10:00, Bob Example <bob@example.org> escribió:",
	"Em seg., 4 de jan. de 2021 às 10:00, Bob Example <bob@example.org>\nescreveu:",
	"Il giorno lun 4 gen 2021 alle ore 10:00 Bob Example <bob@example.org> ha\nscritto:",
	"Op ma 4 jan. 2021 om 10:00 schreef Bob Example <bob@example.org>:",
	"Op 4 jan. 2021, om 10:00 heeft Bob Example <bob@example.org> het volgende geschreven:",
	"Den mån 4 jan. 2021 kl 10:00 skrev Bob Example <bob@example.org>:",
	"man. 4. jan. 2021 kl. 10:00 skrev Bob Example <bob@example.org>:",
	"Den man. 4. jan. 2021 kl. 10.00 skrev Bob Example <bob@example.org>:",
	"ma 4. tammik. 2021 klo 10.00 Bob Example (bob@example.org) kirjoitti:",
	"to 4.2.2021 klo 10.00 Bob Example <bob@example.org> kirjoitti:",
	"pon., 4 sty 2021 o 10:00 Bob Example <bob@example.org> napisał(a):",
	"W dniu 04.01.2021 o 10:00, Bob Example pisze:",
	"Dnia 4 stycznia 2021 10:00 Bob Example <bob@example.org> napisał(a):",
	"po 4. 1. 2021 v 10:00 odesílatel Bob Example <bob@example.org> napsal:",
	"Dne 04. 01. 21 v 10:00 Bob Example napsal(a):",
	"Bob Example <bob@example.org> ezt írta (időpont: 2021. jan. 4., H, 10:00):",
	"În lun., 4 ian. 2021 la 10:00, Bob Example <bob@example.org> a scris:",
	"4 янв. 2021 г., в 10:00, Боб Пример <bob@example.org> написал(а):",
	"пн, 4 янв. 2021 г. в 10:00, Боб Пример <bob@example.org>:",
	"4 января 2021 г., 10:00 пользователь Боб Пример <bob@example.org> написал:",
	"04.01.2021 10:00, Боб Пример пишет:",
	"пн, 4 січ. 2021 р. о 10:00 Боб Приклад <bob@example.org> пише:",
	"На пн, 4.01.2021 г. в 10:00 Боб <bob@example.org> написа:",
	"Στις Δευ 4 Ιαν 2021 στις 10:00 π.μ., ο χρήστης Bob <bob@example.org> έγραψε:",
	"Bob Example <bob@example.org>, 4 Oca 2021 Pzt, 10:00 tarihinde şunu yazdı:",
	"Vào Th 2, 4 thg 1, 2021 vào lúc 10:00 Bob <bob@example.org> đã viết:",
	"Bob Example <bob@example.org> 于2021年1月4日周一 上午10:00写道：",
	"在 2021年1月4日，10:00，Bob Example <bob@example.org> 写道：",
	'在 2021-01-04 10:00:00，"Bob Example" <bob@example.org> 写道：',
	"Bob Example <bob@example.org> 於 2021年1月4日 週一 上午10:00寫道：",
	"2021年1月4日(月) 10:00 Bob Example <bob@example.org>:",
	"2021/01/04 10:00、Bob Example <bob@example.org>のメール:",
	"2021년 1월 4일 (월) 오전 10:00, Bob Example <bob@example.org>님이 작성:",
	"Pada Sen, 4 Jan 2021 pukul 10.00 Bob <bob@example.org> menulis:",
	"2021/1/4 Bob Example <bob@example.org>",
];

describe("attributions", () => {
	test.each(ATTRIBUTIONS)("%s", (attribution) => {
		for (const quote of [QUOTE, marked]) expect(freshText(`${REPLY}\n\n${attribution}\n\n${quote}`)).toBe(REPLY);
	});

	test.each(["Ann Lee wrote:", "Bob said:", "Am 4. Januar 2021 schrieb Bob:", "Bob Example a écrit :"])(
		"%s, only in front of marked lines",
		(attribution) => {
			expect(freshText(`${REPLY}\n\n${attribution}\n${marked}`)).toBe(REPLY);
			expect(freshText(`${REPLY}\n\n${attribution}\nsomething else`)).toBe(
				`${REPLY}\n\n${attribution}\nsomething else`,
			);
		},
	);

	test.each([
		"On the other hand, we wrote it down.",
		"to\nof the report that Ann wrote:",
		"to do: what Ann <ann@example.org> asked for",
		"We said at 10:00 that this is what he wrote down:",
		"See https://example.org/2021/01/04/how-i-wrote-it:",
		"Note: he wrote it in 2021:",
		"One question: on Monday at 10:00 he wrote a letter, and what did it say?",
		"la réunion de mardi 4 janvier est annulée :",
		"pe scurt, asta e situația:",
		"Please send it to bob@example.org:",
		"Dates that I proposed:\n4.1.2021 10:00",
		"On Monday 4 January at 10:00 we meet at the office.",
	])("is not %s", (line) => {
		const text = `${REPLY}\n\n${line}\nWhat follows is mine too.`;
		expect(freshText(text)).toBe(text);
	});

	test("the sender's own words follow an ellipsis", () => {
		const own = "My own words.";
		const attribution = "On Mon, Jan 4, 2021 at 10:00 AM Bob <bob@example.org> wrote:";
		for (const ellipsis of ["[...]", "[…]", "[snip]", "<snip>", "> [...]"])
			expect(freshText(`${attribution}\n${ellipsis}\n\n${own}`)).toBe(own);
		expect(isEllipsis("[1] see below")).toBe(false);
	});

	test("reads neither very short nor very long lines", () => {
		expect(isAttribution("wrote:")).toBe(false);
		expect(attributionKind(`On 4 Jan 2021 at 10:00 ${"x".repeat(600)} wrote:`)).toBe(null);
	});
});

describe("headers of quoted messages", () => {
	test.each([
		"From: Bob <bob@example.org>\nSent: Monday, January 4, 2021 10:00 AM\nTo: Ann\nSubject: Plans",
		"Date: Mon, 4 Jan 2021 10:00:00 +0100\nSubject: Plans\nFrom: bob@example.org\nTo: ann@example.org",
		"*From:* Bob <bob@example.org>\n*Sent:* Monday\n*To:* Ann\n*Subject:* Plans",
		"Von: Bob <bob@example.org>\nGesendet: Montag, 4. Januar 2021 10:00\nAn: Ann\nBetreff: Pläne",
		"De : Bob <bob@example.org>\nEnvoyé : lundi 4 janvier 2021\nÀ : Ann\nObjet : Plans",
		"От: Боб <bob@example.org>\nДата: понедельник, 4 января 2021 г.\nКому: Ann\nТема: Планы",
		"发件人: Bob <bob@example.org>\n发送时间: 2021年1月4日 10:00\n收件人: Ann\n主题: 计划",
		"差出人: Bob <bob@example.org>\n送信日時: 2021年1月4日\n宛先: Ann\n件名: 予定",
		"보낸 사람: Bob <bob@example.org>\n보낸 날짜: 2021년 1월 4일\n받는 사람: Ann\n제목: 계획",
		"Kimden: Bob <bob@example.org>\nGönderilme Tarihi: 4 Ocak 2021\nKime: Ann\nKonu: Planlar",
		"-----Original Message-----\nFrom: Bob\nTo: Ann",
		"________________________________\nDe: Bob <bob@example.org>\nEnviado: lunes, 4 de enero de 2021\nPara: Ann\nAsunto: Planes",
		"Begin forwarded message:\n\nFrom: Bob <bob@example.org>\nSubject: Plans\nDate: January 4, 2021",
	])("%s", (header) => {
		expect(freshText(`${REPLY}\n\n${header}\n\n${QUOTE}`)).toBe(REPLY);
	});

	test("a list of facts is not one", () => {
		const text = `${REPLY}\n\nFrom: Berlin\nTo: Paris\nFlights are cheap on Tuesday.\n\nDate: tomorrow`;
		expect(freshText(text)).toBe(text);
	});
});
