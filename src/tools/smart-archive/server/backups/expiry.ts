const DAY_MS = 86_400_000;

/** The expiry of files that are kept: every artifact has one. */
const NEVER = new Date("9999-12-31T00:00:00Z");

/** @param keepDays null: until the user deletes it */
export function expiryAfter(now: number, keepDays: number | null): Date {
	return keepDays === null ? NEVER : new Date(now + keepDays * DAY_MS);
}

/** ISO 8601; null: never. */
export function presentExpiry(expiresAt: Date): string | null {
	return expiresAt.getTime() >= NEVER.getTime() ? null : expiresAt.toISOString();
}
