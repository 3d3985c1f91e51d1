import { type LucideIcon, MessageSquareReply, Sparkles } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { EmailItem } from "../mail.ts";
import { t } from "../text.ts";
import type { TaskActions } from "../tool-action.ts";

const SummaryDialog = lazy(() => import("./summary-dialog.tsx"));
const RepliesDialog = lazy(() => import("./replies-dialog.tsx"));

interface AiDialogs {
	actions: { label: string; icon: LucideIcon; onSelect: () => void }[];
	/** The open dialog. */
	dialog: ReactNode;
}

/** Summary and suggested replies of the open message: the actions that open them. */
export function useAiDialogs(item: EmailItem, taskActions: TaskActions): AiDialogs {
	const [open, setOpen] = useState<"summary" | "replies" | null>(null);
	const close = () => setOpen(null);
	return {
		actions: [
			{ label: t.ai.summary, icon: Sparkles, onSelect: () => setOpen("summary") },
			{ label: t.ai.replies, icon: MessageSquareReply, onSelect: () => setOpen("replies") },
		],
		dialog: (
			<Suspense>
				{open === "summary" && <SummaryDialog item={item} taskActions={taskActions} onClose={close} />}
				{open === "replies" && <RepliesDialog item={item} onClose={close} />}
			</Suspense>
		),
	};
}
