import { ChevronDown, Forward, Reply, ReplyAll } from "lucide-react";
import { compose } from "#web/lib/compose.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import type { EmailItem } from "../mail.ts";
import { t } from "../reader-text.ts";

/** Answers to a message: Reply, and the others in a menu. */
export function ReplyButtons({ item }: { item: EmailItem }) {
	const answer = (kind: "reply" | "reply_all" | "forward") => () => compose({ kind, emailId: item.id });
	return (
		<span className="flex">
			<Button variant="primary" icon={Reply} onClick={answer("reply")}>
				{t.message.reply}
			</Button>
			<Menu
				align="end"
				trigger={<IconButton icon={ChevronDown} label={t.message.moreReplies} tooltip={false} />}
				entries={[
					{ label: t.message.reply, icon: Reply, keys: "r", onSelect: answer("reply") },
					{ label: t.message.replyAll, icon: ReplyAll, keys: "a", onSelect: answer("reply_all") },
					{ label: t.message.forward, icon: Forward, keys: "f", onSelect: answer("forward") },
				]}
			/>
		</span>
	);
}
