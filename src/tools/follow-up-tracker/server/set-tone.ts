import { conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { ReplyTone } from "../states.ts";
import { readRecipient } from "./rows.ts";
import { toneOf } from "./tone/tone.ts";
import { emitInterested } from "./webhooks.ts";

type Context = Pick<MailContext, "database" | "config">;

interface Reply {
	ownerId: string;
	recipientId: string;
	/** Of the message that is answered, from 0. */
	step: number;
	emailId: string;
	/** What its sender wrote. */
	text: string;
	receivedAt: Date;
}

/** What the rules say about a reply; it changes nothing that the user has decided. */
export async function proposeTone(ctx: Context, reply: Reply): Promise<void> {
	const { ownerId, recipientId, text, receivedAt } = reply;
	const tone = toneOf(text);
	if (tone === null) return;
	const changed = await ctx.database.query(
		`update campaign_recipients set tone = $3, tone_source = 'rules'
		where owner_id = $1 and id = $2 and tone_source is distinct from 'user' returning id`,
		[ownerId, recipientId, tone],
	);
	if (tone === "interested" && changed.length > 0) await emitInterested(ctx, { ...reply, by: "rules", at: receivedAt });
}

/** The user's word. @param tone null: none of them. @throws AppError 404, 409 `no-reply` */
export async function setTone(
	ctx: Context & Pick<MailContext, "now">,
	{ ownerId, recipientId, tone }: { ownerId: string; recipientId: string; tone: ReplyTone | null },
): Promise<void> {
	const { database } = ctx;
	await database.transaction(async () => {
		const { state } = await readRecipient(database, ownerId, recipientId, { lock: "for update" });
		if (state !== "replied") throw conflict("no-reply", "This recipient has not replied.");
		await database.exec(
			"update campaign_recipients set tone = $3, tone_source = 'user' where owner_id = $1 and id = $2",
			[ownerId, recipientId, tone],
		);
		const reply = tone === "interested" ? await lastReply(database, ownerId, recipientId) : undefined;
		if (reply) await emitInterested(ctx, { ...reply, ownerId, recipientId, by: "user", at: new Date(ctx.now()) });
	});
}

/** The latest reply that is stored as an email. */
function lastReply(database: MailContext["database"], ownerId: string, recipientId: string) {
	return database.one<{ step: number; emailId: string }>(
		`select coalesce(step, 0) as step, email_id as "emailId" from campaign_events
		where owner_id = $1 and recipient_id = $2 and kind = 'replied' and email_id is not null
		order by happened_at desc, id desc limit 1`,
		[ownerId, recipientId],
	);
}
