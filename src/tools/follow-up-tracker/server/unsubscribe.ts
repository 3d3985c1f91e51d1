import { notFound } from "#kernel/errors.ts";
import { type MailContext, readToken } from "#kernel/module.ts";
import { hasUnsubscribed, suppress } from "#kernel/send.ts";
import { brand } from "#shared/brand.ts";
import { newId } from "#shared/ids.ts";
import { TEST_UNSUBSCRIBE, UNSUBSCRIBE } from "./compose.ts";
import { finishIfDone } from "./finish.ts";
import { recordUnsubscribePage } from "./tracking/tracking.ts";
import { pageReply } from "./unsubscribe-page.ts";

/**
 * The public opt-out (RFC 8058): GET shows a page and unsubscribes no one, since mail scanners follow links; POST acts. It
 * works without sign-in and without JavaScript, also after the campaign was deleted, because the token is signed.
 */

interface Person {
	ownerId: string;
	recipientId: string;
	/** Null: the sender's account was deleted. */
	email: string | null;
	/** Null: the campaign was deleted. */
	campaignId: string | null;
	hasUnsubscribed: boolean;
}

/** @throws AppError 404, which a browser gets as a page */
export async function showUnsubscribe(ctx: MailContext, token: string, request: Request): Promise<Response> {
	if (isTest(ctx, token)) return pageReply(testText);
	const person = await personOf(ctx, token);
	if (person === null) return unknownLink(request);
	if (person.campaignId !== null) await recordUnsubscribePage(ctx, person);
	return pageReply(person.hasUnsubscribed ? doneText : { ...askText, button: "Unsubscribe" });
}

/** Adds the recipient to the sender's suppression list, and ends every sequence. */
export async function unsubscribe(ctx: MailContext, token: string, request: Request): Promise<Response> {
	if (isTest(ctx, token)) return pageReply(testText);
	const person = await personOf(ctx, token);
	if (person === null) return unknownLink(request);
	if (person.email !== null) await optOut(ctx, person, person.email);
	return pageReply(doneText);
}

async function optOut(ctx: MailContext, person: Person, email: string): Promise<void> {
	const { ownerId, recipientId, campaignId } = person;
	const { database } = ctx;
	const now = new Date(ctx.now());
	await database.transaction(async () => {
		const entry = { target: email, source: "unsubscribe" as const, reason: "Unsubscribed from a campaign" };
		await suppress(database, ownerId, entry, { now });
		const ended = await database.query<{ id: string }>(
			`update campaign_recipients set state = 'unsubscribed', next_at = null, away_until = null, changed_at = $3
			where owner_id = $1 and lower(email) = lower($2) and (id = $4 or state = 'waiting')
				and state not in ('excluded', 'bounced', 'unsubscribed') returning id`,
			[ownerId, email, now, recipientId],
		);
		if (campaignId === null || !ended.some(({ id }) => id === recipientId)) return;
		await database.exec(
			`insert into campaign_events (owner_id, id, campaign_id, recipient_id, kind, is_machine, happened_at)
			values ($1, $2, $3, $4, 'unsubscribed', false, $5)`,
			[ownerId, newId(now.getTime()), campaignId, recipientId, now],
		);
	});
	if (campaignId !== null) await finishIfDone(ctx, ownerId, campaignId);
}

async function personOf(ctx: MailContext, token: string): Promise<Person | null> {
	const [ownerId, recipientId, ...rest] = readToken(ctx.config, UNSUBSCRIBE, token) ?? [];
	if (ownerId === undefined || recipientId === undefined || rest.length > 0) return null;
	const row = await ctx.database.one<{ email: string; campaignId: string | null }>(
		`select email, campaign_id as "campaignId" from campaign_recipients where owner_id = $1 and id = $2
		union all select email, null from campaign_former_recipients where owner_id = $1 and id = $2`,
		[ownerId, recipientId],
	);
	const { email = null, campaignId = null } = row ?? {};
	const isOut = email !== null && (await hasUnsubscribed(ctx.database, ownerId, email));
	return { ownerId, recipientId, email, campaignId, hasUnsubscribed: isOut };
}

/** Whether a token is of a test message. */
const isTest = (ctx: MailContext, token: string): boolean => readToken(ctx.config, TEST_UNSUBSCRIBE, token) !== null;

/** Programs get the problem, people a page. */
function unknownLink(request: Request): Response {
	if (request.headers.get("accept")?.includes("text/html") !== true) throw notFound("The link");
	return pageReply(unknownText, 404);
}

const askText = {
	title: "Unsubscribe",
	text: "You will get no more emails of this kind from the sender. It takes effect at once.",
};
const doneText = {
	title: "You are unsubscribed",
	text: "You will get no more emails of this kind from the sender.",
};
const testText = {
	title: "This is a test email",
	text: "Recipients of the campaign unsubscribe here. In a test, nobody is unsubscribed.",
};
const unknownText = {
	title: "This link does not work",
	get text() {
		return `It is incomplete, or it is not from ${brand.name}. Open the link from the email again, or reply to the email with the word “unsubscribe”.`;
	},
};
