import { Copy, ExternalLink, PenLine } from "lucide-react";
import { useRef } from "react";
import { destination, type MessageLink } from "#web/lib/mail-html/links.ts";
import { Button, DownloadLink } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../../base/reader-text.ts";
import { composeTo } from "./compose-mailto.ts";

/** Maximum characters of a URL that are shown. */
const longest = 400;

interface LinkSheetProps {
	link: MessageLink;
	open: boolean;
	onClose: () => void;
}

/** Shows where a link leads before it is opened: the touch equivalent of hovering. */
export function LinkSheet({ link, open, onClose }: LinkSheetProps) {
	const { shown, pretends } = destination(link.href, link.text);
	const isMail = /^mailto:/i.test(link.href);
	const isWeb = /^https?:/i.test(link.href);
	const cancel = useRef<HTMLButtonElement>(null);
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(link.href);
			toast({ title: t.message.linkCopied });
			onClose();
		} catch {
			toast({ title: t.message.couldntCopyLink, description: t.message.selectAddressCopy, tone: "destructive" });
		}
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="small"
			title={isWeb ? t.message.openThisLink : t.message.openThisAddress}
			// An accidental second tap must not open it.
			initialFocus={cancel}
			actions={
				<>
					<Button ref={cancel} onClick={onClose}>
						{t.message.cancel}
					</Button>
					<Button icon={Copy} onClick={() => void copy()}>
						{t.message.copyLink}
					</Button>
					{isMail ? (
						<Button
							icon={PenLine}
							variant="primary"
							onClick={() => {
								onClose();
								composeTo(link.href);
							}}
						>
							{t.message.open}
						</Button>
					) : (
						<DownloadLink icon={ExternalLink} variant="primary" href={link.href} onClick={onClose}>
							{t.message.open}
						</DownloadLink>
					)}
				</>
			}
		>
			<div className="flex flex-col gap-3">
				{pretends && (
					<Notice tone="amber">
						{t.message.linkTextShows} <strong>{pretends}</strong>
						{t.message.linkLeadsTo} <strong>{shown}</strong>.
					</Notice>
				)}
				<p className="font-mono text-16 font-semibold wrap-anywhere">{shown}</p>
				{isWeb && (
					<p className="max-h-40 overflow-y-auto font-mono text-12 break-all text-ink-2 select-all">
						{link.href.length > longest ? `${link.href.slice(0, longest)}…` : link.href}
					</p>
				)}
			</div>
		</Dialog>
	);
}
