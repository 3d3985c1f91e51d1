import { PenLine } from "lucide-react";
import { formatFullTime, formatMailTime, formatNumber } from "#web/lib/base/format.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { type WorkColumn, WorkList } from "#web/ui/workbench/work-list.tsx";
import type { Contact } from "../../contract.ts";
import { t } from "../base/text.ts";
import type { Address } from "../base/use-address.ts";
import { ValidityBadge } from "./validity-badge.tsx";

interface ContactListProps {
	rows: readonly Contact[];
	total: number;
	selected: ReadonlySet<string>;
	onSelected: (selected: ReadonlySet<string>) => void;
	address: Address;
	onEndNear: () => void;
}

/** How a contact is called. */
export function nameOf({ name, addresses }: Pick<Contact, "name" | "addresses">): string {
	return name || (addresses[0] ?? "");
}

/** Opens a message to a contact. */
export function writeTo({ name, addresses: [email] }: Contact): void {
	if (email !== undefined) compose({ kind: "new", to: [{ name, email }] });
}

/** The contacts, one line each. */
export function ContactList({ rows, total, selected, onSelected, address, onEndNear }: ContactListProps) {
	const isAll = rows.length > 0 && rows.every(({ id }) => selected.has(id));
	return (
		<WorkList
			label={t.list.title}
			group={{ id: "contacts", title: t.page.title }}
			rows={rows}
			total={total}
			onEndNear={onEndNear}
			rowKey={({ id }) => id}
			rowName={nameOf}
			rowNote={(contact) => <Addresses contact={contact} />}
			columns={columns}
			phone={{
				note: (contact) => <Addresses contact={contact} />,
				end: (contact) => (
					<span className="flex flex-col items-end gap-0.5 text-13">
						<Last contact={contact} />
						{contact.validity !== null && contact.validity !== "valid" && <ValidityBadge validity={contact.validity} />}
					</span>
				),
			}}
			head={
				<>
					<h2 className="flex items-center gap-2 text-13 font-semibold text-ink">
						{t.list.title} <Badge>{formatNumber(total)}</Badge>
					</h2>
					<Button
						variant="ghost"
						size="small"
						onClick={() => onSelected(new Set(isAll ? [] : rows.map(({ id }) => id)))}
					>
						{isAll ? t.list.deselectAll : t.list.selectAll}
					</Button>
				</>
			}
			selection={{ selected, onChange: onSelected, label: (contact) => t.list.select(nameOf(contact)) }}
			isBusy={() => false}
			actions={(contact) => (
				<Button
					size="small"
					icon={PenLine}
					aria-label={t.list.writeTo(nameOf(contact))}
					onClick={() => writeTo(contact)}
				>
					{t.list.write}
				</Button>
			)}
			opened={address.contact}
			onOpen={({ id }) => address.show({ contact: id })}
			onClose={() => address.show({ contact: "" })}
		/>
	);
}

function Addresses({ contact: { name, addresses, position, tags } }: { contact: Contact }) {
	const [first = "", ...others] = addresses;
	return (
		<span className="truncate">
			{name !== "" && <span className="font-mono">{first}</span>}
			{others.length > 0 && ` ${t.list.more(others.length)}`}
			{position !== null && ` · ${position}`}
			{tags.map((tag) => (
				<span key={tag} className="ml-1.5">
					<Badge>{tag}</Badge>
				</span>
			))}
		</span>
	);
}

function Last({ contact: { lastContactAt } }: { contact: Contact }) {
	if (lastContactAt === null) return <span className="text-ink-3">{t.list.neverWrote}</span>;
	return (
		<time dateTime={lastContactAt} title={formatFullTime(lastContactAt)} className="text-13">
			{formatMailTime(lastContactAt)}
		</time>
	);
}

const columns: WorkColumn<Contact>[] = [
	{
		id: "organization",
		header: t.list.organization,
		width: 0.8,
		grows: true,
		from: "narrow",
		cell: ({ company, organization }) => (
			<>
				<p className="truncate">{company ?? organization}</p>
				{company !== null && organization !== company && <p className="truncate text-12 text-ink-3">{organization}</p>}
			</>
		),
	},
	{
		id: "details",
		header: t.list.details,
		width: 112,
		from: "wide",
		cell: ({ hasCard, confidence }) => (
			<span className="text-13 text-ink-2">
				{hasCard ? t.list.card : confidence === null ? t.list.noDetails : t.list.found(confidence)}
			</span>
		),
	},
	{
		id: "validity",
		header: t.list.address,
		width: 84,
		from: "medium",
		cell: ({ validity }) =>
			validity === null ? (
				<span className="text-ink-3">{t.list.noDetails}</span>
			) : (
				<ValidityBadge validity={validity} />
			),
	},
	{
		...{ id: "received", header: t.list.received, align: "end", width: 64 },
		cell: ({ receivedCount }) => formatNumber(receivedCount),
	},
	{
		...{ id: "sent", header: t.list.sent, align: "end", width: 56, from: "narrow" },
		cell: ({ sentCount }) => formatNumber(sentCount),
	},
	{ id: "last", header: t.list.last, align: "end", width: 96, cell: (contact) => <Last contact={contact} /> },
];
