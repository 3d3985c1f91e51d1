import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import type { MessageWarning } from "#shared/contracts/emails.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { Email, EmailItem } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { useChanges } from "../changes/use-changes.ts";

/** Reasons to be careful with a message, and what to do about it. Renders nothing if there are none. */
export function WarningNotice({ item, email }: { item: EmailItem; email: Email }) {
	const changes = useChanges();
	const [isHidden, setHidden] = useState(false);
	if (email.warnings.length === 0 || isHidden) return null;
	return (
		<Notice tone="red" onDismiss={() => setHidden(true)}>
			<p className="font-semibold">{t.warnings.title}</p>
			<ul className="mt-1 flex list-disc flex-col gap-0.5 pl-4">
				{email.warnings.map((warning) => (
					<li key={`${warning.kind} ${warning.about}`}>{sentenceOf(warning)}</li>
				))}
			</ul>
			<p className="mt-1 text-ink-2">{t.warnings.advice}</p>
			{item.folder !== "spam" && (
				<div className="mt-2 mb-1">
					<Button size="small" icon={ShieldAlert} onClick={() => void changes.apply({ type: "spam" }, [item])}>
						{t.message.moveToSpam}
					</Button>
				</div>
			)}
		</Notice>
	);
}

function sentenceOf({ kind, about, other }: MessageWarning): string {
	switch (kind) {
		case "not_authentic":
			return t.warnings.notAuthentic(about);
		case "no_domain":
			return t.warnings.noDomain(about, other);
		case "hidden_letters":
			return t.warnings.hiddenLetters(about);
		case "foreign_letters":
			return t.warnings.foreignLetters(about, other);
		case "look_alike":
			return t.warnings.lookAlike(about, other);
		case "borrowed_name":
			return t.warnings.borrowedName(about, other);
		case "named_address":
			return t.warnings.namedAddress(about, other);
		case "link":
			return t.warnings.link(about, other);
		case "numeric_link":
			return t.warnings.numericLink(about);
		case "reply_to":
			return t.warnings.replyTo(about, other);
		case "password_field":
			return t.warnings.passwordField;
		case "program":
			return t.warnings.program(about);
	}
}
