import { Button } from "#web/ui/button/button.tsx";
import type { DraftRecipient } from "../../contract.ts";
import { t } from "../base/text.ts";

/** Of the recipients who did not get a message; the rest are counted. */
const MOST_SHOWN = 5;

type Failed = DraftRecipient & { state: Exclude<DraftRecipient["state"], "pending" | "accepted"> };
const isFailed = (one: DraftRecipient): one is Failed => one.state !== "pending" && one.state !== "accepted";

interface RecipientResultsProps {
	recipients: readonly DraftRecipient[];
	onAllow: (address: string) => void;
}

/** Who did not get a message, and why: in the mail server's words where it gave any. */
export function RecipientResults({ recipients, onAllow }: RecipientResultsProps) {
	const failed = recipients.filter(isFailed);
	if (failed.length === 0) return null;
	return (
		<ul aria-label={t.page.notReached} className="mt-1 flex flex-col gap-1 text-13">
			{failed.slice(0, MOST_SHOWN).map(({ address, state, reply }) => (
				<li key={address} className="flex flex-wrap items-center gap-x-2">
					<span className="min-w-0 break-words">
						<span className="font-medium">{address}</span>
						{": "}
						{t.page.results[state](reply ?? "")}
					</span>
					{state === "suppressed" && (
						<Button size="small" aria-label={t.recipients.allow(address)} onClick={() => onAllow(address)}>
							{t.recipients.allowShort}
						</Button>
					)}
				</li>
			))}
			{failed.length > MOST_SHOWN && <li className="text-ink-3">{t.page.moreResults(failed.length - MOST_SHOWN)}</li>}
		</ul>
	);
}
