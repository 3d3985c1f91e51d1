import { notFound } from "#kernel/errors.ts";
import { type MailContext, readToken, signToken } from "#kernel/module.ts";
import { softwareName } from "#shared/brand.ts";
import { newId } from "#shared/ids.ts";
import type { Composed } from "../compose.ts";
import { htmlOf } from "../formatted.ts";
import { MAX_DETAIL, recordEvent } from "../rows.ts";
import { pageReply } from "../unsubscribe-page.ts";
import { emitHit, withdrawHits } from "../webhooks.ts";
import { isMachine } from "./machine.ts";
import { trackedHtml } from "./tracked-html.ts";

const CLICK = "campaign-click";
const OPEN = "campaign-open";
/** Opens, and clicks, of one message on its timeline, of people and of programs each; later ones are not recorded. */
const MAX_EVENTS = 20;
/** A program that follows every link does so within this time. */
const BURST_MS = 5_000;

/** A transparent picture of one pixel. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

interface Tracked {
	ownerId: string;
	recipientId: string;
	/** From 0. */
	step: number;
	tracksOpens: boolean;
	tracksClicks: boolean;
	/** The link to unsubscribe. */
	unsubscribe: string;
}

/** The HTML with tracked addresses, which carry ids, never an address; null: plain text without anything tracked. */
export function trackedContent(
	config: MailContext["config"],
	{ text, html }: Pick<Composed, "text" | "html">,
	tracked: Tracked,
): { html: string | null; links: string[] } {
	const { ownerId, recipientId, step, tracksOpens, tracksClicks, unsubscribe } = tracked;
	if (!tracksOpens && !tracksClicks) return { html, links: [] };
	const parts = [ownerId, recipientId, String(step)];
	const link = (path: string, token: string): string => new URL(`/${path}/${token}`, config.baseUrl).href;
	const content = trackedHtml(html ?? htmlOf(text), {
		clickLink: tracksClicks ? (index) => link("links", signToken(config, CLICK, [...parts, String(index)])) : null,
		openLink: tracksOpens ? link("opens", signToken(config, OPEN, parts)) : null,
		except: unsubscribe,
	});
	// The links of a plain text message show their addresses.
	return html === null && !tracksOpens ? { html: null, links: [] } : content;
}

interface Visit {
	token: string;
	request: Request;
	/** Who is signed in; null: no one. */
	callerId: string | null;
}

/**
 * Leads to the link that the message has, and nowhere else; also after the campaign was deleted.
 * @returns a page when the sender's account was deleted
 * @throws AppError 404 for an address that this server has not made
 */
export async function openTrackedLink(ctx: MailContext, { token, request, callerId }: Visit): Promise<Response> {
	const [ownerId, recipientId, step, index] = readToken(ctx.config, CLICK, token) ?? [];
	if (ownerId === undefined || recipientId === undefined) throw notFound("The link");
	const key = { ownerId, recipientId, step: Number(step) };
	const message = await readMessage(ctx, key);
	const links = message?.links ?? (await readFormerLinks(ctx, key));
	const destination = links[Number(index)];
	if (destination === undefined) return pageReply(goneText, 410);
	if (message !== null) {
		const hit = hitOf(ctx, message, request, callerId === ownerId);
		const byMachine = isMachine({ kind: "clicked", ...hit });
		await record(ctx, { ownerId, message, kind: "clicked", detail: destination, isMachine: byMachine });
	}
	return new Response(null, { status: 302, headers: { location: destination, "cache-control": "no-store" } });
}

const goneText = {
	title: "This link is no longer available",
	text: "The sender's account was deleted. Reply to the email to ask for the address.",
};

/** The invisible picture. @throws AppError 404 for an address that this server has not made */
export async function showPixel(ctx: MailContext, { token, request, callerId }: Visit): Promise<Response> {
	const [ownerId, recipientId, step] = readToken(ctx.config, OPEN, token) ?? [];
	if (ownerId === undefined || recipientId === undefined) throw notFound("The picture");
	const message = await readMessage(ctx, { ownerId, recipientId, step: Number(step) });
	if (message !== null) {
		const hit = hitOf(ctx, message, request, callerId === ownerId);
		const byMachine = isMachine({ kind: "opened", ...hit });
		await record(ctx, { ownerId, message, kind: "opened", detail: null, isMachine: byMachine });
	}
	return new Response(PIXEL, { headers: { "content-type": "image/gif", "cache-control": "no-store" } });
}

interface StepKey {
	ownerId: string;
	recipientId: string;
	step: number;
}

interface MessageRow {
	campaignId: string;
	recipientId: string;
	step: number;
	links: string[];
	sentAt: Date;
}

async function readMessage(ctx: MailContext, { ownerId, recipientId, step }: StepKey): Promise<MessageRow | null> {
	const row = await ctx.database.one<MessageRow>(
		`select campaign_id as "campaignId", recipient_id as "recipientId", step, links,
			coalesce(sent_at, handed_over_at) as "sentAt"
		from campaign_messages where owner_id = $1 and recipient_id = $2 and step = $3`,
		[ownerId, recipientId, step],
	);
	return row ?? null;
}

async function readFormerLinks(ctx: MailContext, { ownerId, recipientId, step }: StepKey): Promise<string[]> {
	const row = await ctx.database.one<{ links: string[] }>(
		"select links from campaign_former_messages where owner_id = $1 and recipient_id = $2 and step = $3",
		[ownerId, recipientId, step],
	);
	return row?.links ?? [];
}

