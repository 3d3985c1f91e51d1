import { Check } from "lucide-react";
import { useMemo, useState } from "react";
import { type FrameProblem, slowReason } from "#web/lib/mail-html/frame/mail-frame.tsx";
import { type Extent, safeHtml } from "#web/lib/mail-html/safe-html.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { Email } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { HtmlBody } from "./html/html-body.tsx";
import { foldQuoted } from "./html/quoted-html.ts";
import { OriginalButton } from "./original-dialog.tsx";
import { TextBody } from "./text/text-body.tsx";

interface MessageBodyProps {
	email: Email;
	/** Show plain text. */
	asText: boolean;
	/** Fold quoted text. */
	fold: boolean;
}

/** A message's body: HTML where available and possible, otherwise plain text. */
export function MessageBody({ email, asText, fold }: MessageBodyProps) {
	if (email.html === null || asText) return <TextBody text={email.text} senderName={nameOf(email)} fold={fold} />;
	return (
		<ErrorBoundary resetKey={email.html} fallback={() => <TextInstead email={email} fold={fold} />}>
			<Formatted email={email} html={email.html} fold={fold} />
		</ErrorBoundary>
	);
}

/** How the sender is called: a signature without a delimiter is found by it. */
function nameOf({ senderName, senderEmail }: Email): string {
	return senderName === "" ? senderEmail : senderName;
}

interface FormattedProps {
	email: Email;
	html: string;
	fold: boolean;
}

function Formatted({ email, html, fold }: FormattedProps) {
	const formatted = useMemo(() => prepare(html, "full", fold), [html, fold]);
	const [problem, setProblem] = useState<FrameProblem | null>(null);
	if (problem === "failed" || formatted === null) return <TextInstead email={email} fold={fold} />;
	const excess = problem === "slow" ? slowReason : formatted.excess;
	if (excess !== null) return <Excessive email={email} html={html} fold={fold} excess={excess} />;
	return <HtmlBody email={email} safe={formatted} onProblem={setProblem} />;
}

function prepare(html: string, extent: Extent, fold: boolean) {
	const safe = safeHtml(html, extent);
	if (safe && fold) foldQuoted(safe.body);
	return safe;
}

/** Too expensive to render at once: plain text, and on request the reduced HTML. */
function Excessive({ email, html, fold, excess }: FormattedProps & { excess: string }) {
	const [anyway, setAnyway] = useState(false);
	return (
		<div className="flex flex-col gap-4">
			<Notice tone="amber">
				<p>{anyway ? t.message.simplified : t.message.couldFreeze(excess)}</p>
				<div className="mt-2 mb-1 flex flex-wrap gap-2">
					<Button
						size="small"
						icon={anyway ? undefined : Check}
						aria-pressed={!anyway}
						onClick={() => setAnyway(false)}
					>
						{t.message.showPlainText}
					</Button>
					<Button size="small" icon={anyway ? Check : undefined} aria-pressed={anyway} onClick={() => setAnyway(true)}>
						{t.message.showAnyway}
					</Button>
					<OriginalButton email={email} />
				</div>
			</Notice>
			{anyway ? (
				<Reduced email={email} html={html} fold={false} />
			) : (
				<TextBody text={email.text} senderName={nameOf(email)} fold={fold} />
			)}
		</div>
	);
}

function Reduced({ email, html, fold }: FormattedProps) {
	const safe = useMemo(() => prepare(html, "reduced", fold), [html, fold]);
	const [failed, setFailed] = useState(false);
	if (failed || safe === null) return <TextInstead email={email} fold={fold} />;
	return <HtmlBody email={email} safe={safe} onProblem={() => setFailed(true)} />;
}

/** Fallback for HTML without visible content, or that fails. */
function TextInstead({ email, fold }: { email: Email; fold: boolean }) {
	const hasText = email.text.trim() !== "";
	return (
		<div className="flex flex-col gap-4">
			<Notice tone="blue" action={<OriginalButton email={email} />}>
				{hasText ? t.message.cantShowFormatted : t.message.nothingSafe}
			</Notice>
			{hasText && <TextBody text={email.text} senderName={nameOf(email)} fold={fold} />}
		</div>
	);
}
