import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useDark } from "#web/lib/theme.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { Email } from "../../mail.ts";
import { t } from "../../reader-text.ts";
import { useSearchMatches } from "../../search-matches.ts";
import type { Destination } from "../links/links.ts";
import { useLinkSheet } from "../links/open-link.tsx";
import { markMatches } from "../marks/mark-matches.ts";
import { listenToFrame } from "./frame-events.ts";
import { fitFrame } from "./frame-fit.ts";
import { injectFont } from "./frame-font.ts";
import { framePage, themeFor } from "./frame-page.ts";
import type { SafeHtml } from "./safe-html.ts";
import { useImageSenders } from "./use-image-senders.ts";
import { usePictures } from "./use-pictures.ts";

/**
 * A message's HTML in a sandboxed frame.
 *
 * `allow-same-origin` without `allow-scripts`: no script can run in the frame, so sharing our origin gives the mail
 * nothing, while the parent page can insert clean nodes without serializing them again, measure them, and
 * listen to pointer and keys. Links open in new tabs.
 */
const sandbox = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";

interface HtmlBodyProps {
	email: Email;
	safe: SafeHtml;
	/** The frame could not be filled. */
	onFailure: () => void;
}

/** A sanitized HTML message, with a notice about its images. */
export function HtmlBody({ email, safe, onFailure }: HtmlBodyProps) {
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
			<Frame safe={safe} subject={email.subject} onFailure={onFailure} />
			{pictures.trackers > 0 && <p className="text-12 text-ink-3">{t.message.trackersBlocked(pictures.trackers)}</p>}
		</div>
	);
}

interface FrameProps {
	safe: SafeHtml;
	subject: string;
	onFailure: () => void;
}

function Frame({ safe, subject, onFailure }: FrameProps) {
	const showSheet = useLinkSheet();
	const failed = useEffectEvent(onFailure);
	const openLink = useEffectEvent(showSheet);
	const frame = useRef<HTMLIFrameElement>(null);
	const dark = useDark();
	const matches = useSearchMatches();
	const [hint, setHint] = useState<Destination | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the colors are read from the page and change with the theme
	const page = useMemo(() => framePage(themeFor(safe.colours)), [safe, dark]);

	useEffect(() => {
		const element = frame.current;
		if (!element) return;
		let stop = () => {};
		const fillPage = (document: Document) => {
			document.head.append(...safe.styles);
			for (const name of ["bgcolor", "style", "class", "dir", "lang"]) {
				const value = safe.body.getAttribute(name);
				if (value !== null) document.body.setAttribute(name, value);
			}
			document.body.replaceChildren(...safe.body.childNodes);
			void injectFont(element);
			const stopFit = fitFrame(element);
			const stopHearing = listenToFrame(document, setHint, openLink);
			const unmark = markMatches(document.body, matches);
			stop = () => {
				unmark();
				stopFit();
				stopHearing();
				// Moved back into the inert document, for the next render.
				safe.body.replaceChildren(...document.body.childNodes);
			};
		};
		const fill = () => {
			stop();
			const document = element.contentDocument;
			// The initial empty document has no policy: nothing is inserted before ours has loaded.
			if (!document?.querySelector("meta[http-equiv]")) return;
			try {
				fillPage(document);
			} catch {
				// Errors in event handlers reach no error boundary: the text is shown instead.
				failed();
			}
		};
		element.addEventListener("load", fill);
		element.srcdoc = page;
		return () => {
			element.removeEventListener("load", fill);
			stop();
		};
	}, [safe, page, matches]);

	return (
		<div className={cx("relative", safe.colours === "paper" && "overflow-hidden rounded-2")}>
			<iframe
				ref={frame}
				sandbox={sandbox}
				title={t.message.messageTitle(subject || t.message.noSubject)}
				referrerPolicy="no-referrer"
				className="block h-8 w-full border-0"
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
