import { z } from "zod";
import type { MailContext } from "#kernel/module.ts";
import { emitWebhook, isWebhookWanted, type WebhookEvent, withdrawWebhook } from "#kernel/webhooks.ts";
import { tool } from "../tool.ts";
import { MAX_DETAIL } from "./rows.ts";

const signal = {
	campaignId: z.uuid(),
	campaignName: z.string(),
	recipientId: z.uuid(),
	email: z.string(),
	/** Of the campaign's messages, from 1. */
	message: z.number(),
	/** Opens the campaign in the app. */
	link: z.string(),
};
const example = {
	campaignId: "019a0000-0000-7000-8000-000000000001",
	campaignName: "Example campaign",
	recipientId: "019a0000-0000-7000-8000-000000000002",
	email: "ada@example.com",
	message: 1,
	link: `https://mail.example.org${tool.path}?campaign=019a0000-0000-7000-8000-000000000001`,
};

const opened = z.object(signal);
/** The first open of a message by a person. */
export const campaignOpened: WebhookEvent<z.infer<typeof opened>> = {
	type: "campaign.opened",
	summary: "A recipient opened a campaign's email",
	data: opened,
	example,
};

const clicked = z.object({ ...signal, /** The link's address. */ url: z.string() });
/** The first click of a person on each link of a message. */
export const campaignClicked: WebhookEvent<z.infer<typeof clicked>> = {
	type: "campaign.clicked",
	summary: "A recipient clicked a link in a campaign's email",
	data: clicked,
	example: { ...example, url: "https://example.org/offer" },
};

const replied = z.object({ ...signal, /** Id of the reply. */ emailId: z.uuid(), receivedAt: z.string() });
/** A reply by a person, neither automatic nor an unsubscribe. */
export const campaignReplied: WebhookEvent<z.infer<typeof replied>> = {
	type: "campaign.replied",
	summary: "A recipient replied to a campaign",
	data: replied,
	example: {
		...example,
		emailId: "019a0000-0000-7000-8000-000000000003",
		receivedAt: "2026-01-05T10:00:00.000Z",
	},
};

const interested = z.object({
	...signal,
	/** Id of the reply. */
	emailId: z.uuid(),
	/** Who says so: rules that read the reply, or the user. */
	by: z.enum(["rules", "user"]),
});
/** A reply that shows interest: once for each recipient, also when the user says so after the rules. */
export const campaignInterested: WebhookEvent<z.infer<typeof interested>> = {
	type: "campaign.interested",
	summary: "A recipient's reply to a campaign shows interest",
	data: interested,
	example: { ...example, emailId: "019a0000-0000-7000-8000-000000000003", by: "rules" },
};

const finished = z.object({
	campaignId: z.uuid(),
	campaignName: z.string(),
	finishedAt: z.string(),
	/** Opens the campaign in the app. */
	link: z.string(),
});
/** A campaign is completed: its recipients get nothing further. Again if it was continued and is completed again. */
export const campaignFinished: WebhookEvent<z.infer<typeof finished>> = {
	type: "campaign.finished",
	summary: "A campaign was completed",
	data: finished,
	example: {
		...{ campaignId: example.campaignId, campaignName: example.campaignName, link: example.link },
		finishedAt: "2026-01-05T10:00:00.000Z",
	},
};

/** A recipient whom something came back from. */
interface Source {
	ownerId: string;
	recipientId: string;
	/** From 0. */
	step: number;
}

interface Hit extends Source {
	/** The link that was clicked; null: an open. */
	url: string | null;
	at: Date;
	/** Until then the hit may turn out to be a program's. */
	sendAt: Date;
}

type Signal = z.infer<typeof opened>;