function hitOf(ctx: MailContext, { sentAt }: MessageRow, { method, headers }: Request, isSender: boolean) {
	const userAgent = headers.get("user-agent") ?? "";
	return {
		// This server loads remote pictures for its users, the sender among them.
		...{ method, isSender: isSender || userAgent === softwareName, userAgent },
		purpose: headers.get("sec-purpose") ?? headers.get("purpose") ?? "",
		ageMs: ctx.now() - sentAt.getTime(),
	};
}

interface Recorded {
	ownerId: string;
	message: MessageRow;
	kind: "opened" | "clicked";
	detail: string | null;
	isMachine: boolean;
}

async function record(ctx: MailContext, { ownerId, message, kind, detail, isMachine: byMachine }: Recorded) {
	const { database } = ctx;
	const { campaignId, recipientId, step } = message;
	const at = new Date(ctx.now());
	await database.transaction(async () => {
		const rows = await database.query(
			"select 1 from campaign_messages where owner_id = $1 and recipient_id = $2 and step = $3 for update",
			[ownerId, recipientId, step],
		);
		if (rows.length === 0) return;
		const isScan = await isBurst(ctx, { ownerId, recipientId, step, detail, at });
		const isMachineHit = byMachine || isScan;
		const count = await countEvents(ctx, { ownerId, recipientId, step, kind, isMachine: isMachineHit });
		const event = { ownerId, campaignId, recipientId, id: newId(at.getTime()), kind, step, detail, at };
		if (count < MAX_EVENTS) await recordEvent(database, { ...event, isMachine: isMachineHit });
		const sendAt = new Date(at.getTime() + BURST_MS);
		if (!isMachineHit) await emitHit(ctx, { ownerId, recipientId, step, url: detail, at, sendAt });
		await countFirst(ctx, { ownerId, recipientId, step });
	});
}

async function countEvents(
	ctx: MailContext,
	{ ownerId, recipientId, step, kind, isMachine: byMachine }: StepKey & { kind: string; isMachine: boolean },
) {
	const row = await ctx.database.one<{ count: number }>(
		`select count(*)::int as count from campaign_events
		where owner_id = $1 and recipient_id = $2 and step = $3 and kind = $4 and is_machine = $5`,
		[ownerId, recipientId, step, kind, byMachine],
	);
	return row?.count ?? 0;
}

/**
 * The page to unsubscribe is shown. Who has followed a link in the same seconds follows every link: a scanner, which finds
 * one other link in many messages.
 */
export async function recordUnsubscribePage(
	ctx: MailContext,
	{ ownerId, recipientId }: Omit<StepKey, "step">,
): Promise<void> {
	const { database } = ctx;
	const at = new Date(ctx.now());
	const key = [ownerId, recipientId];
	await database.transaction(async () => {
		await database.exec("update campaign_recipients set unsubscribe_shown_at = $3 where owner_id = $1 and id = $2", [
			...key,
			at,
		]);
		await database.exec(
			"select from campaign_messages where owner_id = $1 and recipient_id = $2 order by step for update",
			key,
		);
		const scanned = await database.query<{ step: number; link: string }>(
			`update campaign_events set is_machine = true
			where owner_id = $1 and recipient_id = $2 and kind = 'clicked' and not is_machine and happened_at > $3
			returning step, detail as link`,
			[...key, new Date(at.getTime() - BURST_MS)],
		);
		for (const { step, link } of scanned) {
			await withdrawHits(ctx, { ownerId, recipientId, step, urls: [link], at });
			await countFirst(ctx, { ownerId, recipientId, step });
		}
	});
}

/**
 * Different links within seconds, one of which may be the one to unsubscribe: a scanner, whatever it calls itself. What was
 * recorded in these seconds is then its own, too, and so is a picture that it loads after the links.
 */
async function isBurst(
	ctx: MailContext,
	{ ownerId, recipientId, step, detail, at }: StepKey & { detail: string | null; at: Date },
): Promise<boolean> {
	// As events have it.
	const link = detail?.slice(0, MAX_DETAIL) ?? null;
	const values = [ownerId, recipientId, step, new Date(at.getTime() - BURST_MS)];
	const recent =
		"owner_id = $1 and recipient_id = $2 and step = $3 and kind in ('opened', 'clicked') and happened_at > $4";
	const seen = await ctx.database.one<{ links: number }>(
		`select count(distinct link)::int as links from (
			select detail as link from campaign_events where ${recent} and kind = 'clicked'
			union all select $5::text where $5::text is not null
			union all select '' from campaign_recipients
				where owner_id = $1 and id = $2 and unsubscribe_shown_at > $4) as clicked`,
		[...values, link],
	);
	if ((seen?.links ?? 0) < 2) return false;
	const scanned = await ctx.database.query<{ link: string | null }>(
		`update campaign_events set is_machine = true where ${recent} returning detail as link`,
		values,
	);
	await withdrawHits(ctx, { ownerId, recipientId, step, urls: scanned.map((hit) => hit.link), at });
	return true;
}

/** What the rates count: the first open and the first click by a person. */
async function countFirst(ctx: MailContext, { ownerId, recipientId, step }: StepKey): Promise<void> {
	const first = `(select min(e.happened_at) from campaign_events e where e.owner_id = $1 and e.recipient_id = $2
		and e.step = $3 and not e.is_machine`;
	await ctx.database.exec(
		`update campaign_messages set opened_at = ${first} and e.kind in ('opened', 'clicked')),
			clicked_at = ${first} and e.kind = 'clicked')
		where owner_id = $1 and recipient_id = $2 and step = $3`,
		[ownerId, recipientId, step],
	);
}
