import { type LucideIcon, MessageSquareReply, Sparkles } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { EmailItem } from "../base/mail.ts";
import { t } from "../base/text.ts";
import type { TaskActions } from "../base/tool-action.ts";

const SummaryDialog = lazy(() => import("./summary-dialog.tsx"));
const RepliesDialog = lazy(() => import("./replies-dialog.tsx"));

/** A dialog on an email that need not be open. */
export interface AiDialog {
	kind: "summary" | "replies";
	item: EmailItem;
}

interface AiDialogs {
	actions: { label: string; icon: LucideIcon; onSelect: () => void }[];
	/** The open dialog. */
	dialog: ReactNode;
}

/** Summary and suggested replies of the open message: the actions that open them. */
export function useAiDialogs(item: EmailItem, taskActions: TaskActions): AiDialogs {
	const [kind, setKind] = useState<AiDialog["kind"] | null>(null);
	const open = kind && { kind, item };
	return {
		actions: [
			{ label: t.ai.summary, icon: Sparkles, onSelect: () => setKind("summary") },
			{ label: t.ai.replies, icon: MessageSquareReply, onSelect: () => setKind("replies") },
		],
		dialog: <OpenAiDialog open={open} taskActions={taskActions} onClose={() => setKind(null)} />,
	};
}

interface OpenAiDialogProps {
	open: AiDialog | null;
	/** What can be done about an action item of the email. */
	taskActions: TaskActions;
	onClose: () => void;
}

/** The dialog that is open, whose code is loaded with the first one. */
export function OpenAiDialog({ open, taskActions, onClose }: OpenAiDialogProps) {
	return (
		<Suspense>
			{open?.kind === "summary" && <SummaryDialog item={open.item} taskActions={taskActions} onClose={onClose} />}
			{open?.kind === "replies" && <RepliesDialog item={open.item} onClose={onClose} />}
		</Suspense>
	);
}
