import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { createsOnce } from "#web/lib/api/query-client.ts";
import { formatCount } from "#web/lib/base/format.ts";
import type { Job } from "#web/lib/jobs/jobs.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import type { FilterPlan } from "../../contract.ts";
import { filtersQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import { planFilters } from "./planned.ts";
import { type Extent, PlannedFilter } from "./planned-filter.tsx";
import { useApply } from "./use-apply.ts";

interface ApplyDialogProps {
	open: boolean;
	/** The selected mailbox; undefined: all. */
	account: string | undefined;
	/** Mailbox names by id, where there are several. */
	names: ReadonlyMap<string, string> | null;
	onClose: () => void;
}

/** Previews what all active rules would do to stored mail, rule by rule. */
export function ApplyDialog({ open, onClose, ...rest }: ApplyDialogProps) {
	const [serial, setSerial] = useState({ open, number: 0 });
	if (open !== serial.open) setSerial({ open, number: serial.number + (open ? 1 : 0) });
	return serial.number === 0 ? null : (
		<OneRun key={serial.number} serial={serial.number} open={open} onClose={onClose} {...rest} />
	);
}

function OneRun({ serial, open, account, names, onClose }: ApplyDialogProps & { serial: number }) {
	const [extents, setExtents] = useState<ReadonlyMap<string, Extent>>(new Map());
	const { query: planned, job, cancel } = usePlanned(serial, account);
	const apply = useApply(onClose);
	const close = () => {
		cancel();
		onClose();
	};
	const plans = (planned.data?.items ?? []).flatMap(({ plan }) => (plan ? [extents.get(plan.id) ?? plan] : []));
	const count = plans.reduce((sum, plan) => sum + plan.count, 0);
	const bytes = plans.reduce((sum, plan) => sum + plan.bytes, 0);
	const isSending = [...extents.values()].some((extent) => extent.isSending);
	const isEmpty = planned.data !== undefined && plans.length === 0;
	const actions = apply.isRunning ? (
		<>
			<Button busy={apply.isCancelling} disabled={apply.isStarting} onClick={apply.cancel}>
				{t.apply.stop}
			</Button>
			<Button onClick={close}>{t.apply.continueBackground}</Button>
		</>
	) : (
		<>
			<Button onClick={close}>{isEmpty ? t.apply.close : t.apply.cancel}</Button>
			{planned.data && !isEmpty && (
				<Button variant="primary" disabled={count === 0 || isSending} onClick={() => void apply.run(planned.data.id)}>
					{t.apply.applyTo(count)}
				</Button>
			)}
		</>
	);
	return (
		<Dialog open={open} onClose={close} title={t.apply.applyAllFilters} size="large" actions={actions}>
			{apply.isRunning ? (
				<FilterProgress label={t.apply.applyingYourFilters} job={apply.job} detail={t.apply.applied} />
			) : (
				<QueryView
					query={planned}
					errorTitle={t.apply.failedApplyFilters}
					loading={<FilterProgress label={t.apply.checking} job={job} detail={t.apply.checked} />}
				>
					{({ items }) => (
						<div className="flex flex-col gap-4">
							{isEmpty ? (
								<EmptyState title={t.apply.nothingToChange} description={t.apply.nothingToChangeDescription} />
							) : (
								<p className="text-14">
									<strong>{formatCount(count, "email")}</strong>
									{t.apply.totals(bytes)}
								</p>
							)}
							<Effects
								items={items}
								names={names}
								onExtent={(id, extent) => setExtents((now) => new Map(now).set(id, extent))}
							/>
						</div>
					)}
				</QueryView>
			)}
		</Dialog>
	);
}

interface FilterProgressProps {
	label: string;
	/** Undefined: it does not run yet. */
	job: Job | undefined;
	detail: (done: number, total: number) => string;
}

function FilterProgress({ label, job, detail }: FilterProgressProps) {
	const { done = 0, total = null } = job ?? {};
	return <Progress label={label} done={done} total={total} {...(total !== null && { detail: detail(done, total) })} />;
}

interface EffectsProps {
	items: readonly FilterPlan[];
	names: ApplyDialogProps["names"];
	/** @param id of the plan from which messages were excluded */
	onExtent: (id: string, extent: Extent) => void;
}

/** What each filter would do in each mailbox. */
function Effects({ items, names, onExtent }: EffectsProps) {
	const { data: rules = [] } = useQuery(filtersQuery);
	const byId = useMemo(() => new Map(rules.map((rule) => [rule.id, rule])), [rules]);
	return (
		<ol aria-label={t.apply.effectEachFilter} className="flex flex-col gap-3">
			{items.map((item) => (
				<PlannedFilter
					key={`${item.filterId} ${item.accountId}`}
					item={item}
					filter={byId.get(item.filterId)}
					mailbox={names?.get(item.accountId)}
					onExtent={(extent) => item.plan && onExtent(item.plan.id, extent)}
				/>
			))}
		</ol>
	);
}

/** Plans of what the active rules would do now, and the job that makes them. @param serial of the run */
function usePlanned(serial: number, account: string | undefined) {
	const client = useQueryClient();
	const [job, setJob] = useState<Job>();
	const queryKey = ["filter-plans", serial];
	const query = useQuery({
		queryKey,
		queryFn: ({ signal }) => planFilters({ account }, setJob, signal),
		...createsOnce,
	});
	return { query, job, cancel: () => void client.cancelQueries({ queryKey }) };
}
