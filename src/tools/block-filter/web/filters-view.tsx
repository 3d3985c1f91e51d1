import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { isChangeable } from "#web/lib/mailbox/access.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import type { GatedMailbox } from "#web/lib/mailbox/mailbox-gate.tsx";
import { useCommands } from "#web/lib/screens/commands.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Filter } from "../contract.ts";
import { tool } from "../tool.ts";
import { ApplyDialog } from "./apply/apply-dialog.tsx";
import { filtersQuery, warningsQuery } from "./base/api.ts";
import { readSearchParams, type Search } from "./base/search-params.ts";
import { FILTER_LIST_ID } from "./base/show-filter-list.ts";
import { t } from "./base/text.ts";
import { useSave } from "./base/use-filters.ts";
import { bodyOf, draftOf, newDraft } from "./form/draft.ts";
import { FilterForm } from "./form/filter-form.tsx";
import { PreviewPane } from "./form/preview-pane.tsx";
import { NOT_CHOSEN, presetScope } from "./form/scope.ts";
import { FilterList } from "./list/filter-list.tsx";
import { NativeCard } from "./native/native-card.tsx";
import { nativeStatusesOf } from "./native/native-status.ts";
import { nativeQuery } from "./native/use-native.ts";

/** The form with its dry run, and the list of rules. */
export function FiltersView({ mailbox }: { mailbox: GatedMailbox }) {
	const navigate = useNavigate();
	const search = readSearchParams(useSearch({ strict: false }) as Record<string, unknown>) as Search;
	const [entered, setDraft] = useState(() => newDraft(search));
	const [edited, setEdited] = useState<Filter | null>(null);
	const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
	const [applying, setApplying] = useState(false);
	const form = useRef<HTMLDivElement>(null);
	const list = useQuery(filtersQuery);
	// Follows the current mailbox until the user chooses.
	const draft =
		entered.scope === NOT_CHOSEN ? { ...entered, scope: presetScope(mailbox.account, mailbox.accounts) } : entered;
	const names = useMemo(() => new Map(mailbox.accounts.map(({ id, name }) => [id, name])), [mailbox.accounts]);

	const begin = (filter: Filter | null) => {
		setEdited(filter);
		setDraft(filter === null ? newDraft() : draftOf(filter));
		setFaults({});
		if (search.type !== undefined || search.value !== undefined) void navigate({ to: tool.path, replace: true });
	};
	const save = useSave(() => begin(null), setFaults);
	const submit = () => {
		if (draft.scope !== NOT_CHOSEN)
			return save.mutate({ id: edited?.id ?? null, draft: bodyOf(draft, edited?.isActive ?? true) });
		setFaults({ accountId: t.form.required });
		toast({ title: t.list.validationError, description: t.form.required, tone: "destructive" });
	};
	const edit = (filter: Filter) => {
		begin(filter);
		form.current?.scrollIntoView({ block: "start" });
		form.current?.querySelector("input")?.focus();
	};
	const apply = () => {
		if (countActive(list.data) > 0) return setApplying(true);
		const description = t.page.noActiveFiltersDescription;
		toast({ title: t.page.noActiveFilters, description, tone: "destructive" });
	};
	useCommands([{ id: "filters.apply", title: t.page.applyAllFilters, group: t.page.filters, run: apply }]);
	return (
		<div className="flex flex-col gap-5">
			<div ref={form} className="grid scroll-mt-16 items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
				<Card title={edited ? t.page.editFilter(edited.name) : t.page.createNewFilter}>
					<FilterForm
						draft={draft}
						faults={faults}
						accounts={mailbox.accounts}
						isEdit={edited !== null}
						busy={save.isPending}
						onChange={(next) => {
							setDraft(next);
							setFaults({});
						}}
						onSubmit={submit}
						onCancel={() => begin(null)}
					/>
				</Card>
				<div className="min-w-0 lg:sticky lg:top-0">
					<PreviewPane draft={draft} id={edited?.id ?? null} names={names} />
				</div>
			</div>
			<ActiveFilters
				list={list}
				accounts={mailbox.accounts}
				names={names}
				edited={edited?.id ?? null}
				onEdit={edit}
				onApply={apply}
			/>
			<NativeCard accounts={mailbox.accounts} />
			<ApplyDialog
				open={applying}
				account={mailbox.account?.id}
				names={mailbox.accounts.length > 1 ? names : null}
				onClose={() => setApplying(false)}
			/>
		</div>
	);
}

interface ActiveFiltersProps {
	list: UseQueryResult<Filter[]>;
	accounts: readonly Account[];
	/** Mailbox names by id. */
	names: ReadonlyMap<string, string>;
	/** Id of the filter that is in the form; null: a new one. */
	edited: string | null;
	onEdit: (filter: Filter) => void;
	onApply: () => void;
}

/** The filters in their order, with what providers run and what the check found. */
function ActiveFilters({ list, accounts, names, edited, onEdit, onApply }: ActiveFiltersProps) {
	const { data: warnings = [] } = useQuery({ ...warningsQuery, enabled: (list.data?.length ?? 0) > 0 });
	const { data: mailboxes = [] } = useQuery(nativeQuery);
	return (
		<div id={FILTER_LIST_ID} className="scroll-mt-4">
			<Card
				title={t.page.activeFilters(countActive(list.data))}
				note={t.page.activeFiltersNote}
				actions={
					<Button disabled={!accounts.some(isChangeable)} onClick={onApply}>
						{t.page.applyAllFilters}
					</Button>
				}
				flush
			>
				<QueryView
					query={list}
					loading={<Skeleton rows={3} label={t.page.loadingFilters} showLabel />}
					errorTitle={t.page.failedLoadFilters}
				>
					{(filters) => (
						<FilterList
							filters={filters}
							warnings={warnings}
							names={names}
							nativeStatuses={(id) => nativeStatusesOf(id, mailboxes, accounts)}
							edited={edited}
							onEdit={onEdit}
						/>
					)}
				</QueryView>
			</Card>
		</div>
	);
}

const countActive = (filters: readonly Filter[] = []): number => filters.filter(({ isActive }) => isActive).length;
