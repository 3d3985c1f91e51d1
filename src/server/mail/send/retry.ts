/** Delays before the second and further attempts, in minutes; together about a day. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 480, 720];
/** @returns when to try again after this many attempts; null: no more */
export function nextAttempt(attempts: number, now: number): Date | null {
	const minutes = RETRY_MINUTES[attempts - 1];
	return minutes === undefined ? null : new Date(now + minutes * 60_000);
}
