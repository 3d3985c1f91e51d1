import { afterAll, beforeAll } from "vitest";
import { type ConformanceSubject, conformance } from "#providers/conformance.ts";
import { modelTest } from "#providers/conformance-model.ts";
import { secondClient, sendingAccountOf, testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, type DovecotOptions, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { describeIf } from "../../../fixtures/only-if.ts";
import { imapProvider } from "./provider.ts";
import { locationOf } from "./state/ids.ts";
import { ruleFixture } from "./testing.ts";

const SERVERS: [name: string, options: DovecotOptions][] = [
	["IMAP with QRESYNC", {}],
	["IMAP with CONDSTORE alone", { without: ["QRESYNC"] }],
	["IMAP with neither", { without: ["CONDSTORE"] }],
	["IMAP without MOVE, UIDPLUS and others", { capability: "IMAP4rev1 QUOTA" }],
];

describeIf(dovecotPath !== null).each(SERVERS)("%s", (name, options) => {
	let dovecot: Dovecot;
	beforeAll(async () => {
		dovecot = await startDovecot(options);
	});
	afterAll(() => dovecot.stop());

	const subject: ConformanceSubject = {
		name,
		provider: imapProvider,
		unknownIds: ["no-such-message", "AAAAAAAA:1.1"],
		async setup() {
			const owner = await dovecot.addUser();
			const other = await secondClient(dovecot, owner);
			for (const subject of ["one", "two", "three", "four"])
				await other.append("INBOX", testMessage(subject), subject === "two" ? ["\\Seen", "\\Flagged"] : []);
			for (const subject of ["five", "six"]) await other.append("Archive", testMessage(subject), ["\\Seen"]);
			await other.append("Junk", testMessage("seven"));
			const at = async (id: string, work: (uid: string) => Promise<unknown>): Promise<void> => {
				for (const { path } of await other.list()) {
					const box = await other.mailboxOpen(path);
					if (id === `${id.slice(0, 8)}:${box.uidValidity}.${locationOf(id)?.uid}`)
						await work(String(locationOf(id)?.uid));
				}
			};
			return {
				environment: sendingAccountOf(dovecot, owner),
				messages: 7,
				send: {
					address: "ann@example.net",
					recipient: "bob@example.org",
					delivered: async () =>
						dovecot.handedIn
							.filter(({ login, to }) => login === null && to.includes("bob@example.org"))
							.map(({ raw }) => raw),
				},
				rules: ruleFixture(dovecot, owner),
				elsewhere: {
					deliver: () => dovecot.deliver(owner.user, testMessage("eight")),
					remove: (id) => at(id, (uid) => other.messageDelete(uid, { uid: true })),
					markRead: (id) => at(id, (uid) => other.messageFlagsAdd(uid, ["\\Seen"], { uid: true })),
					async deleteFolder(id) {
						await other.mailboxOpen("INBOX");
						await other.mailboxDelete(id);
					},
				},
				close: async () => other.close(),
			};
		},
	};
	conformance(subject);
	modelTest({ ...subject, histories: [2, 200] });
});
