import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Forward, List, PenLine, Reply, ReplyAll, User } from "lucide-react";
import { compose } from "#web/lib/passing/compose.ts";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { EmailItem } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { messageQuery } from "./use-message.ts";

/** Answers to a message: Reply, and the others in a menu. A draft is edited instead. */
export function ReplyButtons({ item }: { item: EmailItem }) {
	const { data: email } = useQuery(messageQuery(item.id));
	if (item.folder === "drafts")
		return (
			<Button variant="primary" icon={PenLine} onClick={() => compose({ kind: "mailbox_draft", emailId: item.id })}>
				{t.message.editDraft}
			</Button>
		);
	const answer = (kind: "reply" | "reply_all" | "forward", replyTo?: "sender" | "list") => () =>
		compose({ kind, emailId: item.id, ...(replyTo && { replyTo }) });
	return (
		<span className="flex items-center">
			<Button variant="primary" icon={Reply} onClick={answer("reply")}>
				{t.message.reply}
			</Button>
			<Menu
				align="end"
				trigger={<IconButton icon={ChevronDown} label={t.message.moreReplies} tooltip={false} />}
				entries={[
					{ label: t.message.reply, icon: Reply, keys: "r", onSelect: answer("reply") },
					...(email?.listKey
						? [
								{ label: t.message.replyToSender, icon: User, onSelect: answer("reply", "sender") },
								{ label: t.message.replyToList, icon: List, onSelect: answer("reply", "list") },
							]
						: []),
					{ label: t.message.replyAll, icon: ReplyAll, keys: "a", onSelect: answer("reply_all") },
					{ label: t.message.forward, icon: Forward, keys: "f", onSelect: answer("forward") },
				]}
			/>
		</span>
	);
}
