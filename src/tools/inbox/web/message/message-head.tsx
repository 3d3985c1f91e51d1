import { Code2, Download, EllipsisVertical, FileText, ImageOff, Mail, MailOpen, Type } from "lucide-react";
import { useState } from "react";
import { formatFullTime, formatOpenTime } from "#web/lib/base/format.ts";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { IconButton } from "#web/ui/button/button.tsx";
import { Tooltip } from "#web/ui/button/tooltip.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { Email, EmailItem } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { useImageSenders } from "./html/use-image-senders.ts";
import { OriginalDialog, rawUrl } from "./original-dialog.tsx";
import { SenderName } from "./sender-name.tsx";
import { senderFacts } from "./signed-by.ts";

interface MessageHeadProps {
	item: EmailItem;
	/** Undefined while it loads. */
	email: Email | undefined;
	/** The user's own addresses, shown as "you". */
	own: ReadonlySet<string>;
	asText: boolean;
	onAsText: (asText: boolean) => void;
	onToggleRead: () => void;
}

/** Sender, recipients, date, and authentication results. */
export function MessageHead({ item, email, own, asText, onAsText, onToggleRead }: MessageHeadProps) {
	const [details, setDetails] = useState(false);
	const [original, setOriginal] = useState(false);
	const formatted = email !== undefined && email.html !== null;
	return (
		<header className="flex items-start gap-3">
			<Avatar name={item.senderName || item.senderEmail} />
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-baseline gap-x-2 leading-5">
					<SenderName item={item} />
					{item.senderName && <span className="font-mono text-12 break-all text-ink-2">{item.senderEmail}</span>}
				</p>
				<p className="mt-1.5 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-13 text-ink-2">
					<button
						type="button"
						aria-expanded={details}
						aria-label={t.message.showDetails(recipients(email, own))}
						onClick={() => setDetails(!details)}
						className="max-w-full truncate rounded-1 hover:text-ink hover:underline"
					>
						{recipients(email, own)}
					</button>
					<span aria-hidden="true">·</span>
					<time dateTime={item.receivedAt} title={formatFullTime(item.receivedAt)}>
						{formatOpenTime(item.receivedAt)}
					</time>
					{email &&
						senderFacts(email).map((fact) => (
							<Tooltip key={fact.text} text={fact.why}>
								<button type="button" className="rounded-1">
									<Badge tone={fact.tone}>{fact.text}</Badge>
								</button>
							</Tooltip>
						))}
				</p>
				{details && email && <Details email={email} />}
			</div>
			<div className="flex shrink-0 items-center">
				{formatted && (
					<IconButton
						icon={Type}
						label={t.message.showAsPlainText}
						pressed={asText}
						size="small"
						onClick={() => onAsText(!asText)}
					/>
				)}
				<MessageMenu {...{ item, formatted, asText, onAsText, onToggleRead }} onOriginal={() => setOriginal(true)} />
			</div>
			<OriginalDialog item={item} open={original} onClose={() => setOriginal(false)} />
		</header>
	);
}

interface MessageMenuProps extends Pick<MessageHeadProps, "item" | "asText" | "onAsText" | "onToggleRead"> {
	/** It has HTML. */
	formatted: boolean;
	onOriginal: () => void;
}

function MessageMenu({ item, formatted, asText, onAsText, onToggleRead, onOriginal }: MessageMenuProps) {
	const images = useImageSenders();
	return (
		<Menu
			align="end"
			trigger={<IconButton icon={EllipsisVertical} label={t.message.moreAboutMessage} size="small" tooltip={false} />}
			entries={[
				{
					label: item.isRead ? t.message.markAsUnread : t.message.markAsRead,
					icon: item.isRead ? Mail : MailOpen,
					onSelect: onToggleRead,
				},
				...(formatted
					? [
							{
								label: asText ? t.message.showFormatted : t.message.showAsPlainText,
								icon: FileText,
								onSelect: () => onAsText(!asText),
							},
						]
					: []),
				...(formatted && images.isTrusted(item.senderEmail)
					? [
							{
								label: t.message.dontShowImages,
								icon: ImageOff,
								onSelect: () => images.distrust(item.senderEmail),
							},
						]
					: []),
				{ label: t.message.showOriginal, icon: Code2, onSelect: onOriginal },
				{ label: t.message.downloadMessage, icon: Download, onSelect: () => location.assign(rawUrl(item.id)) },
			]}
		/>
	);
}

type Person = Email["to"][number];

function nameOf(person: Person, own: ReadonlySet<string>): string {
	return own.has(person.email.toLowerCase()) ? "you" : person.name || person.email;
}

/** "to you and 6 others". */
export function recipients(email: Pick<Email, "to" | "cc" | "bcc"> | undefined, own: ReadonlySet<string>): string {
	if (!email) return t.message.toEllipsis;
	const people = [...email.to, ...email.cc, ...email.bcc];
	// The user first: whether it was addressed to them is what matters most.
	people.sort((a, b) => Number(own.has(b.email.toLowerCase())) - Number(own.has(a.email.toLowerCase())));
	const [first, second] = people;
	if (!first) return t.message.toUndisclosedRecipients;
	if (!second) return t.message.toOne(nameOf(first, own));
	if (people.length === 2) return t.message.toTwo(nameOf(first, own), nameOf(second, own));
	return t.message.toMany(nameOf(first, own), people.length - 1);
}

function Details({ email }: { email: Email }) {
	const list = email.listUnsubscribe;
	const rows: [string, string][] = [
		[t.message.from, written([{ name: email.senderName, email: email.senderEmail }])],
		[t.message.replyTo, written(email.replyTo)],
		[t.message.toHeader, written(email.to)],
		[t.message.cc, written(email.cc)],
		[t.message.bcc, written(email.bcc)],
		[t.message.date, formatFullTime(email.sentAt ?? email.receivedAt)],
		[t.message.messageId, email.messageId ?? ""],
		[t.message.mailingList, list?.listId ?? ""],
		[t.message.unsubscribe, list ? unsubscribeLine(list) : ""],
		[t.message.checks, checks(email)],
	];
	return (
		<dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-2 border border-line bg-surface px-3 py-2 text-13">
			{rows
				.filter(([, value]) => value !== "")
				.map(([name, value]) => (
					<div key={name} className="contents">
						<dt className="text-ink-3">{name}</dt>
						<dd className="min-w-0 break-words">{value}</dd>
					</div>
				))}
		</dl>
	);
}

function written(people: readonly Person[]): string {
	return people.map((person) => (person.name ? `${person.name} <${person.email}>` : person.email)).join(", ");
}

/** The unsubscribe method from the header (RFC 2369, RFC 8058) or a link in the text. */
function unsubscribeLine(list: NonNullable<Email["listUnsubscribe"]>): string {
	if (list.oneClick && list.oneClickCheck === "covered") return t.message.oneClickUnsubscribe;
	const ways = [
		list.urls.length > 0 && t.message.aWebPage,
		list.mailtos.length > 0 && t.message.anEmail,
		list.links.length > 0 && t.message.linkText,
	].filter(Boolean);
	return ways.length === 0 ? "" : t.message.unsubscribeBy(ways.join(t.message.or));
}

function checks(email: Email): string {
	const { spf = null, dkim = null, dmarc = null } = email.authentication ?? {};
	return [["SPF", spf] as const, ["DKIM", dkim] as const, ["DMARC", dmarc] as const]
		.flatMap(([name, verdict]) =>
			verdict ? `${name} ${verdict.result}${verdict.domain ? ` (${verdict.domain})` : ""}` : [],
		)
		.join(", ");
}
