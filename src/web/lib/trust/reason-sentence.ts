import type { MessageWarning } from "#shared/contracts/emails.ts";
import { t } from "./text.ts";

/** A reason to be careful, in a sentence. */
export function reasonSentence({ kind, about, other }: MessageWarning): string {
	return t.trust.reasons[kind](about, other);
}
