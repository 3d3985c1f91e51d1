import { useQuery } from "@tanstack/react-query";
import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { urlOf } from "#shared/client.ts";
import { emailsContract } from "#shared/contracts/emails.ts?routes";
import { api } from "#web/lib/api/api.ts";
import { MailText } from "#web/lib/mail-html/mail-text.tsx";
import { Button, DownloadLink } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { EmailItem } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";

/** Maximum characters shown; the download has all. */
const limit = 300_000;

export function rawUrl(id: string): string {
	return urlOf(emailsContract.getRawEmail, { params: { id }, query: { download: true } });
}

interface Original {
	head: string;
	body: string;
	size: number;
	cut: boolean;
}

/** Splits a raw message at its first empty line. Bytes are shown one by one: a raw message has no single charset. */
export function splitRaw(bytes: Uint8Array): Original {
	const text = new TextDecoder("utf-8").decode(bytes.subarray(0, limit));
	const gap = /\r?\n\r?\n/.exec(text);
	const at = gap ? gap.index : text.length;
	return {
		head: text.slice(0, at),
		body: text.slice(at + (gap?.[0].length ?? 0)),
		size: bytes.length,
		cut: bytes.length > limit,
	};
}

/** The raw message: header section and body. */
export function OriginalDialog({ item, open, onClose }: { item: EmailItem; open: boolean; onClose: () => void }) {
	const query = useQuery({
		queryKey: ["raw", item.id],
		enabled: open,
		queryFn: async ({ signal }) => {
			const response = await api.getRawEmail({ params: { id: item.id } }, { signal });
			return splitRaw(new Uint8Array(await response.arrayBuffer()));
		},
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 60_000,
	});
	const copy = async () => {
		await navigator.clipboard.writeText(`${query.data?.head}\n\n${query.data?.body}`);
		toast({ title: t.message.copiedToClipboard });
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="large"
			title={t.message.originalMessage}
			description={item.subject || t.message.noSubject}
			actions={
				<>
					<Button icon={Copy} disabled={!query.data} onClick={() => void copy()}>
						{t.message.copy}
					</Button>
					<DownloadLink icon={Download} variant="primary" href={rawUrl(item.id)} download>
						{t.message.download}
					</DownloadLink>
				</>
			}
		>
			<QueryView query={query} errorTitle={t.message.couldntLoadOriginal}>
				{(original) => (
					<div className="flex flex-col gap-3">
						<Block title={t.message.headers} text={original.head} />
						<Block title={t.message.content} text={original.body} />
						{original.cut && <p className="text-12 text-ink-3">{t.message.originalCut(limit, original.size)}</p>}
					</div>
				)}
			</QueryView>
		</Dialog>
	);
}

/** Opens the raw message, where it could not be shown otherwise. */
export function OriginalButton({ email }: { email: EmailItem }) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button size="small" onClick={() => setOpen(true)}>
				{t.message.showOriginal}
			</Button>
			<OriginalDialog item={email} open={open} onClose={() => setOpen(false)} />
		</>
	);
}

function Block({ title, text }: { title: string; text: string }) {
	return (
		<section>
			<h3 className="pb-1 text-12 font-semibold text-ink-2">{title}</h3>
			<div
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
				tabIndex={0}
				className="max-h-[40dvh] overflow-auto rounded-2 border border-line bg-sunken p-3 break-all"
			>
				<MailText text={text} />
			</div>
		</section>
	);
}
