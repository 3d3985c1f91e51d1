import type { MessageWarning } from "#shared/contracts/emails.ts";
import type { TrustVerdict } from "#shared/mail/trust.ts";
import { t } from "./text.ts";

/**
 * A reason to be careful, in a sentence.
 * @param verdict on the message: of a forged one, a failed check of its sender is certain
 */
export function reasonSentence(
	{ kind, about, other }: MessageWarning,
	verdict: TrustVerdict | null | undefined,
): string {
	if (verdict === "forged" && kind === "not_authentic") return t.trust.forged(about);
	return t.trust.reasons[kind](about, other);
}
