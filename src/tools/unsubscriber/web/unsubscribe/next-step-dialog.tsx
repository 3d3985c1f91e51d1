import { ExternalLink, Mail } from "lucide-react";
import { useState } from "react";
import { Button, DownloadLink } from "#web/ui/button/button.tsx";
import { CopyField } from "#web/ui/button/copy-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Subscription } from "../base/api.ts";
import { hostOf } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { BlockLink } from "./block-link.tsx";
import { nextStepOf } from "./steps.ts";

interface NeedsYouDialogProps {
	/** Null: closed. */
	list: Subscription | null;
	onClose: () => void;
	/** Called when the user opens the page; records the attempt. */
	onOpened: (list: Subscription) => void;
	onDone: (list: Subscription) => void;
}

/** For lists that the user must handle: a page to open, an address to write to, or no method at all. */
export function NextStepDialog({ list, onClose, onOpened, onDone }: NeedsYouDialogProps) {
	// Keeps the content rendered while the dialog closes.
	const [last, setLast] = useState(list);
	const [opened, setOpened] = useState(false);
	if (list !== null && list !== last) {
		setLast(list);
		setOpened(false);
	}
	if (last === null) return null;
	const { page: address, email: mail, why } = nextStepOf(last);
	const host = hostOf(address);
	const hasMethod = host !== null || mail !== null;
	const act = () => {
		setOpened(true);
		onOpened(last);
	};
	return (
		<Dialog
			open={list !== null}
			onClose={onClose}
			title={hasMethod ? t.unsubscribe.needsAction(last.name) : t.unsubscribe.noUnsubscribeMethod(last.name)}
			description={why}
			actions={
				<>
					<Button onClick={onClose}>{t.unsubscribe.close}</Button>
					{hasMethod && (
						<Button
							variant={opened ? "primary" : "secondary"}
							onClick={() => {
								onDone(last);
								onClose();
							}}
						>
							{t.unsubscribe.done}
						</Button>
					)}
					{address !== null && (
						<DownloadLink href={address} icon={ExternalLink} variant={opened ? "secondary" : "primary"} onClick={act}>
							{t.unsubscribe.openPage}
						</DownloadLink>
					)}
					{mail !== null && (
						<DownloadLink href={`mailto:${mail}`} icon={Mail} variant={opened ? "secondary" : "primary"} onClick={act}>
							{t.unsubscribe.writeEmail}
						</DownloadLink>
					)}
				</>
			}
		>
			<div className="flex flex-col gap-3 text-14">
				{host !== null && address !== null && (
					<>
						<CopyField label={t.unsubscribe.pageAt(host)} text={address} />
						<p className="text-ink-2">{t.unsubscribe.openPageDescription}</p>
					</>
				)}
				{mail !== null && (
					<>
						<CopyField label={t.unsubscribe.unsubscribeAddress} text={mail} />
						<p className="text-ink-2">{t.unsubscribe.writeEmailNote}</p>
					</>
				)}
				{!hasMethod && <p className="text-ink-2">{t.unsubscribe.blockNote}</p>}
				<BlockLink list={last} text={t.unsubscribe.blockSender} />
			</div>
		</Dialog>
	);
}
