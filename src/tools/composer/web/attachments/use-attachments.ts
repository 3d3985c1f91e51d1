import { useState } from "react";
import { toast } from "#web/ui/toast/toast.ts";
import type { Draft, DraftAttachment } from "../../contract.ts";
import { MAX_ATTACHMENT_BYTES } from "../../limits.ts";
import { composer } from "../base/api.ts";
import { t } from "../base/text.ts";
import { keepComposer } from "../draft/open-composers.ts";

/** A file on its way to the server. */
export interface Upload {
	id: number;
	name: string;
	size: number;
	cancel: () => void;
}

let count = 0;
/** Requests with files that are on their way, by draft. */
const underWay = new Map<string, Set<Promise<unknown>>>();

/** Resolves when no file is on its way to a draft. */
export async function uploadsOver(draftId: string): Promise<void> {
	for (let some = underWay.get(draftId); some !== undefined; some = underWay.get(draftId))
		await Promise.allSettled(some);
}

/** A request with a file. */
async function follow<T>(draftId: string, request: Promise<T>): Promise<T> {
	const requests = underWay.get(draftId) ?? new Set();
	underWay.set(draftId, requests.add(request));
	try {
		return await request;
	} finally {
		requests.delete(request);
		if (requests.size === 0) underWay.delete(draftId);
	}
}

/** URL of an attachment, as the editor shows an image in the text. */
export function attachmentUrl(draftId: string, position: number): string {
	return `/api/v1/drafts/${draftId}/attachments/${position}`;
}

/** A draft's attachments, and those that are being uploaded. */
export function useAttachments(draft: Draft) {
	const params = { id: draft.id };
	const [files, setFiles] = useState<readonly DraftAttachment[]>(draft.attachments);
	const [uploads, setUploads] = useState<readonly Upload[]>([]);
	const used =
		files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) + uploads.reduce((sum, { size }) => sum + size, 0);

	const upload = async (file: File, inline: boolean): Promise<DraftAttachment | null> => {
		const stop = new AbortController();
		const id = ++count;
		keepComposer(draft.id);
		setUploads((before) => [...before, { id, name: file.name, size: file.size, cancel: () => stop.abort() }]);
		try {
			const query = {
				filename: file.name || t.attachments.unnamed,
				contentType: file.type || undefined,
				inline: inline ? "true" : undefined,
			};
			const request = composer.addAttachment({ params, query }, { bytes: file, signal: stop.signal });
			const added = await follow(draft.id, request);
			setFiles((before) => [...before, added]);
			return added;
		} catch (error) {
			if (!stop.signal.aborted)
				toast({
					title: t.attachments.couldntAttach(file.name),
					description: (error as Error).message,
					tone: "destructive",
				});
			return null;
		} finally {
			setUploads((before) => before.filter((one) => one.id !== id));
		}
	};
	return {
		files: files.filter(({ isInline }) => !isInline),
		uploads,
		/** @param onImage shows an image in the text; absent: all files are attached */
		add(chosen: readonly File[], onImage?: (url: string, name: string) => void) {
			let room = MAX_ATTACHMENT_BYTES - used;
			for (const file of chosen) {
				room -= file.size;
				if (room < 0) {
					toast({
						title: t.attachments.couldntAttach(file.name),
						description: t.attachments.tooLarge,
						tone: "destructive",
					});
					return;
				}
				const isImage = onImage !== undefined && /^image\/(?:png|jpeg|gif|webp|avif)$/.test(file.type);
				void upload(file, isImage).then((added) => {
					if (isImage && added) onImage(attachmentUrl(draft.id, added.position), file.name);
				});
			}
		},
		async remove({ position, filename }: DraftAttachment) {
			try {
				await composer.removeAttachment({ params: { ...params, position } });
				setFiles((before) => before.filter((one) => one.position !== position));
			} catch (error) {
				toast({
					title: t.attachments.couldntRemove(filename),
					description: (error as Error).message,
					tone: "destructive",
				});
			}
		},
	};
}
