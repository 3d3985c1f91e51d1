import { numbers, wordOf } from "../bench/generate.ts";

/** Mail for tests of search, which is the same for a number in every process. */
export interface SearchMail {
	subject: string;
	text: string;
	from: { name: string; email: string };
	to: { name: string; email: string };
}

/** Accents, scripts without spaces, symbols, addresses, and words that begin like others. */
const SPECIAL = [
	...["Café", "cafeteria", "naïve", "façade", "Straße", "Größe", "crème brûlée", "Ελληνικά", "κείμενο", "Договор"],
	...[
		"東京都で会議があります",
		"日本語の件名",
		"会議室",
		"한국어 메일",
		"ข้อความ",
		"C++",
		"C#",
		"100%",
		"€50",
		"👍🏽",
		"→",
	],
	...["ann.lee@mail.example.org", "www.example.org", "read-only", "Q3_report.pdf", "v1.2.3", "don't"],
	...["invoice", "invoices", "invoicing", "report", "reports", "annual report", "spring meeting"],
] as const;
const PEOPLE = [
	["Ann Lee", "ann.lee@mail.example.org"],
	["Zoë Müller", "zoe@beispiel.example"],
	["田中 太郎", "tanaka@jp.example"],
	["", "noreply@news.example.com"],
	["Bob", "bob@example.net"],
] as const;
/** Few, so that most words are in several messages. */
const WORDS = 400;

/** Some words, most of them common ones. */
export function searchWords(next: () => number, count: number): string[] {
	return Array.from({ length: count }, () =>
		next() < 0.15 ? (pick(SPECIAL, next) ?? "") : wordOf(Math.floor(next() ** 2 * WORDS)),
	);
}

export function searchMail(n: number): SearchMail {
	const next = numbers(n * 7_919 + 17);
	next();
	const person = () => {
		const [name, email] = pick(PEOPLE, next) ?? ["", ""];
		return { name, email };
	};
	const lines = Array.from({ length: 1 + Math.floor(next() * 4) }, () => searchWords(next, 12).join(" "));
	return { subject: searchWords(next, 4).join(" "), text: lines.join(".\n"), from: person(), to: person() };
}

function pick<T>(list: readonly T[], next: () => number): T | undefined {
	return list[Math.floor(next() * list.length)];
}
