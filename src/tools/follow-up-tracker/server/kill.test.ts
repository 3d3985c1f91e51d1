import { expect } from "vitest";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER } from "#test/mailbox.ts";
import { killRounds, killTimeout, sized } from "#test/soak.ts";
import { testIf } from "../../../../fixtures/only-if.ts";
import { listRecipients } from "./recipients.ts";
import { getCampaign } from "./report/report.ts";
import { SOME } from "./testing/bounce-corpus.ts";
import { openOutreach } from "./testing/outreach.ts";
import { kindOf, people } from "./testing/people.ts";
import { conversationOf, launch, play } from "./testing/play.ts";
import { problemsOf } from "./testing/receive.ts";
import { recipients } from "./testing/recipients.ts";
import { repliers } from "./testing/repliers.ts";

/**
 * A campaign of three messages from four mailboxes (Dovecot and a real SMTP server), under a fast clock, to people who answer in
 * seven languages, bounce, are absent, forward, unsubscribe or do nothing. The server is killed at random moments. `npm run test:release` has 500 recipients, ten kills, and every report of the corpus.
 */

/** One of each, behind those who bounce as in the corpus. */
const KINDS = [...Object.keys(people), ...Object.keys(repliers)];
const RECIPIENTS = sized(KINDS.length + SOME.length, 500);
const KILLS = killRounds(3, 10);
/** A Monday. */
const START = Date.parse("2026-06-01T07:00:00Z");

testIf(dovecotPath !== null)(
	"leaves everyone in the state that a person would give them, and mails nobody twice or after an answer, when killed",
	async () => {
		const persons = await recipients(RECIPIENTS, { kinds: KINDS });
		const emails = [...persons.keys()];
		const outreach = await openOutreach(START);
		try {
			const id = await launch(outreach, emails);
			const planned = [...persons.values()].reduce((sum, { messages }) => sum + messages, 0);
			const kills = Array.from({ length: KILLS }, () => Math.floor(Math.random() * planned * 0.9)).sort(
				(a, b) => a - b,
			);
			const { got, interruptions } = await play({ start: START, outreach, persons, kills });
			expect(kills).toEqual([]);

			const { items, campaign } = await outreach.inside(async ({ ctx }) => ({
				items: (await listRecipients(ctx, OWNER, id, { limit: RECIPIENTS })).items,
				campaign: await getCampaign(ctx, OWNER, id),
			}));
			expect(items.map(({ email, state }) => `${email} ${state}`)).toEqual(
				emails.map((email) => `${email} ${persons.get(email)?.ends}`),
			);
			expect(items.map(({ email, tone }) => [email, persons.get(email)?.tone && tone])).toEqual(
				emails.map((email) => [email, persons.get(email)?.tone]),
			);
			expect(campaign.state).toBe("completed");
			for (const [email, { messages }] of persons) {
				const theirs = got.get(email) ?? [];
				const { steps, isThreaded } = conversationOf(theirs);
				expect([email, steps, isThreaded]).toEqual([email, [0, 1, 2].slice(0, messages), true]);
				for (const { mail, outbox, at } of theirs)
					expect([email, await problemsOf(mail.raw, { sender: outbox.address, at })]).toEqual([email, []]);
			}
			const replied = [...persons.values()].filter(({ ends }) => ends === "replied").length;
			// Scanners count nowhere.
			const clicked = [...persons.keys()].filter((email) => kindOf(email) === "clicks").length;
			expect(campaign.counts).toEqual({ replied, sent: [...got.keys()].length, opened: clicked, clicked });
			const sent = [...got.values()].reduce((sum, list) => sum + list.length, 0);
			console.log(`${RECIPIENTS} recipients, ${sent} messages, ${KILLS} kills, ${interruptions} of them at work`);
		} finally {
			await outreach.close();
		}
	},
	killTimeout(KILLS),
);
