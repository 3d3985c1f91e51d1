import type { MailContext } from "#kernel/module.ts";
import type { Forecast } from "../../contract.ts";
import { type CampaignRow, readCampaign, readSteps } from "../rows.ts";
import { localDate } from "../sending-times.ts";
import { readMailboxes } from "./mailboxes.ts";
import { type Mailbox, playMailbox } from "./simulate.ts";

/** When a campaign's messages leave, until its end, if no one replies. */

type Context = Pick<MailContext, "database" | "now">;

/** What leaves later than this is not forecast. */
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

interface Forecasting {
	now: number;
	campaignId: string;
	timeZone: string;
	/** Messages of the sequence. */
	stepCount: number;
	/** Epoch milliseconds; nothing after it is forecast. */
	until: number;
}

/** The days on which a campaign sends, with what it sends on each. */
export function forecastOf(mailboxes: readonly Mailbox[], given: Forecasting): Forecast {
	const { now, campaignId, timeZone, stepCount, until } = given;
	const days = new Map<string, number[]>();
	let [first, last, total] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
	let isCut = false;
	for (const mailbox of mailboxes)
		for (const message of playMailbox(mailbox, now)) {
			if (message.at > until) {
				isCut = true;
				break;
			}
			if (message.campaignId !== campaignId) continue;
			const day = localDate(message.at, timeZone);
			const counts = days.get(day) ?? Array.from({ length: stepCount }, () => 0);
			counts[message.step] = (counts[message.step] ?? 0) + 1;
			days.set(day, counts);
			first = Math.min(first, message.at);
			last = Math.max(last, message.at);
			total++;
		}
	return {
		days: [...days].map(([day, counts]) => ({ day, counts })).sort((a, b) => (a.day < b.day ? -1 : 1)),
		total,
		nextAt: total === 0 ? null : new Date(first).toISOString(),
		endsAt: total === 0 ? null : new Date(last).toISOString(),
		isCut,
	};
}

/** Of a draft as if it were launched now, and of a paused campaign as if it were resumed now. @throws AppError 404 */
export async function readForecast(ctx: Context, ownerId: string, id: string): Promise<Forecast> {
	const campaign = await readCampaign(ctx.database, ownerId, id);
	const steps = await readSteps(ctx.database, ownerId, id);
	const isOver = campaign.state === "stopped" || campaign.state === "completed";
	const mailboxes = isOver ? [] : await readMailboxes(ctx, ownerId, { campaign, steps });
	const { timeZone } = campaign;
	const now = ctx.now();
	const until = now + MAX_DAYS * DAY_MS;
	return forecastOf(mailboxes, { now, campaignId: id, timeZone, stepCount: steps.length, until });
}

/** When a campaign that is in progress sends its next message; null: nothing is due. */
export async function nextMessageAt(ctx: Context, ownerId: string, campaign: CampaignRow): Promise<Date | null> {
	const steps = await readSteps(ctx.database, ownerId, campaign.id);
	const now = ctx.now();
	const times = (await readMailboxes(ctx, ownerId, { campaign, steps })).flatMap((mailbox) => {
		for (const { campaignId, at } of playMailbox(mailbox, now)) {
			if (campaignId === campaign.id) return [at];
			if (at > now + MAX_DAYS * DAY_MS) break;
		}
		return [];
	});
	return times.length === 0 ? null : new Date(Math.min(...times));
}
