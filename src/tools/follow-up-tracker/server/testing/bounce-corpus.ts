import { readDeliveryReport } from "#shared/mail/delivery-report.ts";
import { readTarball } from "../../../../../fixtures/archives.ts";
import { corpus } from "../../../../../fixtures/corpora.ts";
import type { Person } from "./people.ts";
import type { Mail } from "./sent-mail.ts";

/** Delivery reports of many mail systems, as answers to messages of a campaign. */

export const bounceCorpus = corpus("bounces/mail-deliverystatus-bounceparser.tar.gz");

/**
 * What someone who reads the reports says, by name: these mailboxes are full, or could not be reached in time, which may
 * change.
 */
const SOFT = ["long-smtp", "quota", "quota-2", "quota-5", "quota-6", "quota-7", "warning-4", "warning-7"];
/**
 * These say nothing final about an address: automatic replies, requests to confirm, a delay, spam, and a report that names
 * neither a recipient nor a message.
 */
const UNDECIDED = [
	...["aol-vacation", "autoreply", "polish-autoreply", "warning-6", "bluebottle", "boxbe-cr", "boxbe-cr2", "warning-8"],
	...["spam-bogus-email-in-report", "spam-with-image", "no-message-collected"],
];
/** Automatic messages from the recipient. */
const FROM_RECIPIENT = ["aol-vacation", "autoreply", "polish-autoreply", "warning-6", "bluebottle"];
/** AOL names the mailbox without its domain, which is that of the report's sender. */
const MAILBOXES: Readonly<Record<string, string>> = {
	"aol-senderblock": "mykewlaolacct",
	"aol.attachment": "exampleuser",
};

/** A person for each report, by its name. */
export async function bouncers(): Promise<Map<string, Person>> {
	const found = new Map<string, Person>();
	for (const [name, raw] of await readFiles()) {
		const react: Person["react"] = (mail, step, at) => [{ raw: answering(name, raw, { mail, step, at }) }];
		if (SOFT.includes(name)) found.set(name, { ends: "bounced", messages: 2, react });
		else if (UNDECIDED.includes(name)) found.set(name, { ends: "finished", messages: 3, react });
		else found.set(name, { ends: "bounced", messages: 1, react });
	}
	return found;
}

/** One report of each kind that the reduced simulation has. */
export const SOME = [
	...[
		"qmail.unknown",
		"exchange.unknown",
		"aol-senderblock",
		"spam-rejection",
		"message-too-large",
		"quota-6",
		"quota-7",
	],
	...["warning-8", "bluebottle", "polish-autoreply", "boxbe-cr", "iis-multiple-bounce", "domino.unknown"],
];

async function readFiles(): Promise<Map<string, string>> {
	const files = await readTarball(bounceCorpus ?? "");
	const reports = files.filter(({ path }) => path.endsWith(".msg"));
	return new Map(reports.map(({ path, bytes }) => [path.replace(/^.*\/|\.msg$/g, ""), bytes.toString("latin1")]));
}

/** The report as if it were about this message: its recipient and Message-ID in place of those it names. */
function answering(name: string, raw: string, { mail, step, at }: { mail: Mail; step: number; at: number }): string {
	const report = readDeliveryReport(raw);
	const lines = raw.replace(/\r?\n/g, "\r\n");
	const end = lines.indexOf("\r\n\r\n");
	const date = `Date: ${new Date(at).toUTCString()}`;
	const id = `Message-ID: <${name}-${step}@reports.example>`;
	const dated = replaced(replaced(`${lines.slice(0, end)}\r\n`, "date", date), "message-id", id);
	const domain = mail.to.slice(mail.to.indexOf("@") + 1);
	const [mailbox = ""] = mail.to.split("@");
	const local = MAILBOXES[name];
	const head = local === undefined ? dated : replaced(dated, "from", `From: MAILER-DAEMON@${domain}`);
	const from = /^from:.*/im.exec(head)?.[0] ?? "";
	const sender = from.split(/[\s<>"(),;:]+/).find((word) => word.includes("@")) ?? "";
	let text = head + lines.slice(end);
	const named = FROM_RECIPIENT.includes(name) ? sender : (report?.recipients[0]?.address ?? "");
	if (named !== "") text = text.replace(new RegExp(named.replace(/[^\w@]/g, "\\$&"), "gi"), mail.to);
	if (local !== undefined) text = text.replaceAll(local, mailbox);
	if (report?.originalMessageId != null) text = text.replaceAll(report.originalMessageId, mail.messageId);
	return text;
}

/** The header section with this line in place of the field's first one. */
function replaced(header: string, field: string, line: string): string {
	const pattern = new RegExp(`^${field}[ \\t]*:.*(?:\\r\\n[ \\t].*)*\\r\\n`, "im");
	return pattern.test(header) ? header.replace(pattern, () => `${line}\r\n`) : `${line}\r\n${header}`;
}
