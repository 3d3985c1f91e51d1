import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { createClient } from "#shared/client.ts";
import type * as trust from "#shared/contracts/trust.ts";
import { trustContract } from "#shared/contracts/trust.ts?routes";
import { send } from "#web/lib/api/api.ts";
import { reasonSentence } from "#web/lib/trust/reason-sentence.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Email, EmailItem } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { useChanges } from "../changes/use-changes.ts";

const api = createClient<typeof trust.trustContract>(trustContract, send);

/** Why a message is suspicious or forged, and what to do about it. Renders nothing of any other. */
export function WarningNotice({ item, email }: { item: EmailItem; email: Email }) {
	const changes = useChanges();
	const [isHidden, setHidden] = useState(false);
	const [isOpen, setOpen] = useState(false);
	const [first, ...others] = email.warnings;
	if (first === undefined || isHidden) return null;
	const isForged = email.trust === "forged";
	return (
		<Notice tone="red" onDismiss={() => setHidden(true)}>
			<p>
				<span className="font-semibold">{isForged ? t.warnings.forgedTitle : t.warnings.title}.</span>{" "}
				{isForged && first.kind !== "not_authentic" && `${t.warnings.notFrom(email.senderName || email.senderEmail)} `}
				{reasonSentence(first, email.trust)}
			</p>
			{isOpen && (
				<ul className="mt-1 flex list-disc flex-col gap-0.5 pl-4">
					{others.map((warning) => (
						<li key={`${warning.kind} ${warning.about}`}>{reasonSentence(warning, email.trust)}</li>
					))}
					<li>{t.warnings.advice}</li>
				</ul>
			)}
			<div className="mt-2 mb-1 flex flex-wrap gap-2">
				{item.folder !== "spam" && (
					<Button size="small" icon={ShieldAlert} onClick={() => void changes.apply({ type: "spam" }, [item])}>
						{t.warnings.report}
					</Button>
				)}
				{!isForged && <LooksSafe email={email} />}
				{others.length > 0 && !isOpen && (
					<Button size="small" variant="ghost" onClick={() => setOpen(true)}>
						{t.warnings.showReasons(others.length)}
					</Button>
				)}
			</div>
		</Notice>
	);
}

/** Says that the sender's mail is safe, which can be undone. */
function LooksSafe({ email: { senderName, senderEmail } }: { email: Email }) {
	const client = useQueryClient();
	const { mutate, isPending } = useMutation({
		mutationFn: () => api.trustSender({ body: { email: senderEmail } }),
		async onSuccess() {
			toast({
				title: t.warnings.markedSafe(senderName || senderEmail),
				async undo() {
					await api.distrustSender({ query: { email: senderEmail } });
					await client.invalidateQueries();
				},
			});
			await client.invalidateQueries();
		},
		onError: (error) => void toast({ title: t.warnings.couldntMark, description: error.message, tone: "destructive" }),
	});
	return (
		<Button size="small" variant="ghost" disabled={isPending} onClick={() => mutate()}>
			{t.warnings.looksSafe}
		</Button>
	);
}
