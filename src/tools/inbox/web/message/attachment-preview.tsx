import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { send } from "#web/lib/api/api.ts";
import { MailText } from "#web/lib/mail-html/mail-text.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import type { Attachment } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { attachmentUrl } from "./html/attachment-url.ts";
import { pictureTypes } from "./html/use-pictures.ts";

/** Maximum bytes of a text preview; the rest is in the download. */
const textLimit = 200_000;
const previewLimit = 50_000_000;

type PreviewKind = "picture" | "pdf" | "text";

/** How an attachment can be previewed; null: download only. */
export function previewKind({
	contentType,
	sizeBytes,
}: Pick<Attachment, "contentType" | "sizeBytes">): PreviewKind | null {
	if (sizeBytes > previewLimit) return null;
	if (pictureTypes.test(contentType)) return "picture";
	if (/^application\/pdf\b/i.test(contentType)) return "pdf";
	// HTML is shown as source: rendering it would run untrusted content.
	if (/^text\/|^application\/(?:json|xml|ics|x-sh|javascript)\b|^message\//i.test(contentType)) return "text";
	return null;
}

async function load(url: string, signal: AbortSignal): Promise<Blob> {
	const response = await send(url, { signal });
	if (!response.ok) throw new Error(t.message.couldntReadAttachment);
	return response.blob();
}

export function AttachmentPreview({ emailId, file }: { emailId: string; file: Attachment }) {
	const query = useQuery({
		queryKey: ["attachment", emailId, file.id],
		queryFn: ({ signal }) => load(attachmentUrl(emailId, file.id, true), signal),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 60_000,
	});
	return (
		<QueryView query={query} errorTitle={t.message.noPreview}>
			{(bytes) => {
				const kind = previewKind(file);
				if (kind === "picture") return <Picture bytes={bytes} file={file} />;
				if (kind === "pdf") return <Pdf bytes={bytes} file={file} />;
				return <Text bytes={bytes} />;
			}}
		</QueryView>
	);
}

/** A blob URL with a type that we choose: never the one the mail claims. */
function useBlobUrl(bytes: Blob, type: string): string | null {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		const made = URL.createObjectURL(new Blob([bytes], { type }));
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [bytes, type]);
	return url;
}

function Picture({ bytes, file }: { bytes: Blob; file: Attachment }) {
	const url = useBlobUrl(bytes, pictureTypes.exec(file.contentType)?.[0] ?? "image/png");
	const [broken, setBroken] = useState(false);
	if (broken) return <Notice tone="amber">{t.message.browserCantShowImage}</Notice>;
	return (
		url && (
			<img src={url} alt={file.filename} onError={() => setBroken(true)} className="mx-auto max-h-[70dvh] max-w-full" />
		)
	);
}

/** The browser's own viewer, which runs isolated from this page; it gets the bytes only as a PDF. */
function Pdf({ bytes, file }: { bytes: Blob; file: Attachment }) {
	const url = useBlobUrl(bytes, "application/pdf");
	return (
		url && (
			// The viewer starts without the page sidebar.
			<iframe
				src={`${url}#navpanes=0`}
				title={file.filename}
				className="h-[70dvh] w-full rounded-2 border border-line bg-sunken"
			/>
		)
	);
}

/** Most text is UTF-8; the rest is nearly always Windows-1252, and decodes well as such. */
function decode(bytes: ArrayBuffer): string {
	try {
		// As a stream, because the last character may be cut in two.
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}

function Text({ bytes }: { bytes: Blob }) {
	const [text, setText] = useState<string | null>(null);
	useEffect(() => {
		let stale = false;
		void bytes
			.slice(0, textLimit)
			.arrayBuffer()
			.then((read) => !stale && setText(decode(read)));
		return () => {
			stale = true;
		};
	}, [bytes]);
	return (
		<>
			<div className="overflow-x-auto rounded-2 border border-line bg-sunken p-3">
				{text !== null && <MailText text={text} />}
			</div>
			{bytes.size > textLimit && (
				<p className="mt-2 text-12 text-ink-3">{t.message.firstBytes(textLimit, bytes.size)}</p>
			)}
		</>
	);
}
