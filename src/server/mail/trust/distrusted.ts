import { DISTRUSTED } from "#shared/mail/trust.ts";

const NAMES = DISTRUSTED.map((verdict) => `'${verdict}'`).join(", ");

/**
 * SQL: whether a stored message is not to be acted upon. Never null, so that `not` also finds mail that was not judged; the
 * partial index `emails_distrusted` serves it.
 * @param alias of `emails`, or of a view with its column `trust`
 */
export function distrusted(alias: string): string {
	return `(${alias}.trust is not null and ${alias}.trust in (${NAMES}))`;
}
