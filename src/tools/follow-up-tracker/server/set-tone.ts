import { conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { ReplyTone } from "../states.ts";
import { readRecipient } from "./rows.ts";
import { toneOf } from "./tone/tone.ts";

/** What the rules say about a reply; it changes nothing that the user has decided. */
export async function proposeTone(
	{ database }: Pick<MailContext, "database">,
	{ ownerId, recipientId, text }: { ownerId: string; recipientId: string; text: string },
): Promise<void> {
	const tone = toneOf(text);
	if (tone === null) return;
	await database.exec(
		`update campaign_recipients set tone = $3, tone_source = 'rules'
		where owner_id = $1 and id = $2 and tone_source is distinct from 'user'`,
		[ownerId, recipientId, tone],
	);
}

/** The user's word. @param tone null: none of them. @throws AppError 404, 409 `no-reply` */
export async function setTone(
	{ database }: Pick<MailContext, "database">,
	{ ownerId, recipientId, tone }: { ownerId: string; recipientId: string; tone: ReplyTone | null },
): Promise<void> {
	await database.transaction(async () => {
		const { state } = await readRecipient(database, ownerId, recipientId, { lock: "for update" });
		if (state !== "replied") throw conflict("no-reply", "This recipient has not replied.");
		await database.exec(
			"update campaign_recipients set tone = $3, tone_source = 'user' where owner_id = $1 and id = $2",
			[ownerId, recipientId, tone],
		);
	});
}
