import { useMutation } from "@tanstack/react-query";
import { Copy, Reply } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { type ReplySuggestions, type ReplyTone, replyTones, type SuggestedReply } from "#shared/contracts/replies.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { announce, toast } from "#web/ui/toast/toast.ts";
import type { EmailItem } from "../base/mail.ts";
import { t as readerText } from "../base/reader-text.ts";
import { t } from "../base/text.ts";
import { suggestions } from "./api.ts";
import { EngineNote } from "./engine-note.tsx";

const toneOptions = replyTones.map((value) => ({ value, label: t.ai.tones[value] }));

/** Suggested replies, to copy or to continue in the composer. */
export default function RepliesDialog({ item, onClose }: { item: EmailItem; onClose: () => void }) {
	const [tone, setTone] = useState<ReplyTone>("professional");
	const replies = useMutation({
		mutationFn: (wanted: ReplyTone) => suggestions["email-smart-reply"]({ body: { emailId: item.id, tone: wanted } }),
		onSuccess: ({ none }) => announce(none === null ? `${t.ai.repliesGenerated}.` : t.ai.noReplies[none]),
		onError: (error) => toast({ title: t.ai.repliesFailed, description: error.message, tone: "destructive" }),
	});
	const start = useEffectEvent(() => replies.mutate(tone));
	useEffect(() => start(), []);
	const use = (text: string) => {
		onClose();
		compose({ kind: "reply", emailId: item.id, text });
	};
	const none = replies.data?.none;
	return (
		<Dialog
			open
			onClose={onClose}
			title={t.ai.suggestReply}
			description={item.subject || readerText.message.noSubject}
			actions={
				replies.isError && (
					<Button busy={replies.isPending} onClick={() => replies.mutate(tone)}>
						{t.ai.tryAgain}
					</Button>
				)
			}
		>
			<div className="flex flex-col gap-4">
				{!none && (
					<Field label={t.ai.tone}>
						<Select
							value={tone}
							options={toneOptions}
							onChange={(next) => {
								setTone(next);
								replies.mutate(next);
							}}
						/>
					</Field>
				)}
				{replies.isError && <Notice tone="red">{replies.error.message}</Notice>}
				{replies.isPending && <Skeleton shape="text" rows={4} label={t.ai.writing} />}
				{none && <Nothing reason={none} onWrite={() => use("")} />}
				{replies.data && !none && (
					<>
						<ul className="flex flex-col gap-3">
							{replies.data.replies.map((reply) => (
								<Suggestion key={reply.text} reply={reply} onUse={() => use(reply.text)} />
							))}
						</ul>
						<EngineNote engine={replies.data.engine} builtIn={t.ai.builtInReplies} />
					</>
				)}
			</div>
		</Dialog>
	);
}

/** Why there is nothing to choose from. */
function Nothing({ reason, onWrite }: { reason: NonNullable<ReplySuggestions["none"]>; onWrite: () => void }) {
	return (
		<div className="flex flex-col items-start gap-3 text-14">
			<p className="text-ink-2">{t.ai.noReplies[reason]}</p>
			<Button size="small" icon={Reply} onClick={onWrite}>
				{t.ai.writeReply}
			</Button>
		</div>
	);
}

function Suggestion({ reply: { tone, text }, onUse }: { reply: SuggestedReply; onUse: () => void }) {
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(text);
			toast({ title: t.ai.copied });
		} catch {
			toast({ title: t.ai.couldntCopy, description: t.ai.couldntCopyDescription, tone: "destructive" });
		}
	};
	return (
		<li className="flex flex-col gap-2 rounded-2 border border-line p-3 text-14">
			<span>
				<Badge>{t.ai.tones[tone]}</Badge>
			</span>
			<p dir="auto" className="whitespace-pre-line wrap-anywhere">
				{text}
			</p>
			<div className="flex flex-wrap gap-2">
				<Button size="small" variant="primary" icon={Reply} onClick={onUse}>
					{t.ai.use}
				</Button>
				<Button size="small" icon={Copy} onClick={() => void copy()}>
					{t.ai.copy}
				</Button>
			</div>
		</li>
	);
}