async function readSignal(
	{ database, config }: Pick<MailContext, "database" | "config">,
	{ ownerId, recipientId, step }: Source,
): Promise<Signal | null> {
	const row = await database.one<Pick<Signal, "campaignId" | "campaignName" | "email">>(
		`select c.id as "campaignId", c.name as "campaignName", r.email from campaign_recipients r
		join campaigns c on c.owner_id = r.owner_id and c.id = r.campaign_id where r.owner_id = $1 and r.id = $2`,
		[ownerId, recipientId],
	);
	if (row === undefined) return null;
	return { ...row, recipientId, message: step + 1, link: linkTo(config, row.campaignId) };
}

const linkTo = ({ baseUrl }: MailContext["config"], campaignId: string): string =>
	`${baseUrl}${tool.path}?campaign=${campaignId}`;

const messageKey = ({ recipientId, step }: Source): string => `${recipientId}/${step}`;
const clickKey = (source: Source, url: string): string => `${messageKey(source)}/${url.slice(0, MAX_DETAIL)}`;

/** Sends an open or a click by a person. */
export async function emitHit(ctx: MailContext, hit: Hit): Promise<void> {
	const { ownerId, url, at, sendAt } = hit;
	const { database } = ctx;
	if (!(await isWebhookWanted(database, ownerId, url === null ? campaignOpened : campaignClicked))) return;
	const found = await readSignal(ctx, hit);
	if (found === null) return;
	const moment = { occurredAt: at, sendAt };
	if (url === null) {
		const facts = [{ ...moment, key: messageKey(hit), data: found }];
		await emitWebhook(database, campaignOpened, { ownerId, facts });
	} else {
		const facts = [{ ...moment, key: clickKey(hit, url), data: { ...found, url } }];
		await emitWebhook(database, campaignClicked, { ownerId, facts });
	}
}

interface Scan extends Source {
	/** What was recorded of the program, as in `Hit`. */
	urls: readonly (string | null)[];
	at: Date;
}

/** Takes back hits that were a program's. */
export async function withdrawHits({ database }: Pick<MailContext, "database">, scan: Scan): Promise<void> {
	const { ownerId, urls, at: now } = scan;
	const opens = urls.includes(null) ? [messageKey(scan)] : [];
	const clicks = urls.flatMap((url) => (url === null ? [] : clickKey(scan, url)));
	await withdrawWebhook(database, campaignOpened, { ownerId, keys: opens, now });
	await withdrawWebhook(database, campaignClicked, { ownerId, keys: clicks, now });
}

/** Sends a reply by a person. */
export async function emitReply(
	ctx: MailContext,
	reply: Source & { emailId: string; receivedAt: Date },
): Promise<void> {
	const { ownerId, recipientId, emailId, receivedAt } = reply;
	const found = await readSignal(ctx, reply);
	if (found === null) return;
	const data = { ...found, emailId, receivedAt: receivedAt.toISOString() };
	const facts = [{ key: `${recipientId}/${emailId}`, occurredAt: receivedAt, data }];
	await emitWebhook(ctx.database, campaignReplied, { ownerId, facts });
}

/** Sends that a reply shows interest. */
export async function emitInterested(
	ctx: Pick<MailContext, "database" | "config">,
	reply: Source & { emailId: string; by: "rules" | "user"; at: Date },
): Promise<void> {
	const { ownerId, recipientId, emailId, by, at } = reply;
	const found = await readSignal(ctx, reply);
	if (found === null) return;
	const facts = [{ key: recipientId, occurredAt: at, data: { ...found, emailId, by } }];
	await emitWebhook(ctx.database, campaignInterested, { ownerId, facts });
}

/** Sends that a campaign was completed. */
export async function emitFinished(
	{ database, config }: Pick<MailContext, "database" | "config">,
	{ ownerId, id, name, at }: { ownerId: string; id: string; name: string; at: Date },
): Promise<void> {
	const finishedAt = at.toISOString();
	const data = { campaignId: id, campaignName: name, finishedAt, link: linkTo(config, id) };
	const facts = [{ key: `${id}/${finishedAt}`, occurredAt: at, data }];
	await emitWebhook(database, campaignFinished, { ownerId, facts });
}
