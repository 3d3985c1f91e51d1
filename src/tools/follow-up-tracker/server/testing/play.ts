import { expect } from "vitest";
import { type CampaignProcess, startCampaigns } from "#test/campaigns.ts";
import { OWNER } from "#test/mailbox.ts";
import { createCampaign, launchCampaign } from "../campaigns.ts";
import { addRecipients } from "../recipients.ts";
import type { Arrival, Outreach } from "./outreach.ts";
import type { Person } from "./people.ts";
import { samplePlan, sampleStep } from "./sample-plan.ts";
import type { Mail } from "./sent-mail.ts";

/** Plays a campaign of three messages to its end, under a fast clock. */

const MINUTE = 60_000;
const MAX_TURNS = 5_000;
/** Longer than the time between two messages of a mailbox, so that all of them send in each turn. */
const TURN_MS = 76_000;

/** Everyone by address, in random order. */
export function inRandomOrder(list: readonly [email: string, person: Person][]): Map<string, Person> {
	const order = new Map(list.map(([email]) => [email, Math.random()]));
	return new Map([...list].sort(([a], [b]) => (order.get(a) ?? 0) - (order.get(b) ?? 0)));
}

/** @returns the id of a campaign that has been launched */
export function launch(outreach: Outreach, emails: readonly string[]): Promise<string> {
	return outreach.inside(async ({ ctx }) => {
		const made = await createCampaign(ctx, OWNER, plan(outreach.outboxes.map(({ accountId }) => accountId)));
		await addRecipients(
			ctx,
			OWNER,
			made,
			emails.map((email) => ({ email, fields: {} })),
		);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [made]);
		await launchCampaign(ctx, OWNER, made);
		return made;
	});
}

/** A campaign that is to be played. */
interface Run {
	/** Epoch milliseconds. */
	start: number;
	outreach: Outreach;
	persons: Map<string, Person>;
	/** Numbers of messages after which the server is killed. */
	kills: number[];
}

/** What each person got, and when. */
type Received = Map<string, (Arrival & { at: number })[]>;

/** Starts the server, and lets it and people act until nothing further is due. @returns also how many kills interrupted work */
export async function play(run: Run): Promise<{ got: Received; interruptions: number }> {
	const campaigns = await startCampaigns(run.outreach.server);
	try {
		return { got: await playTurns(campaigns, run), interruptions: campaigns.interruptions() };
	} finally {
		await campaigns.stop();
	}
}

async function playTurns(campaigns: CampaignProcess, { start, outreach, persons, kills }: Run): Promise<Received> {
	const got = new Map<string, (Arrival & { at: number })[]>();
	const everyAccount = outreach.outboxes.map(({ accountId }) => accountId);
	let accounts = everyAccount;
	let now = start - MINUTE;
	let usualMs = 1_000;
	let messages = 0;
	let lookedOn = 0;
	for (let turn = 0; turn < MAX_TURNS; turn++) {
		outreach.setTime(now);
		const isKilled = kills[0] !== undefined && messages >= kills[0];
		if (isKilled) kills.shift();
		const begun = performance.now();
		const command = { kind: "step", now, accounts } as const;
		const nextAt = await campaigns.execute(command, isKilled ? Math.random() * usualMs : undefined);
		if (!isKilled) usualMs = performance.now() - begun;
		const arrivals = outreach.arrivals();
		messages += arrivals.length;
		const answered = new Set<string>();
		for (const arrival of arrivals) {
			const { mail, outbox } = arrival;
			const all = [...(got.get(mail.to) ?? []), { ...arrival, at: now }];
			got.set(mail.to, all);
			// A minute later.
			if (await react(campaigns, persons.get(mail.to), arrival, { step: all.length, at: now + MINUTE }))
				answered.add(outbox.accountId);
		}
		accounts = [...answered];
		const day = Math.floor(now / 86_400_000);
		// The user looks after uncertain messages once a day, and when nothing else happens.
		const isLooking = answered.size === 0 && (nextAt === null || day !== lookedOn);
		const undecided = isLooking ? await campaigns.execute({ kind: "decide", arrived: outreach.arrivedIds() }) : 0;
		if (isLooking) lookedOn = day;
		if (nextAt === null && answered.size === 0 && undecided === 0) return got;
		now = Math.max(now + TURN_MS, answered.size > 0 || undecided !== 0 ? 0 : (nextAt ?? 0));
	}
	throw new Error("The campaign does not end");
}

/** @returns whether something arrived in the sender's mailbox */
async function react(
	campaigns: CampaignProcess,
	person: Person | undefined,
	{ mail, outbox }: Arrival,
	{ step, at }: { step: number; at: number },
): Promise<boolean> {
	let hasDelivered = false;
	for (const reaction of person?.react?.(mail, step, at) ?? []) {
		if ("visit" in reaction) {
			const command = { kind: "visit", now: at, method: reaction.visit, link: reaction.link } as const;
			expect([200, 302]).toContain(await campaigns.execute(command));
			continue;
		}
		await outbox.deliver("raw" in reaction ? reaction.raw : written(reaction, { mail, outbox, at }), at);
		hasDelivered = true;
	}
	return hasDelivered;
}

let answers = 0;

/** A complete message of someone, one code unit per byte. */
function written(
	{ head, body }: { head: string[]; body: string },
	{ mail, outbox, at }: Arrival & { at: number },
): string {
	const fixed = [`To: ${outbox.address}`, `Date: ${new Date(at).toUTCString()}`];
	const id = `Message-ID: <back-${++answers}-${mail.to}>`;
	const isPlain = head.every((line) => !/^content-type:/i.test(line));
	const type = isPlain ? ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"] : [];
	const bytes = Buffer.from([...fixed, id, "MIME-Version: 1.0", ...type, ...head, "", body, ""].join("\r\n"));
	return bytes.toString("latin1");
}

/** Bodies of the three messages. */
const TEXTS = ["a question.", "Did you see my question?", "Last try."];
/** In each of them. */
const LINK = "https://ink.example/offer";
/** Three messages to people who are in Germany, in working hours. */
const plan = (accountIds: string[]) =>
	samplePlan({
		...{ accountIds, timeZone: "Europe/Berlin", sendDays: [1, 2, 3, 4, 5], sendFrom: 540, sendUntil: 1_020 },
		...{ dailyCap: 400, spacingSeconds: 60, postalAddress: "1 Harbor Street, Portland" },
		...{ tracksOpens: true, tracksClicks: true },
		steps: TEXTS.map((text, index) =>
			sampleStep({
				waitDays: [0, 2, 3][index] ?? 0,
				subject: index === 0 ? "Question for {{company|you}}" : "",
				html: `<div>Hi {{first_name|there}},</div><div>${text}</div><div><a href="${LINK}">Our offer</a></div>`,
			}),
		),
	});

/** What someone's messages are, and what they should be: each once, in order, in one conversation. */
export function conversationOf(got: readonly { mail: Mail }[]): { steps: number[]; isThreaded: boolean } {
	const steps = got.map(({ mail }) => TEXTS.findIndex((text) => mail.raw.includes(text)));
	const ids = got.map(({ mail }) => mail.messageId);
	const isThreaded = got.every(({ mail }, index) => {
		const answers = /^In-Reply-To:\s*<([^>]+)>/im.exec(mail.raw)?.[1];
		const references = /^References:((?:.*\r\n[ \t])*.*)/im.exec(mail.raw)?.[1] ?? "";
		return answers === ids[index - 1] && ids.slice(0, index).every((id) => references.includes(`<${id}>`));
	});
	return { steps, isThreaded: isThreaded && new Set(ids).size === ids.length };
}
