import { useRef, useState } from "react";
import { slotsOfMessage } from "#shared/slots.ts";
import type { ApiError } from "#web/lib/api/api.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Draft } from "../../contract.ts";
import type { useAttachments } from "../attachments/use-attachments.ts";
import { composer, isLost } from "../base/api.ts";
import { t } from "../base/text.ts";
import { closeComposer, isComposerOpen, openComposer } from "../draft/open-composers.ts";
import type { EditedDraft } from "../draft/use-draft.ts";
import { useFollowSending } from "./sending.ts";

/** Milliseconds between questions what became of a message. */
const ASK_MS = 2_000;

interface Options {
	draft: Draft;
	edited: Pick<EditedDraft, "current" | "saver">;
	attachments: ReturnType<typeof useAttachments>;
	/** Shows why it was not sent; null: nothing is known against it. */
	onError: (message: string | null) => void;
}

/** Sends the message. While `isSending` nothing of it changes: what is sent is what the window shows. */
export function useSending({ draft: { id }, edited: { current, saver }, attachments, onError }: Options) {
	const follow = useFollowSending();
	const [isSending, setIsSending] = useState(false);
	/** Known sooner than the state is rendered. */
	const isBusy = useRef(false);

	const run = async (sendAt?: Date) => {
		if (attachments.uploads.length > 0) return onError(t.sending.stillUploading);
		if (!(await confirmOddities(current(), attachments.files.length))) return;
		setIsSending(true);
		onError(null);
		try {
			if (!(await saver.flush())) throw new Error(t.sending.notSaved);
			const body = { version: saver.version(), ...(sendAt && { sendAt: sendAt.toISOString() }) };
			const sent = await requestSending(id, body, () => onError(t.sending.asking));
			closeComposer(id);
			follow(sent);
		} catch (cause) {
			const { message } = cause as Error;
			if (isComposerOpen(id)) onError(message);
			else reportNotSent(id, message);
		} finally {
			setIsSending(false);
		}
	};
	return {
		isSending,
		async send(sendAt?: Date) {
			if (isBusy.current) return;
			isBusy.current = true;
			await run(sendAt).finally(() => {
				isBusy.current = false;
			});
		},
	};
}

/** Its window was closed meanwhile. */
function reportNotSent(draftId: string, description: string): void {
	const action = { label: t.sending.edit, onSelect: () => void openComposer({ draftId }) };
	toast({ title: t.sending.notSent, description, tone: "destructive", action });
}

/**
 * Hands a draft over to be sent. When the answer is lost, the message may be on its way: asks until the server says so.
 * @returns the draft, which is no longer edited
 * @throws ApiError when it is not being sent
 */
async function requestSending(
	id: string,
	body: { version: number; sendAt?: string },
	onLost: () => void,
): Promise<Draft> {
	const params = { id };
	try {
		return await composer.sendDraft({ params, body });
	} catch (error) {
		if (!isLost(error) && (error as ApiError).code !== "already-sent") throw error;
		if (isLost(error)) onLost();
		for (;;) {
			const draft = await composer.getDraft({ params }).catch((cause: unknown) => {
				if (!isLost(cause)) throw cause;
				return null;
			});
			if (draft?.state === "editing") throw error;
			if (draft !== null) return draft;
			await new Promise((resolve) => setTimeout(resolve, ASK_MS));
		}
	}
}

/** Asks about what is usually a slip. @returns whether to send */
async function confirmOddities({ subject, text }: { subject: string; text: string }, files: number): Promise<boolean> {
	const own = text.split(/\n-- \n/)[0] ?? "";
	const slots = slotsOfMessage({ subject, text: own }).map((one) => `[${one}]`);
	if (slots.length > 0) {
		const description = t.sending.emptySlotsDescription(slots.join(" "));
		if (!(await confirm({ title: t.sending.emptySlots, description, confirm: t.sending.sendAnyway }))) return false;
	}
	if (files === 0 && t.sending.attachmentWords.test(own))
		return confirm({
			title: t.sending.noAttachment,
			description: t.sending.noAttachmentDescription,
			confirm: t.sending.sendAnyway,
		});
	if (subject.trim() === "") return confirm({ title: t.sending.noSubject, confirm: t.sending.sendAnyway });
	return true;
}
