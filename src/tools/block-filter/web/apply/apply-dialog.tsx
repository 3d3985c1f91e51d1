import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "#web/lib/format.ts";
import { createsOnce } from "#web/lib/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { filters, filtersQuery } from "../api.ts";
import { t } from "../text.ts";
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
	const { data: rules = [] } = useQuery(filtersQuery);
	const [extents, setExtents] = useState<ReadonlyMap<string, Extent>>(new Map());
	const plans = usePlans(serial, account);
	const apply = useApply(onClose);
	const sum = (of: "count" | "bytes") =>
		(plans.data?.items ?? []).reduce((all, { plan }) => all + (plan ? (extents.get(plan.id) ?? plan)[of] : 0), 0);
	const count = sum("count");
	const isSending = [...extents.values()].some((extent) => extent.isSending);
	const start = () =>
		void apply.start(
			(plans.data?.items ?? []).flatMap(({ plan }) =>
				plan && (extents.get(plan.id) ?? plan).count > 0 ? plan.id : [],
			),
		);
	const isEmpty = plans.data !== undefined && plans.data.count === 0;
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t.apply.applyAllFilters}
			size="large"
			actions={
				apply.isRunning ? (
					<Button onClick={onClose}>{t.apply.continueBackground}</Button>
				) : (
					<>
						<Button onClick={onClose}>{isEmpty ? t.apply.close : t.apply.cancel}</Button>
						{plans.data && !isEmpty && (
							<Button variant="primary" disabled={count === 0 || isSending} onClick={start}>
								{t.apply.applyTo(count)}
							</Button>
						)}
					</>
				)
			}
		>
			{apply.isRunning ? (
				<Progress label={t.apply.applyingYourFilters} done={apply.done} total={apply.total || count} />
			) : (
				<QueryView
					query={plans}
					errorTitle={t.apply.failedApplyFilters}
					loading={<Skeleton rows={4} label={t.form.searchingYourEmail} />}
				>
					{({ items }) => (
						<div className="flex flex-col gap-4">
							{isEmpty ? (
								<EmptyState title={t.apply.nothingToChange} description={t.apply.nothingToChangeDescription} />
							) : (
								<p className="text-14">
									<strong>{formatCount(count, "email")}</strong>
									{t.apply.totals(sum("bytes"))}
								</p>
							)}
							<ol aria-label={t.apply.effectEachFilter} className="flex flex-col gap-3">
								{items.map((item) => (
									<PlannedFilter
										key={`${item.filterId} ${item.accountId}`}
										item={item}
										filter={rules.find(({ id }) => id === item.filterId)}
										mailbox={names?.get(item.accountId)}
										onExtent={(extent) =>
											item.plan && setExtents((now) => new Map(now).set(item.plan?.id ?? "", extent))
										}
									/>
								))}
							</ol>
						</div>
					)}
				</QueryView>
			)}
		</Dialog>
	);
}

/** Plans of what the active rules would do now. @param serial of the run */
function usePlans(serial: number, account: string | undefined) {
	return useQuery({
		queryKey: ["filter-plans", serial],
		queryFn: () => filters.planFilters({ body: { account } }),
		...createsOnce,
	});
}
