import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Folder } from "../../base/mail.ts";
import { t } from "../../base/text.ts";
import { longestName, nameFault } from "../folder-rules.ts";
import type { FolderQuestion } from "./use-folder-actions.ts";

interface FolderDialogProps {
	question: FolderQuestion | null;
	/** Mailboxes in which folders can be created. */
	mailboxes: readonly Account[];
	folders: readonly Folder[];
	onClose: () => void;
	/** @throws Error with a message for the user when the server rejects it */
	onSave: (name: string, accountId: string) => Promise<void>;
}

/** Asks for the name of a new or renamed folder. */
export default function FolderDialog({ question, mailboxes, folders, onClose, onSave }: FolderDialogProps) {
	const [name, setName] = useState("");
	const [accountId, setAccountId] = useState<string | null>(null);
	const [fault, setFault] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const form = useId();
	// Stays unchanged while the dialog closes.
	const [shown, setShown] = useState<FolderQuestion | null>(null);
	useEffect(() => {
		if (question === null) return;
		setShown(question);
		setName(question.folder?.name ?? "");
		setAccountId(question.folder?.accountId ?? null);
		setFault(null);
	}, [question]);
	const self = shown?.folder;
	const account = accountId ?? mailboxes[0]?.id ?? "";
	const inMailbox = folders.filter((folder) => folder.accountId === account);

	const save = async (event: FormEvent) => {
		event.preventDefault();
		if (busy) return;
		const wrong = nameFault(name, inMailbox, self);
		setFault(wrong);
		if (wrong !== null) return input.current?.focus();
		if (self && name.trim() === self.name) return onClose();
		setBusy(true);
		try {
			await onSave(name.trim(), account);
			onClose();
		} catch (error) {
			setFault(error instanceof Error ? error.message : t.folders.serverGaveNoReason);
			input.current?.focus();
		} finally {
			setBusy(false);
		}
	};
	return (
		<Dialog
			open={question !== null}
			onClose={onClose}
			title={self ? t.folders.renameFolder : t.folders.newFolder}
			size="small"
			initialFocus={input}
			actions={
				<>
					<Button onClick={onClose}>{t.folders.cancel}</Button>
					<Button type="submit" form={form} variant="primary" busy={busy}>
						{self ? t.folders.rename : t.folders.create}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={(event) => void save(event)} noValidate className="flex flex-col gap-4">
				<Field
					label={t.folders.name}
					hint={self ? t.folders.foldersInsideMoveToo : t.folders.subfolderHint}
					error={fault ?? undefined}
				>
					<Input
						ref={input}
						value={name}
						maxLength={longestName}
						autoComplete="off"
						size="large"
						onFocus={(event) => event.target.select()}
						onChange={(event) => {
							setName(event.target.value);
							setFault(null);
						}}
					/>
				</Field>
				{!self && <MailboxField mailboxes={mailboxes} value={account} onChange={setAccountId} />}
			</form>
		</Dialog>
	);
}

interface MailboxFieldProps {
	mailboxes: readonly Account[];
	/** Id of the selected one. */
	value: string;
	onChange: (id: string) => void;
}

/** The mailbox of a new folder, where there are several. */
function MailboxField({ mailboxes, value, onChange }: MailboxFieldProps) {
	if (mailboxes.length < 2) return null;
	return (
		<Field label={t.folders.mailbox}>
			<Select
				options={mailboxes.map((mailbox) => ({ value: mailbox.id, label: mailbox.name }))}
				value={value}
				onChange={onChange}
			/>
		</Field>
	);
}
