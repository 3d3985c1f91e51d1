import type { ChangeableAccount } from "#kernel/changes.ts";
import type { NewMail } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { firstTimeSenders, type MessageToScreen, messagesToScreen } from "./first-time.ts";
import { block, quarantine } from "./quarantine.ts";
import { addWaiting, readSetting, type SenderState, statesOf } from "./store.ts";

/** Lists first-time senders, quarantines their mail until the user has decided, and blocks mail of blocked senders. */
export async function screen(ctx: MailContext, mail: NewMail, account: ChangeableAccount): Promise<void> {
	const setting = await readSetting(ctx.database, mail);
	if (!setting.isOn) return;
	const messages = await messagesToScreen(ctx, mail);
	if (messages.length === 0) return;
	const senders = [...new Set(messages.map(({ email }) => email))];
	const states = await statesOf(ctx.database, mail, senders);
	const unknown = senders.filter((email) => !states.has(email));
	const firstTime = unknown.length === 0 ? new Set<string>() : await firstTimeSenders(ctx, mail, unknown);
	if (firstTime.size > 0) {
		await addWaiting(ctx.database, mail, firstOf(messages, firstTime));
		for (const email of firstTime) states.set(email, "waiting");
		ctx.events.publish(mail.ownerId, { type: "mail", accountId: mail.accountId });
	}
	const of = (state: SenderState): string[] =>
		messages.filter(({ email }) => states.get(email) === state).map(({ id }) => id);
	if (setting.quarantines) await quarantine(ctx, mail.ownerId, account, of("waiting"));
	await block(ctx, mail.ownerId, account, of("blocked"));
}

/** The first message of each sender; messages are sorted oldest first. */
function firstOf(messages: readonly MessageToScreen[], senders: ReadonlySet<string>) {
	const first = new Map<string, { email: string; name: string; firstAt: Date }>();
	for (const { email, name, receivedAt } of messages)
		if (senders.has(email) && !first.has(email)) first.set(email, { email, name, firstAt: receivedAt });
	return [...first.values()];
}
