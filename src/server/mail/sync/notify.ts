import type { MailContext } from "../context/context.ts";

/** Minimum interval between notifications to browsers. */
const EVERY_MS = 500;

/**
 * Notifies open browsers that an account's mail changed, at most twice a second; the last change is always reported.
 */
export function createNotifier(ctx: Pick<MailContext, "events">, ownerId: string, accountId: string) {
	let timer: NodeJS.Timeout | null = null;
	let isDue = false;
	const publish = (): void => {
		isDue = false;
		ctx.events.publish(ownerId, { type: "mail", accountId });
		timer = setTimeout(() => {
			timer = null;
			if (isDue) publish();
		}, EVERY_MS);
	};
	return {
		changed(): void {
			if (timer === null) publish();
			else isDue = true;
		},
		close(): void {
			if (timer !== null) clearTimeout(timer);
			if (isDue) ctx.events.publish(ownerId, { type: "mail", accountId });
		},
	};
}
