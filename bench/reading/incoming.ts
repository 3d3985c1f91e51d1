import { createHash } from "node:crypto";
import { htmlToText } from "#server/mail/parse/shown/html-text.ts";
import { readDeliveryReport } from "#shared/mail/delivery-report.ts";
import { isHardBounce } from "#shared/mail/enhanced-status.ts";
import type { Incoming } from "#shared/mail/incoming.ts";
import { wishesNoMail } from "#shared/mail/opt-out.ts";
import { readIncoming } from "#shared/mail/read-incoming.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { absenceSubjects, absenceTexts } from "../../fixtures/incoming/absences.ts";
import { noOptOuts, optOuts } from "../../fixtures/incoming/opt-outs.ts";
import { people } from "../../fixtures/incoming/people.ts";
import { bounceTruth } from "./bounce-truth.ts";
import { absentRow, excerpt, type ReadingRow, share } from "./row.ts";

const BOUNCES = "bounces/mail-deliverystatus-bounceparser.tar.gz";
const LIST = "list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz";
const HAM = "spamassassin/spamassassin-open.tar.gz";
/** What programs wrote among the ham: reports, a bug tracker, newsletters, an automatic reply sent to a list. */
const PROGRAMS = /^From:.*(?:daemon|postmaster|newsletter)|^Subject: Re: hauns_froehlingsdorf/im;

/** Judges delivery reports by the addresses they are about, and by whether these are dead. */
export async function judgeBounces(): Promise<ReadingRow> {
	const what = "Delivery reports";
	const path = corpus(BOUNCES);
	if (path === null) return absentRow(what, BOUNCES);
	const files = new Map((await readTarball(path)).map((file) => [file.path.replace(/^.*\//, ""), file.bytes]));
	const misses: string[] = [];
	let [exact, verdicts] = [0, 0];
	for (const line of bounceTruth) {
		const [name = "", hash, hard] = line.split(" ");
		const recipients = readDeliveryReport(files.get(`${name}.msg`)?.toString("latin1") ?? "")?.recipients ?? [];
		const addresses = recipients.map(({ address }) => address).sort();
		const isExact = createHash("sha256")
			.update(addresses.join(" "))
			.digest("hex")
			.startsWith(hash ?? "");
		const isHard = recipients.some(({ status, diagnostic }) => isHardBounce(status, diagnostic ?? ""));
		const isRight = isHard === (hard === "hard");
		exact += isExact ? 1 : 0;
		verdicts += isRight ? 1 : 0;
		if (!isExact) misses.push(`${name}: other addresses`);
		if (!isRight) misses.push(`${name}: ${isHard ? "is not dead" : `is dead, but ${recipients[0]?.status}`}`);
	}
	const count = bounceTruth.length;
	const figures = [
		{ name: "addresses exact", value: share(exact, count), bar: 0.95, count },
		{ name: "hard or not", value: share(verdicts, count), bar: 0.92, count },
	];
	return { what, figures, misses };
}

/** Judges absences of many languages, and that nobody's own answer is taken for a program's. */
export async function judgeAbsences(): Promise<ReadingRow> {
	const misses: string[] = [];
	const absent = [...absenceTexts.map(([, text]) => ["Re: Demo", text]), ...absenceSubjects.map((one) => [one, "x"])];
	for (const [subject = "", text = ""] of absent)
		if (decide(mail(subject, text)).kind !== "absence") misses.push(`no absence: ${excerpt(`${subject} ${text}`)}`);
	const found = absent.length - misses.length;
	const own = people.map(([subject, text, ...fields]) => mail(subject, text, fields));
	let real = 0;
	for await (const raw of publicPeople()) {
		own.push(raw);
		real++;
	}
	const taken = own.filter((raw) => !["person", "list"].includes(decide(raw).kind));
	misses.push(...taken.map((raw) => `a person: ${excerpt(/^Subject: .*$/im.exec(raw)?.[0] ?? "")}`));
	const name = `people (${real} of them in public mail)`;
	const figures = [
		{ name: "absences found", value: share(found, absent.length), bar: 0.98, count: absent.length },
		{ name, value: share(own.length - taken.length, own.length), bar: 1, count: own.length },
	];
	return { what: "Absences, and people taken for programs", figures, misses };
}

/** Judges sentences that ask for no more mail. */
export function judgeOptOuts(): ReadingRow {
	const asks = (text: string): boolean => wishesNoMail({ subject: "Re: Demo", text, sentSubject: "Demo" });
	const missed = optOuts.filter(([, text]) => !asks(text));
	const wrong = noOptOuts.filter(asks);
	const figures = [
		{ name: "found", value: share(optOuts.length - missed.length, optOuts.length), bar: 0.95, count: optOuts.length },
		{
			name: "others",
			value: share(noOptOuts.length - wrong.length, noOptOuts.length),
			bar: 1,
			count: noOptOuts.length,
		},
	];
	const misses = [
		...missed.map(([, text]) => `missed: ${excerpt(text)}`),
		...wrong.map((text) => `none: ${excerpt(text)}`),
	];
	return { what: "Wishes for no more mail", figures, misses };
}

async function* publicPeople(): AsyncGenerator<string> {
	const [list, ham] = [corpus(LIST), corpus(HAM)];
	if (list !== null) for (const raw of splitPlainMbox(readGzip(list))) yield raw.toString("latin1");
	if (ham === null) return;
	for (const { path, bytes } of await readTarball(ham)) {
		const raw = bytes.toString("latin1");
		if (!/(?:^|\/)spam/.test(path) && !PROGRAMS.test(raw.slice(0, 5_000))) yield raw;
	}
}

function mail(subject: string, text: string, fields: readonly string[] = []): string {
	const head = ["From: Nia <nia@customer.example>", `Subject: ${subject}`, "In-Reply-To: <1@example.org>", ...fields];
	return Buffer.from(`${head.join("\n")}\nContent-Type: text/plain; charset=utf-8\n\n${text}`).toString("latin1");
}

function decide(raw: string): Incoming {
	return readIncoming(raw.slice(0, 262_144), { now: 0, toText: (html) => htmlToText(html, 20_000) }).incoming;
}
