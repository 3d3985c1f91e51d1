import { useEffect } from "react";
import { MailText } from "#web/lib/mail-html/mail-text.tsx";
import { endTypeAhead } from "#web/lib/passing/type-ahead.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { t } from "../base/text.ts";

/** The text of a draft that is too large for its editor: plain, because drawing it could take as long as editing. */
export function LockedBody({ text, onEdit }: { text: string; onEdit: () => void }) {
	useEffect(endTypeAhead, []);
	return (
		<div className="flex-1 px-4 py-3">
			<Notice
				tone="amber"
				action={
					<Button size="small" onClick={onEdit}>
						{t.editor.editAsText}
					</Button>
				}
			>
				{t.editor.tooLarge}
			</Notice>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
			<div tabIndex={0} className="mt-2 max-h-60 overflow-auto text-ink-2">
				<MailText text={text} />
			</div>
		</div>
	);
}
