import { useQuery } from "@tanstack/react-query";
import {
	CalendarClock,
	ChevronDown,
	EllipsisVertical,
	Image as ImageIcon,
	Paperclip,
	Settings,
	Trash2,
	Type,
} from "lucide-react";
import { useRef, useState } from "react";
import { formatMoment } from "#web/lib/base/format.ts";
import { TimeDialog } from "#web/lib/time/time-dialog.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { useAttachments } from "../attachments/use-attachments.ts";
import { sendersQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import { ReminderMenu } from "../sending/reminder-menu.tsx";
import { laterChoices } from "../sending/send-later.ts";
import { TemplateMenu } from "./template-menu.tsx";
import type { ComposerActions } from "./use-composer-actions.ts";

interface ComposerFooterProps {
	/** The mailbox to send from; null: not chosen. */
	accountId: string | null;
	actions: ComposerActions;
	attachments: ReturnType<typeof useAttachments>;
	isRich: boolean;
	remindAfterDays: number | null;
	onRemind: (days: number | null) => void;
	showToolbar: boolean;
	onToolbar: () => void;
}

/** Send, attach, discard. */
export function ComposerFooter(props: ComposerFooterProps) {
	const { accountId, actions, attachments, isRich, showToolbar, onToolbar, remindAfterDays, onRemind } = props;
	const files = useRef<HTMLInputElement>(null);
	const images = useRef<HTMLInputElement>(null);
	const [isChoosing, setIsChoosing] = useState(false);
	const { data: senders } = useQuery(sendersQuery);
	const isLocal = senders?.find((sender) => sender.accountId === accountId)?.isLocal ?? false;
	return (
		<div data-toasts-above className="flex shrink-0 items-center gap-1 border-t border-line px-3 py-2">
			<span className="flex items-center">
				<Button variant="primary" busy={actions.isSending} onClick={() => void actions.send()}>
					{isLocal ? (
						<>
							<span className="max-sm:hidden">{t.sending.sendLocally}</span>
							<span className="flex flex-col text-left text-13 leading-3.5 sm:hidden">
								{t.sending.send}
								<span className="text-12 leading-3 font-normal">{t.sending.staysInDemo}</span>
							</span>
						</>
					) : (
						t.sending.send
					)}
				</Button>
				<Menu
					trigger={<IconButton icon={ChevronDown} label={t.later.options} tooltip={false} />}
					entries={[
						{ type: "heading", label: t.later.title },
						...laterChoices(new Date()).map(({ id, at }) => ({
							label: t.later.choices[id],
							note: formatMoment(at),
							icon: CalendarClock,
							onSelect: () => void actions.send(at),
						})),
						{ label: t.later.choose, icon: CalendarClock, onSelect: () => setIsChoosing(true) },
					]}
				/>
			</span>
			<IconButton icon={Paperclip} label={t.attachments.attach} onClick={() => files.current?.click()} />
			{isRich && (
				<span className="contents max-sm:hidden">
					<IconButton icon={ImageIcon} label={t.attachments.insertImage} onClick={() => images.current?.click()} />
					<IconButton icon={Type} label={t.editor.formatting} pressed={showToolbar} onClick={onToolbar} />
				</span>
			)}
			<TemplateMenu actions={actions} />
			<FileInput ref={files} label={t.attachments.attach} onFiles={(chosen) => attachments.add(chosen)} />
			<FileInput
				ref={images}
				label={t.attachments.insertImage}
				accept="image/png,image/jpeg,image/gif,image/webp"
				onFiles={(chosen) => attachments.add(chosen, actions.insertImage)}
			/>
			<ReminderMenu days={remindAfterDays} onChange={onRemind} />
			<span className="flex-1" />
			<Menu
				align="end"
				trigger={<IconButton icon={EllipsisVertical} label={t.window.more} tooltip={false} />}
				entries={[
					// On a phone there is no room for their buttons.
					...(isRich
						? [
								{ label: t.attachments.insertImage, icon: ImageIcon, onSelect: () => images.current?.click() },
								{ label: t.editor.formatting, icon: Type, onSelect: onToolbar },
							]
						: []),
					{ label: isRich ? t.editor.toPlain : t.editor.toRich, icon: Type, onSelect: actions.toggleFormat },
					{ type: "link", label: t.settings.open, icon: Settings, to: "/drafts/settings" },
				]}
			/>
			<IconButton icon={Trash2} label={t.window.discard} onClick={() => void actions.discard()} />
			<TimeDialog
				open={isChoosing}
				onClose={() => setIsChoosing(false)}
				title={t.later.choose}
				confirm={t.later.schedule}
				onChoose={(at) => void actions.send(at)}
			/>
		</div>
	);
}

interface FileInputProps {
	ref: React.RefObject<HTMLInputElement | null>;
	label: string;
	accept?: string;
	onFiles: (files: File[]) => void;
}

function FileInput({ ref, label, accept, onFiles }: FileInputProps) {
	return (
		<input
			ref={ref}
			type="file"
			hidden
			multiple
			aria-label={label}
			accept={accept}
			onChange={(event) => {
				onFiles([...(event.target.files ?? [])]);
				// The same file may be chosen again.
				event.target.value = "";
			}}
		/>
	);
}
