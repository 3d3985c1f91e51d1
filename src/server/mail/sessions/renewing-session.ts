import type { MailContext } from "../context/context.ts";
import type { ProviderSession } from "../provider/session.ts";
import { type OpenSession, openSession } from "./session.ts";

/** Replaces a broken session: the next call opens a new one. The caller remains responsible for closing the first. */
export function renewingSession(ctx: MailContext, ownerId: string, accountId: string, first: OpenSession) {
	let open: Promise<OpenSession> = Promise.resolve(first);
	const others: OpenSession[] = [];
	const another = async (): Promise<OpenSession> => {
		const next = await openSession(ctx, ownerId, accountId);
		others.push(next);
		return next;
	};
	return {
		async current(): Promise<ProviderSession> {
			const mine = open;
			const settled = await mine.catch(() => null);
			// The first caller to notice that the session broke opens the next one for all.
			if ((settled === null || settled.retired.aborted) && open === mine) open = another();
			return (await open).session;
		},
		async close(): Promise<void> {
			await Promise.all(others.map(({ session }) => session.close()));
		},
	};
}
