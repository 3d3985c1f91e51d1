import { Paperclip, X } from "lucide-react";
import { formatBytes } from "#web/lib/base/format.ts";
import { Spinner } from "#web/ui/base/spinner.tsx";
import { IconButton } from "#web/ui/button/button.tsx";
import { t } from "../base/text.ts";
import { attachmentUrl, type useAttachments } from "./use-attachments.ts";

interface AttachmentListProps {
	attachments: ReturnType<typeof useAttachments>;
	draftId: string;
}

/** Files of a message, and those on their way. */
export function AttachmentList({ attachments: { files, uploads, remove }, draftId }: AttachmentListProps) {
	if (files.length + uploads.length === 0) return null;
	return (
		<ul aria-label={t.attachments.list} className="flex flex-col gap-1 px-4 pb-3">
			{files.map((file) => (
				<li key={file.position} className="flex h-9 items-center gap-2 rounded-2 bg-sunken pr-1 pl-3 text-13">
					<Paperclip aria-hidden="true" size={14} className="shrink-0 text-ink-3" />
					<a
						href={attachmentUrl(draftId, file.position)}
						target="_blank"
						rel="noreferrer"
						className="min-w-0 flex-1 truncate font-medium hover:underline"
					>
						{file.filename}
					</a>
					<span className="shrink-0 text-ink-3 tabular-nums">{formatBytes(file.sizeBytes)}</span>
					<IconButton
						icon={X}
						label={t.attachments.remove(file.filename)}
						size="small"
						onClick={() => void remove(file)}
					/>
				</li>
			))}
			{uploads.map((upload) => (
				<li key={`upload-${upload.id}`} className="flex h-9 items-center gap-2 rounded-2 bg-sunken pr-1 pl-3 text-13">
					<Spinner />
					<span className="min-w-0 flex-1 truncate">{upload.name}</span>
					<span className="shrink-0 text-ink-3 tabular-nums">{formatBytes(upload.size)}</span>
					<IconButton icon={X} label={t.attachments.cancel(upload.name)} size="small" onClick={upload.cancel} />
				</li>
			))}
		</ul>
	);
}
