import { expect, test } from "vitest";
import type { Faults } from "#test/emulators/faults.ts";
import { OWNER } from "#test/mailbox.ts";
import { isSoak, killRounds, killTimeout, sized } from "#test/soak.ts";
import { listRecipients } from "./recipients.ts";
import { getCampaign } from "./report/report.ts";
import { openEmulatedOutreach } from "./testing/emulated-outreach.ts";
import { kindOf } from "./testing/people.ts";
import { conversationOf, launch, play } from "./testing/play.ts";
import { recipients } from "./testing/recipients.ts";

/**
 * The campaign of `kill.test.ts`, from one mailbox at Gmail or Outlook whose API fails; the server is killed once.
 * `npm run test:release` has 500 recipients, ten kills, and every report of the corpus.
 */

/** Not those whom only an SMTP server refuses or defers, nor who is away until a day in the past. */
const KINDS = [
	...["replies", "replies-late", "new-message", "away-german", "away-undated", "away-by-field", "ticket", "bounces"],
	...["full", "one-click", "asks-to-stop", "mails-stop", "scanner", "clicks", "silent"],
];
const RECIPIENTS = sized(KINDS.length, 500);
const KILLS = killRounds(1, 10);
const DAY_MS = 86_400_000;
/**
 * The next Monday, 07:00 UTC: only messages received since the last sync are new mail, which the database's clock dates and
 * the service's clock must not be behind.
 */
const START = nextMonday();
const FAULTS: Faults = {
	...{ rateLimited: 0.03, serverError: 0.03, unavailable: 0.02, reset: 0.03, lost: 0.03, truncated: 0.02 },
	...{ expired: 0.02, duplicated: 0.5, reordered: 0.5, retryAfter: 0 },
	only: ({ path }) => /^\/(?:v1\.0|gmail|upload|batch)\//.test(path),
};

function nextMonday(): number {
	const tomorrow = Math.floor(Date.now() / DAY_MS) + 1;
	// 1970-01-05 was a Monday.
	return (tomorrow + ((4 - (tomorrow % 7) + 7) % 7)) * DAY_MS + 7 * 3_600_000;
}

test.each(["gmail", "outlook"] as const)(
	"leaves everyone in the right state, and mails nobody twice or after an answer, when %s fails and the server is killed",
	async (kind) => {
		const persons = await recipients(RECIPIENTS, { kinds: KINDS, reports: isSoak });
		const emails = [...persons.keys()];
		const outreach = await openEmulatedOutreach(kind, START);
		try {
			const id = await launch(outreach, emails);
			outreach.fail({ ...FAULTS, seed: Math.floor(Math.random() * 1_000_000) });
			const planned = [...persons.values()].reduce((sum, { messages }) => sum + messages, 0);
			const kills = Array.from({ length: KILLS }, () => Math.floor(Math.random() * planned * 0.9)).sort(
				(a, b) => a - b,
			);
			const { got } = await play({ start: START, outreach, persons, kills });
			expect(kills).toEqual([]);
			expect(outreach.struck()).toBeGreaterThan(10);
			outreach.fail(null);

			const { items, campaign } = await outreach.inside(async ({ ctx }) => ({
				items: (await listRecipients(ctx, OWNER, id, { limit: RECIPIENTS })).items,
				campaign: await getCampaign(ctx, OWNER, id),
			}));
			expect(items.map(({ email, state }) => `${email} ${state}`)).toEqual(
				emails.map((email) => `${email} ${persons.get(email)?.ends}`),
			);
			expect(campaign.state).toBe("completed");
			for (const [email, { messages }] of persons)
				expect([email, conversationOf(got.get(email) ?? [])]).toEqual([
					email,
					{ steps: [0, 1, 2].slice(0, messages), isThreaded: true },
				]);
			const replied = [...persons.values()].filter(({ ends }) => ends === "replied").length;
			// Scanners count nowhere.
			const clicked = [...persons.keys()].filter((email) => kindOf(email) === "clicks").length;
			expect(campaign.counts).toEqual({ replied, sent: got.size, opened: clicked, clicked });
		} finally {
			await outreach.close();
		}
	},
	// One message of one mailbox at a time.
	killTimeout(KILLS) + RECIPIENTS * 10_000,
);
