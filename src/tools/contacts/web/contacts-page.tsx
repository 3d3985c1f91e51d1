import { Contact as ContactIcon, Download, Search, Upload } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { hubPath } from "#shared/brand.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { TabFrame, TabList, TabPanel } from "#web/ui/page/tabs.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import type { Tab } from "./base/search-params.ts";
import { t } from "./base/text.ts";
import { type Address, useAddress } from "./base/use-address.ts";
import { useContacts } from "./base/use-contacts.ts";
import { useExport } from "./base/use-export.ts";
import { ImportDialog } from "./import/import-dialog.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { ContactList } from "./list/contact-list.tsx";
import { ContactSearch, Filters } from "./list/filters.tsx";
import { MergeStrip } from "./merge/merge-strip.tsx";
import { OrganizationsView } from "./organizations-view.tsx";
import { ContactPanel } from "./panel/contact-panel.tsx";

const nobody: ReadonlySet<string> = new Set();

/** `/contacts`: everyone the user corresponds with, and imported contacts. */
export default function ContactsPage() {
	const address = useAddress();
	const [text, setText] = useState("");
	const q = useDeferredValue(text.trim());
	const [selected, setSelected] = useState(nobody);
	const [isImporting, setImporting] = useState(false);
	const contacts = useContacts(address, q);
	const { rows, total, parts } = contacts;
	const isPeople = address.tab === "people";
	const isFiltered = q !== "" || address.part !== "all" || address.organization !== null || address.tag !== null;
	return (
		<TabFrame<Tab> value={address.tab} onChange={(tab) => address.show({ tab, contact: "" })}>
			<Workbench
				title={t.page.title}
				facts={isPeople && parts !== null && (isFiltered ? t.page.matching(total) : t.page.facts(total))}
				search={
					<ContactSearch label={isPeople ? t.page.search : t.organizations.search} text={text} onText={setText} />
				}
				actions={
					<>
						<WorkbenchAction icon={Upload} onClick={() => setImporting(true)}>
							{t.page.import}
						</WorkbenchAction>
						{total > 0 && isPeople && <ExportMenu q={q} address={address} />}
					</>
				}
				strip={isPeople && !isFiltered && <MergeStrip />}
				filters={
					<>
						<TabList<Tab>
							label={t.page.views}
							tabs={(["people", "organizations"] as const).map((value) => ({ value, label: t.page.tabs[value] }))}
						/>
						{isPeople && parts !== null && (isFiltered || total > 0) && <Filters address={address} counts={parts} />}
					</>
				}
				panel={isPeople && <ContactPanel address={address} />}
				bulk={
					isPeople && <BulkBar chosen={rows.filter(({ id }) => selected.has(id))} onClear={() => setSelected(nobody)} />
				}
			>
				<TabPanel value={address.tab} fill>
					{isPeople ? (
						<People
							{...{ contacts, address, selected, isFiltered }}
							onSelected={setSelected}
							onAll={() => {
								setText("");
								address.show({ part: "all", organization: "", tag: "" });
							}}
						/>
					) : (
						<WorkbenchPane>
							<OrganizationsView q={q} address={address} />
						</WorkbenchPane>
					)}
				</TabPanel>
			</Workbench>
			<ImportDialog open={isImporting} onClose={() => setImporting(false)} />
		</TabFrame>
	);
}

interface PeopleProps {
	contacts: ReturnType<typeof useContacts>;
	address: Address;
	selected: ReadonlySet<string>;
	isFiltered: boolean;
	onSelected: (selected: ReadonlySet<string>) => void;
	/** Ends search and filters. */
	onAll: () => void;
}

/** The people, or why there are none. */
function People({ contacts, address, selected, isFiltered, onSelected, onAll }: PeopleProps) {
	const { query, rows, total, isPreparing } = contacts;
	return (
		<QueryView
			query={query}
			errorTitle={t.page.couldntLoad}
			loading={<Skeleton rows={12} label={t.page.loading} />}
			isEmpty={() => total === 0}
			empty={
				<WorkbenchPane>
					<Empty isPreparing={isPreparing} isFiltered={isFiltered} onAll={onAll} />
				</WorkbenchPane>
			}
		>
			{() => (
				<ContactList
					rows={rows}
					total={total}
					selected={selected}
					onSelected={onSelected}
					address={address}
					onEndNear={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
				/>
			)}
		</QueryView>
	);
}

function ExportMenu({ q, address: { part, organization } }: { q: string; address: Address }) {
	const save = useExport();
	const selection = { q, part, organization: organization ?? undefined };
	return (
		<Menu
			align="end"
			trigger={
				<Button icon={Download} busy={save.isPending}>
					{t.page.export}
				</Button>
			}
			entries={[
				{ label: t.page.exportVcard, onSelect: () => save.mutate({ kind: "vcard", selection }) },
				{ label: t.page.exportCsv, onSelect: () => save.mutate({ kind: "csv", selection }) },
			]}
		/>
	);
}

interface EmptyProps {
	isPreparing: boolean;
	isFiltered: boolean;
	onAll: () => void;
}

function Empty({ isPreparing, isFiltered, onAll }: EmptyProps) {
	if (isPreparing) return <Skeleton rows={12} label={t.page.preparing} />;
	if (isFiltered)
		return (
			<EmptyState
				icon={Search}
				title={t.list.nothing}
				description={t.list.nothingDescription}
				action={<Button onClick={onAll}>{t.list.showAll}</Button>}
			/>
		);
	return (
		<EmptyState
			icon={ContactIcon}
			title={t.list.empty}
			description={t.list.emptyDescription}
			action={
				<ButtonLink to={hubPath} variant="primary">
					{t.list.connect}
				</ButtonLink>
			}
		/>
	);
}
