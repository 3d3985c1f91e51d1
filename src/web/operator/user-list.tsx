import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { OperatorUser, PricingPlan } from "#shared/contracts/pricing.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { operatorApi, operatorKeys } from "./api.ts";
import { usePlans } from "./plans.ts";
import { t } from "./text.ts";

/** Users with the plan assigned to each. */
export function UserList() {
	const [q, setQ] = useState("");
	const search = useDeferredValue(q.trim());
	const plans = usePlans();
	const query = useInfiniteQuery({
		queryKey: [...operatorKeys.users, search],
		queryFn: ({ pageParam, signal }) =>
			operatorApi.listUsers(
				{ query: { ...(search !== "" && { q: search }), ...(pageParam !== null && { after: pageParam }) } },
				{ signal },
			),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.nextAfter,
	});
	const data = plans.data && query.data?.pages.flatMap(({ items }) => items);
	return (
		<Card title={t.userList.title} note={t.userList.note} flush>
			<div className="border-b border-line px-4 py-3">
				<Input
					type="search"
					aria-label={t.userList.search}
					placeholder={t.userList.searchPlaceholder}
					icon={<Search size={16} />}
					value={q}
					onChange={(event) => setQ(event.target.value)}
					maxLength={200}
				/>
			</div>
			<QueryView
				query={{ ...query, data, error: query.error ?? plans.error, isPending: query.isPending || plans.isPending }}
				loading={<Skeleton rows={3} label={t.userList.loading} />}
				errorTitle={t.userList.couldntLoad}
				isEmpty={(items) => items.length === 0}
				empty={<p className="px-4 py-6 text-center text-14 text-ink-3">{t.userList.none}</p>}
			>
				{(items) => (
					<>
						<ul className="divide-y divide-line">
							{items.map((user) => (
								<UserItem key={user.id} user={user} plans={plans.data ?? []} />
							))}
						</ul>
						{query.hasNextPage && (
							<div className="border-t border-line p-3 text-center">
								<Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
									{t.userList.more}
								</Button>
							</div>
						)}
					</>
				)}
			</QueryView>
		</Card>
	);
}

/** The option of the default plan. */
const DEFAULT = "default";

function UserItem({ user, plans }: { user: OperatorUser; plans: readonly PricingPlan[] }) {
	const { id, name, email, createdAt, planId } = user;
	const assign = useChange<string>({
		make: (value) => operatorApi.setUserPlan({ params: { id }, body: { planId: value === DEFAULT ? null : value } }),
		failed: t.userList.couldntChange,
		refresh: [operatorKeys.users, operatorKeys.plans],
		done: () => toast({ title: t.userList.changed, description: email }),
	});
	const usual = plans.find(({ isDefault }) => isDefault);
	const options = [
		{ value: DEFAULT, label: usual === undefined ? t.userList.noDefault : t.userList.defaultPlan(usual.name) },
		...plans.map((plan) => ({ value: plan.id, label: plan.name })),
	];
	return (
		<li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
			<div className="min-w-48 flex-1">
				<p className="text-14 font-medium break-words">{email}</p>
				<p className="text-12 break-words text-ink-3">
					{name} · {t.userList.signedUp(createdAt)}
				</p>
			</div>
			{plans.length > 0 && (
				<div className="w-56 max-sm:w-full">
					<Select
						label={t.userList.plan(email)}
						options={options}
						value={planId ?? DEFAULT}
						onChange={(value) => assign.mutate(value)}
						disabled={assign.isPending}
					/>
				</div>
			)}
		</li>
	);
}
