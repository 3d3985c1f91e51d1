/** Delays before the second and further attempts, in minutes; together about a day. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 480, 720];
const DAY_MS = 86_400_000;
/** Delay after the last of them, in minutes, when attempts that the user asked for were among them. */
const LATER_MINUTES = 60;

/**
 * @param message.attempts how often it was tried
 * @returns when to try again; null: no more, after a day
 */
export function nextAttempt(
	{ attempts, created_at: createdAt }: { attempts: number; created_at: Date },
	now: number,
): Date | null {
	const isYoung = now - createdAt.getTime() < DAY_MS;
	const minutes = RETRY_MINUTES[attempts - 1] ?? (isYoung ? LATER_MINUTES : undefined);
	return minutes === undefined ? null : new Date(now + minutes * 60_000);
}
