import { useEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "#web/lib/format.ts";
import { useDark } from "#web/lib/theme.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { Email } from "../../mail.ts";
import { fitFrame } from "./frame-fit.ts";
import { lendFont } from "./frame-font.ts";
import { framePage, lookFor } from "./frame-page.ts";
import { destination } from "./links.ts";
import { foldQuoted } from "./quoted-html.ts";
import { type SafeHtml, safeHtml } from "./safe-html.ts";
import { usePictures } from "./use-pictures.ts";

/**
 * A message's HTML in a frame that can run nothing.
 *
 * `allow-same-origin` without `allow-scripts`: no script can run in the frame, so being of our origin gives the mail
 * nothing, while we outside can put clean nodes into it without writing them out as text again, measure them, and
 * hear pointer and keys. Links open as pages of their own.
 */
const sandbox = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";

interface HtmlBodyProps {
	email: Email;
	/** Within the budget. */
	html: string;
	/** Earlier messages stand above: fold what this one quotes. */
	fold: boolean;
}

export function HtmlBody({ email, html, fold }: HtmlBodyProps) {
	const safe = useMemo(() => {
		const made = safeHtml(html);
		if (fold) foldQuoted(made.body);
		return made;
	}, [html, fold]);
	const [allowed, setAllowed] = useState(false);
	const pictures = usePictures(email, safe.slots, allowed);
	return (
		<div className="flex flex-col gap-3">
			{pictures.blocked > 0 && !allowed && (
				<Notice
					tone="blue"
					action={
						<Button size="small" onClick={() => setAllowed(true)}>
							Show images
						</Button>
					}
				>
					{formatCount(pictures.blocked, "remote image")} not loaded, so that the sender does not learn when and where
					you read this.
				</Notice>
			)}
			{allowed && pictures.failed > 0 && (
				<Notice tone="amber">{formatCount(pictures.failed, "image")} could not be loaded.</Notice>
			)}
			<Frame safe={safe} subject={email.subject} />
			{pictures.trackers > 0 && (
				<p className="text-12 text-ink-3">
					{formatCount(pictures.trackers, "invisible image")} that would only tell the sender that you read this{" "}
					{pictures.trackers === 1 ? "stays" : "stay"} blocked.
				</p>
			)}
		</div>
	);
}

function Frame({ safe, subject }: { safe: SafeHtml; subject: string }) {
	const frame = useRef<HTMLIFrameElement>(null);
	const dark = useDark();
	const [hint, setHint] = useState<ReturnType<typeof destination> | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the look is read from the page and changes with the theme
	const page = useMemo(() => framePage(lookFor(safe.colours)), [safe, dark]);

	useEffect(() => {
		const element = frame.current;
		if (!element) return;
		let stop = () => {};
		const fill = () => {
			stop();
			const document = element.contentDocument;
			// The empty page that stands there before ours arrives has no policy: nothing is put into it.
			if (!document?.querySelector("meta[http-equiv]")) return;
			document.head.append(...safe.styles);
			for (const name of ["bgcolor", "style", "class", "dir", "lang"]) {
				const value = safe.body.getAttribute(name);
				if (value !== null) document.body.setAttribute(name, value);
			}
			document.body.replaceChildren(...safe.body.childNodes);
			void lendFont(element);
			const stopFit = fitFrame(element);
			const stopHearing = hearFrame(document, setHint);
			stop = () => {
				stopFit();
				stopHearing();
				// Back into the inert document, for the next time.
				safe.body.replaceChildren(...document.body.childNodes);
			};
		};
		element.addEventListener("load", fill);
		element.srcdoc = page;
		return () => {
			element.removeEventListener("load", fill);
			stop();
		};
	}, [safe, page]);

	return (
		<div className={cx("relative", safe.colours === "paper" && "overflow-hidden rounded-2")}>
			<iframe
				ref={frame}
				sandbox={sandbox}
				title={`Message: ${subject || "(No subject)"}`}
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
							Says {hint.pretends}, leads to <strong>{hint.shown}</strong>
						</>
					) : (
						hint.shown
					)}
				</p>
			)}
		</div>
	);
}

/** Listens from outside: where links lead, jumps inside the message, and the app's shortcuts. */
function hearFrame(inside: Document, setHint: (hint: ReturnType<typeof destination> | null) => void): () => void {
	const stop = new AbortController();
	const { signal } = stop;
	const linkAt = (event: Event) => (event.target as Element | null)?.closest?.("a[href]") ?? null;
	const show = (event: Event) => {
		const link = linkAt(event);
		const href = link?.getAttribute("href") ?? "";
		setHint(link && !href.startsWith("#") ? destination(href, link.textContent ?? "") : null);
	};
	for (const name of ["mouseover", "focusin"]) inside.addEventListener(name, show, { signal });
	for (const name of ["mouseleave", "focusout"]) inside.addEventListener(name, () => setHint(null), { signal });
	inside.addEventListener(
		"click",
		(event) => {
			const href = linkAt(event)?.getAttribute("href") ?? "";
			if (!href.startsWith("#")) return;
			event.preventDefault();
			inside.getElementById(href.slice(1))?.scrollIntoView({ block: "start" });
		},
		{ signal },
	);
	inside.addEventListener(
		"keydown",
		(event) => {
			const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
			const onLink = (key === "Enter" || key === " ") && (event.target as Element | null)?.closest?.("a, summary");
			if (onLink || key === "Tab") return;
			const passed = new KeyboardEvent("keydown", {
				key,
				code,
				ctrlKey,
				metaKey,
				altKey,
				shiftKey,
				bubbles: true,
				cancelable: true,
			});
			if (!document.dispatchEvent(passed)) event.preventDefault();
		},
		{ signal },
	);
	return () => {
		stop.abort();
		setHint(null);
	};
}
