import { useCallback, useState } from "react";
import { type FrameProblem, MailFrame } from "#web/lib/mail-html/frame/mail-frame.tsx";
import type { Destination } from "#web/lib/mail-html/links.ts";
import type { SafeHtml } from "#web/lib/mail-html/safe-html.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { Email } from "../../base/mail.ts";
import { t } from "../../base/reader-text.ts";
import { useSearchMatches } from "../../base/search-matches.ts";
import { useLinkSheet } from "../links/open-link.tsx";
import { markMatches } from "../marks/mark-matches.ts";
import { listenToFrame } from "./frame-events.ts";
import { useImageSenders } from "./use-image-senders.ts";
import { usePictures } from "./use-pictures.ts";

interface HtmlBodyProps {
	email: Email;
	safe: SafeHtml;
	onProblem: (problem: FrameProblem) => void;
}

/** A sanitized HTML message, with a notice about its images. */
export function HtmlBody({ email, safe, onProblem }: HtmlBodyProps) {
	const { isTrusted, trust } = useImageSenders();
	const [shown, setShown] = useState(false);
	const allowed = shown || isTrusted(email.senderEmail);
	const pictures = usePictures(email, safe.slots, allowed);
	return (
		<div className="flex flex-col gap-3">
			{pictures.blocked > 0 && !allowed && (
				<Notice
					tone="blue"
					action={
						<span className="flex flex-wrap gap-1.5">
							<Button size="small" onClick={() => setShown(true)}>
								{t.message.showImages}
							</Button>
							{email.senderEmail !== "" && (
								<Button size="small" variant="ghost" onClick={() => trust(email.senderEmail)}>
									{t.message.alwaysForSender}
								</Button>
							)}
						</span>
					}
				>
					{t.message.imagesBlocked(pictures.blocked)}
				</Notice>
			)}
			{allowed && pictures.failed > 0 && (
				<Notice
					tone="amber"
					action={
						<Button size="small" busy={pictures.loading} onClick={pictures.retry}>
							{t.message.tryAgain}
						</Button>
					}
				>
					{t.message.imagesFailed(pictures.failed)}
				</Notice>
			)}
			<Frame safe={safe} subject={email.subject} onProblem={onProblem} />
			{pictures.trackers > 0 && <p className="text-12 text-ink-3">{t.message.trackersBlocked(pictures.trackers)}</p>}
		</div>
	);
}

interface FrameProps extends Pick<HtmlBodyProps, "safe" | "onProblem"> {
	subject: string;
}

function Frame({ safe, subject, onProblem }: FrameProps) {
	const openLink = useLinkSheet();
	const matches = useSearchMatches();
	const [hint, setHint] = useState<Destination | null>(null);
	const decorate = useCallback(
		(document: Document) => {
			const stopHearing = listenToFrame(document, setHint, openLink);
			const unmark = markMatches(document.body, matches);
			return () => {
				unmark();
				stopHearing();
			};
		},
		[matches, openLink],
	);
	return (
		<div className="relative">
			<MailFrame
				safe={safe}
				title={t.message.messageTitle(subject || t.message.noSubject)}
				onProblem={onProblem}
				decorate={decorate}
				hasLinks
			/>
			{hint && (
				<p
					role="status"
					className="pointer-events-none sticky bottom-2 mt-2 w-fit max-w-full truncate rounded-1 bg-ink px-2 py-1 text-12 text-paper"
				>
					{hint.pretends ? (
						<>
							{t.message.linkMismatch(hint.pretends)} <strong>{hint.shown}</strong>
						</>
					) : (
						hint.shown
					)}
				</p>
			)}
		</div>
	);
}
