import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { hubPath } from "#shared/brand.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { DraftContent, DraftRecipient, Sender } from "../../contract.ts";
import { MAX_RECIPIENTS } from "../../limits.ts";
import { sendersQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import type { EditedDraft } from "../draft/use-draft.ts";
import { LookAlikes } from "./look-alikes.tsx";
import { RecipientField } from "./recipient-field.tsx";

interface AddressFieldsProps {
	edited: EditedDraft;
	/** It answers or forwards a message. */
	isAnswer: boolean;
	suppressed: readonly string[];
	/** Results of the attempt before. */
	recipients: readonly DraftRecipient[];
	onSender: (accountId: string) => void;
	/** What gets the focus at first, of these fields; null: nothing. */
	focus: "to" | "subject" | "body" | null;
}

/** From, To, Cc, Bcc and the subject. */
export function AddressFields({ edited, isAnswer, suppressed, recipients, onSender, focus }: AddressFieldsProps) {
	const { content, change } = edited;
	const [showCc, setShowCc] = useState(content.cc.length > 0);
	const [showBcc, setShowBcc] = useState(content.bcc.length > 0);
	const subject = useRef<HTMLInputElement>(null);
	useLayoutEffect(() => {
		if (focus === "subject") subject.current?.focus();
	}, [focus]);
	const { data: senders } = useQuery(sendersQuery);
	const [first] = useState(content.accountId);
	const blocked = useMemo(() => new Set(suppressed), [suppressed]);
	const failures = useMemo(() => failuresOf(recipients), [recipients]);
	const shared = { suppressed: blocked, onAllow: (address: string) => void edited.allow(address), failures };
	const count = useMemo(() => countRecipients(content), [content]);
	return (
		<div>
			{senders && (
				<SenderLine
					senders={isAnswer ? forAnswer(senders, first) : senders}
					value={content.accountId}
					onChange={onSender}
				/>
			)}
			<RecipientField
				label={t.recipients.to}
				value={content.to}
				onChange={(to) => change({ to })}
				autoFocus={focus === "to"}
				actions={
					<span className="flex shrink-0 gap-2 pt-0.5">
						{!showCc && <ShowField label={t.recipients.cc} onClick={() => setShowCc(true)} />}
						{!showBcc && <ShowField label={t.recipients.bcc} onClick={() => setShowBcc(true)} />}
					</span>
				}
				{...shared}
			/>
			<LookAlikes content={content} onChange={change} />
			{showCc && (
				<RecipientField
					label={t.recipients.cc}
					value={content.cc}
					onChange={(cc) => change({ cc })}
					autoFocus={content.cc.length === 0}
					{...shared}
				/>
			)}
			{showBcc && (
				<RecipientField
					label={t.recipients.bcc}
					value={content.bcc}
					onChange={(bcc) => change({ bcc })}
					autoFocus={content.bcc.length === 0}
					{...shared}
				/>
			)}
			{count > MAX_RECIPIENTS && (
				<div className="px-4 py-2">
					<Notice tone="amber">{t.recipients.tooMany(count, MAX_RECIPIENTS)}</Notice>
				</div>
			)}
			<input
				ref={subject}
				aria-label={t.window.subject}
				placeholder={t.window.subject}
				value={content.subject}
				onChange={(event) => change({ subject: event.target.value })}
				className="h-9 w-full border-b border-line bg-transparent px-4 text-14 font-medium outline-none placeholder:font-normal placeholder:text-ink-3 focus-visible:shadow-none"
			/>
		</div>
	);
}

/** Each address once. */
function countRecipients({ to, cc, bcc }: Pick<DraftContent, "to" | "cc" | "bcc">): number {
	return new Set([...to, ...cc, ...bcc].map(({ email }) => email.toLowerCase())).size;
}

function ShowField({ label, onClick }: { label: string; onClick: () => void }) {
	return (
		<button
			type="button"
			onClick={onClick}
			className="h-6 rounded-1 px-1 text-13 text-ink-3 hover:text-ink hover:underline"
		>
			{label}
		</button>
	);
}

/** What the demo sends reaches no one, so it answers its own mail only. @param own the mailbox with the message */
function forAnswer(senders: readonly Sender[], own: string | null): Sender[] {
	return senders.map((sender) =>
		sender.isLocal && sender.accountId !== own
			? { ...sender, obstacle: sender.obstacle ?? t.window.staysLocal }
			: sender,
	);
}

interface SenderLineProps {
	senders: readonly Sender[];
	value: string | null;
	onChange: (accountId: string) => void;
}

/** The mailbox to send from; those that cannot say why. */
function SenderLine({ senders, value, onChange }: SenderLineProps) {
	const able = senders.filter(({ obstacle }) => obstacle === null);
	const chosen = senders.find(({ accountId }) => accountId === value);
	const none = able.length === 0 ? (senders[0]?.obstacle ?? t.window.noMailbox) : null;
	const obstacle = chosen?.obstacle ?? none;
	return (
		<>
			{obstacle !== null && (
				<div className="px-4 pt-3 pb-2">
					<Notice
						tone="amber"
						action={
							able.length === 0 && (
								<ButtonLink to={hubPath} size="small">
									{t.window.connect}
								</ButtonLink>
							)
						}
					>
						{obstacle}
					</Notice>
				</div>
			)}
			{able.length > 0 && (senders.length > 1 || chosen?.obstacle !== null) && (
				<div className="flex min-h-9 items-center gap-2 border-b border-line px-4 py-0.5">
					<span className="w-8 shrink-0 text-13 text-ink-3">{t.recipients.from}</span>
					<Select
						label={t.window.sendFrom}
						value={chosen?.accountId ?? null}
						placeholder={t.window.chooseMailbox}
						onChange={onChange}
						options={senders.map((one) => ({
							value: one.accountId,
							label: one.email ?? one.name,
							...(one.obstacle !== null && { description: one.obstacle, disabled: true }),
						}))}
					/>
				</div>
			)}
		</>
	);
}

/** Why addresses did not get the message, by address in lower case. */
function failuresOf(recipients: readonly DraftRecipient[]): Map<string, string> {
	return new Map(
		recipients
			.filter(({ state }) => state === "rejected" || state === "bounced" || state === "deferred")
			.map(({ address, reply }) => [
				address,
				reply === null ? t.recipients.refused : t.recipients.refusedBecause(reply),
			]),
	);
}
