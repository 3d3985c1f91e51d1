import {
	Calendar,
	Download,
	FileArchive,
	FileImage,
	FileSpreadsheet,
	FileText,
	type LucideIcon,
	Paperclip,
} from "lucide-react";
import { useState } from "react";
import { formatBytes, formatCount } from "#web/lib/base/format.ts";
import { DownloadLink } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Attachment, Email } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { AttachmentPreview, previewKind } from "./attachment-preview.tsx";
import { attachmentUrl } from "./html/attachment-url.ts";

/** Attachments of a message, without its inline images. */
export function Attachments({ email }: { email: Email }) {
	const [shown, setShown] = useState<Attachment | null>(null);
	const [open, setOpen] = useState(false);
	const files = email.attachments.filter((attachment) => !attachment.isInline || email.html === null);
	if (files.length === 0) return null;
	const total = files.reduce((sum, file) => sum + file.sizeBytes, 0);
	return (
		<section aria-label={t.message.attachments} className="flex flex-col gap-2">
			{files.length > 1 && (
				<p className="text-12 text-ink-3">
					{formatCount(files.length, "attachment")}, {formatBytes(total)}
				</p>
			)}
			<ul className="flex flex-wrap gap-2">
				{files.map((file) => (
					<li key={file.id} className="max-w-full">
						<Chip
							file={file}
							href={attachmentUrl(email.id, file.id)}
							onPreview={() => {
								setShown(file);
								setOpen(true);
							}}
						/>
					</li>
				))}
			</ul>
			<Dialog
				open={open}
				onClose={() => setOpen(false)}
				size="large"
				title={shown?.filename ?? t.message.attachment}
				description={shown && `${shown.contentType}, ${formatBytes(shown.sizeBytes)}`}
				actions={
					shown && (
						<DownloadLink
							icon={Download}
							variant="primary"
							href={attachmentUrl(email.id, shown.id)}
							download={shown.filename}
						>
							{t.message.download}
						</DownloadLink>
					)
				}
			>
				{shown && <AttachmentPreview emailId={email.id} file={shown} />}
			</Dialog>
		</section>
	);
}

function iconOf(contentType: string): LucideIcon {
	if (contentType.startsWith("image/")) return FileImage;
	if (/calendar|\/ics/.test(contentType)) return Calendar;
	if (/zip|tar|gzip|rar|7z/.test(contentType)) return FileArchive;
	if (/sheet|excel|csv/.test(contentType)) return FileSpreadsheet;
	if (/pdf|text|word|document/.test(contentType)) return FileText;
	return Paperclip;
}

const chip =
	"flex max-w-full items-center gap-2.5 rounded-2 border border-line bg-surface px-3 py-2 text-left transition-colors hover:border-line-strong";

function Chip({ file, href, onPreview }: { file: Attachment; href: string; onPreview: () => void }) {
	const Icon = iconOf(file.contentType);
	const canPreview = previewKind(file) !== null;
	const face = (
		<>
			<Icon aria-hidden="true" size={17} className="shrink-0 text-ink-3" />
			<span className="min-w-0">
				<span className="block truncate text-14">{file.filename}</span>
				<span className="block text-12 text-ink-3">
					{formatBytes(file.sizeBytes)} · {canPreview ? t.message.preview : t.message.download}
				</span>
			</span>
		</>
	);
	return canPreview ? (
		<button type="button" onClick={onPreview} className={chip}>
			{face}
		</button>
	) : (
		<a href={href} download={file.filename} className={chip}>
			{face}
		</a>
	);
}
