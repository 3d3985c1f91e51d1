import { Copy, ExternalLink } from "lucide-react";
import { useRef } from "react";
import { Button, DownloadLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { destination, type MessageLink } from "./links.ts";

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
	const isWeb = /^https?:/i.test(link.href);
	const cancel = useRef<HTMLButtonElement>(null);
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(link.href);
			toast({ title: "Link copied" });
			onClose();
		} catch {
			toast({ title: "Couldn't copy the link", description: "Select the address and copy it.", tone: "destructive" });
		}
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="small"
			title={isWeb ? "Open this link?" : "Open this address?"}
			// An accidental second tap must not open it.
			initialFocus={cancel}
			actions={
				<>
					<Button ref={cancel} onClick={onClose}>
						Cancel
					</Button>
					<Button icon={Copy} onClick={() => void copy()}>
						Copy link
					</Button>
					<DownloadLink icon={ExternalLink} variant="primary" href={link.href} onClick={onClose}>
						Open
					</DownloadLink>
				</>
			}
		>
			<div className="flex flex-col gap-3">
				{pretends && (
					<Notice tone="amber">
						The text says <strong>{pretends}</strong>, but the link leads to <strong>{shown}</strong>.
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
