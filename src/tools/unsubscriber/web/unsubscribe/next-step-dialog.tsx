import { ExternalLink, Mail } from "lucide-react";
import { useState } from "react";
import { Button, DownloadLink } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { Subscription } from "../api.ts";
import { hostOf } from "../text.ts";
import { BlockLink } from "./block-link.tsx";

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
	const attempt = last.state === "needs_you" || last.state === "failed" ? last.attempt : null;
	const address = attempt?.address ?? last.unsubscribe.address;
	const why = attempt?.explanation ?? last.unsubscribe.explanation;
	const host = hostOf(address);
	const mail = host === null && address !== null && address.includes("@") ? address : null;
	const hasMethod = host !== null || mail !== null;
	const act = () => {
		setOpened(true);
		onOpened(last);
	};
	return (
		<Dialog
			open={list !== null}
			onClose={onClose}
			title={hasMethod ? `${last.name} needs you` : `${last.name} has no unsubscribe method`}
			description={why}
			actions={
				<>
					<Button onClick={onClose}>Close</Button>
					{hasMethod && (
						<Button
							variant={opened ? "primary" : "secondary"}
							onClick={() => {
								onDone(last);
								onClose();
							}}
						>
							Done
						</Button>
					)}
					{host !== null && address !== null && (
						<DownloadLink href={address} icon={ExternalLink} variant={opened ? "secondary" : "primary"} onClick={act}>
							Open page
						</DownloadLink>
					)}
					{mail !== null && (
						<DownloadLink
							href={`mailto:${mail.replace(/^mailto:/i, "")}`}
							icon={Mail}
							variant={opened ? "secondary" : "primary"}
							onClick={act}
						>
							Write mail
						</DownloadLink>
					)}
				</>
			}
		>
			<div className="flex flex-col gap-3 text-14">
				{host !== null && address !== null && (
					<>
						<CopyField label={`Its page, at ${host}`} text={address} />
						<p className="text-ink-2">
							Mailstead never opens such a page by itself. Open it, follow what it says, and come back to press Done:
							mail that still comes after two days is then pointed out.
						</p>
					</>
				)}
				{mail !== null && (
					<>
						<CopyField label="Its address for leaving" text={mail} />
						<p className="text-ink-2">Write to it from the address that the list knows, and press Done.</p>
					</>
				)}
				{!hasMethod && (
					<p className="text-ink-2">Its mail can be blocked instead: what comes from it then goes where you say.</p>
				)}
				<BlockLink list={last} />
			</div>
		</Dialog>
	);
}
