import { BadgeCheck, EllipsisVertical, Pencil, PenLine, Trash2, UserRoundSearch } from "lucide-react";
import { useState } from "react";
import { formatDate, formatNumber } from "#web/lib/base/format.ts";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { PanelFigures, PanelSection, usePanelRoom, WorkPanel } from "#web/ui/workbench/panel.tsx";
import type { ContactDetails } from "../../contract.ts";
import { t } from "../base/text.ts";
import type { Address } from "../base/use-address.ts";
import { useAddressTools } from "../base/use-address-tools.ts";
import { useContact } from "../base/use-contacts.ts";
import { nameOf, writeTo } from "../list/contact-list.tsx";
import { ValidityBadge } from "../list/validity-badge.tsx";
import { useUndoMerge } from "../merge/use-merge.ts";
import { DetailList } from "./detail-list.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { Timeline } from "./timeline.tsx";
import { useRemoveCard } from "./use-card.ts";

/** One contact: addresses, details, and the mail with them. */
export function ContactPanel({ address }: { address: Address }) {
	const query = useContact(address.contact);
	const [isEditing, setEditing] = useState(false);
	const hasRoom = usePanelRoom();
	const close = () => address.show({ contact: "" });
	const { data } = query;
	return (
		<>
			<WorkPanel
				open={address.contact !== null}
				onClose={close}
				title={data ? nameOf(data.contact) : t.page.title}
				subtitle={data && subtitleOf(data)}
				actions={
					data && (
						<Actions
							details={data}
							onEdit={() => setEditing(true)}
							// The sheet would cover what opens.
							onLeave={() => !hasRoom && close()}
						/>
					)
				}
			>
				<QueryView query={query} errorTitle={t.panel.couldntLoad}>
					{(details) => <Content key={details.contact.id} details={details} />}
				</QueryView>
			</WorkPanel>
			{data && <EditDialog details={data} open={isEditing} onClose={() => setEditing(false)} />}
		</>
	);
}

function subtitleOf({ contact: { company, position, organization } }: ContactDetails): string {
	return [position, company ?? organization].filter((part) => part !== null && part !== "").join(", ");
}

function Content({ details }: { details: ContactDetails }) {
	const { contact, addresses, merges } = details;
	const undo = useUndoMerge();
	const dateOf = (at: string | null) => (at === null ? t.list.noDetails : formatDate(at));
	return (
		<>
			<PanelFigures
				items={[
					{ label: t.panel.received, value: formatNumber(contact.receivedCount) },
					{ label: t.panel.sent, value: formatNumber(contact.sentCount) },
					{ label: t.panel.first, value: <span className="text-12">{dateOf(contact.firstContactAt)}</span> },
					{ label: t.panel.last, value: <span className="text-12">{dateOf(contact.lastContactAt)}</span> },
				]}
			/>
			{(contact.hasPhoto || contact.tags.length > 0) && (
				<div className="flex items-center gap-3">
					{contact.hasPhoto && (
						<Avatar name={nameOf(contact)} size="large" picture={`/api/v1/contacts/${contact.id}/photo`} />
					)}
					<ul aria-label={t.panel.tags} className="flex flex-wrap gap-1.5">
						{contact.tags.map((tag) => (
							<li key={tag}>
								<Badge>{tag}</Badge>
							</li>
						))}
					</ul>
				</div>
			)}
			<PanelSection title={t.panel.addresses}>
				<ul className="flex flex-col gap-2 text-13">
					{addresses.map(({ address, receivedCount, sentCount, validity, validatedAt }) => (
						<li key={address} className="flex items-start justify-between gap-3">
							<span className="min-w-0">
								<span className="block font-mono text-12 break-all">{address}</span>
								<span className="block text-12 text-ink-3">{t.panel.counts(receivedCount, sentCount)}</span>
							</span>
							<span className="shrink-0 text-right text-12 text-ink-3">
								{validity === null ? t.panel.notChecked : <ValidityBadge validity={validity} />}
								{validatedAt !== null && <span className="block">{t.panel.checked(validatedAt)}</span>}
							</span>
						</li>
					))}
				</ul>
				{merges.map((merge) => (
					<p key={merge.id} className="flex items-center justify-between gap-3 text-13 text-ink-2">
						<span className="min-w-0 break-all">{t.panel.merged(merge.addresses.join(", "))}</span>
						<Button
							size="small"
							busy={undo.isPending && undo.variables === merge.id}
							onClick={() => undo.mutate(merge.id)}
						>
							{t.panel.undoMerge}
						</Button>
					</p>
				))}
			</PanelSection>
			<PanelSection
				title={t.panel.details}
				end={
					details.enrichedAt !== null && (
						<span className="text-12 text-ink-3">{t.panel.updated(details.enrichedAt)}</span>
					)
				}
			>
				<DetailList details={details} />
			</PanelSection>
			<PanelSection title={t.panel.timeline}>
				<Timeline contact={contact} />
			</PanelSection>
		</>
	);
}

interface ActionsProps {
	details: ContactDetails;
	onEdit: () => void;
	onLeave: () => void;
}

function Actions({ details: { contact, card }, onEdit, onLeave }: ActionsProps) {
	const tools = useAddressTools();
	const remove = useRemoveCard();
	const list = { name: nameOf(contact), emails: contact.addresses };
	const entries = [
		...(tools.canEnrich ? [{ label: t.panel.find, icon: UserRoundSearch, onSelect: () => tools.enrich(list) }] : []),
		...(tools.canValidate ? [{ label: t.panel.validate, icon: BadgeCheck, onSelect: () => tools.validate(list) }] : []),
		...(card === null
			? []
			: [{ label: t.panel.remove, icon: Trash2, danger: true, onSelect: () => remove.mutate(contact.id) }]),
	];
	return (
		<>
			<Button
				variant="primary"
				icon={PenLine}
				onClick={() => {
					onLeave();
					writeTo(contact);
				}}
			>
				{t.list.write}
			</Button>
			<Button icon={Pencil} onClick={onEdit}>
				{t.panel.edit}
			</Button>
			{entries.length > 0 && (
				<span className="ml-auto">
					<Menu
						align="end"
						trigger={<IconButton icon={EllipsisVertical} label={t.panel.more} tooltip={false} />}
						entries={entries}
					/>
				</span>
			)}
		</>
	);
}
