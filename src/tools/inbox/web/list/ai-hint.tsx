import { Link } from "@tanstack/react-router";
import { storedChoice } from "#web/lib/base/stored-choice.ts";
import { hasCoarsePointer } from "#web/lib/mail-list/pointer.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import { t } from "../base/text.ts";

const hint = storedChoice("mailstead.inbox-ai-hint", ["shown", "dismissed"]);

/** Says where summaries and suggested replies are, until it is dismissed in this browser. */
export function AiHint() {
	if (hint.use() === "dismissed") return null;
	return (
		<div className="border-b border-line px-3 py-2">
			<Notice onDismiss={() => hint.set("dismissed")}>
				{hasCoarsePointer() ? t.list.aiHintOnTouch : t.list.aiHint}{" "}
				<Link to="/settings/ai" className="underline underline-offset-2">
					{t.list.aiSettings}
				</Link>
			</Notice>
		</div>
	);
}
