import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { Plan, PlanFolder, PlanItem, PlanSort } from "#shared/contracts/plans.ts";
import { api } from "../api/api.ts";

export interface PlanOrder {
	sort: PlanSort;
	order: "asc" | "desc";
}

/** The user's choices, ahead of the server's response. */
interface Choice {
	/** The last "all" or "none"; null: as on the server. */
	all: boolean | null;
	/** Choices for single messages since then. */
	ids: ReadonlyMap<string, boolean>;
}

/** What applying the plan would change. */
type Extent = Pick<Plan, "count" | "bytes" | "folders">;

const asTheServerHasIt: Choice = { all: null, ids: new Map() };
const none: readonly PlanItem[] = [];

/** Adds messages to the counts of their folders, or subtracts them; a folder without messages is left out. */
export function recount(folders: readonly PlanFolder[], items: readonly PlanItem[], sign: 1 | -1): PlanFolder[] {
	const counts = folders.map((folder) => ({ ...folder }));
	for (const { accountId, folderId, folder: role, folderName: name } of items) {
		const known = counts.find((folder) => folder.accountId === accountId && folder.id === folderId);
		if (known) known.count += sign;
		else if (sign > 0) counts.push({ accountId, id: folderId, role, name, count: 1 });
	}
	return counts.filter(({ count }) => count > 0);
}

/** The extent once these messages are included, or excluded. */
function extentAfter({ count, bytes, folders }: Extent, changing: readonly PlanItem[], included: boolean): Extent {
	const sign = included ? 1 : -1;
	return {
		count: count + sign * changing.length,
		bytes: bytes + sign * changing.reduce((sum, item) => sum + item.sizeBytes, 0),
		folders: recount(folders, changing, sign),
	};
}

/**
 * The list of a plan, page by page, with exclusion of messages. Choices show at once and are sent in order.
 * @param plan undefined while it is being created
 */
export function usePlanList(plan: (Extent & Pick<Plan, "id">) | undefined, order: PlanOrder) {
	const id = plan?.id ?? "";
	const query = useInfiniteQuery({
		queryKey: ["plan-items", id, order],
		enabled: plan !== undefined,
		queryFn: ({ pageParam, signal }) =>
			api.listPlanItems({ params: { id }, query: { ...order, limit: 200, cursor: pageParam } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		// The list is frozen: only exclusions change, and those are known here.
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		refetchOnWindowFocus: false,
	});
	const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? none, [query.data]);
	const total = query.data?.pages[0]?.total ?? plan?.count ?? 0;
	const [reported, setExtent] = useState<Extent | null>(null);
	const extent = reported ?? { count: plan?.count ?? 0, bytes: plan?.bytes ?? 0, folders: plan?.folders ?? [] };
	const [choice, setChoice] = useState(asTheServerHasIt);
	const [error, setError] = useState<Error | null>(null);
	const sent = useRef(Promise.resolve());
	const [waiting, setWaiting] = useState(0);

	const isIncluded = (item: PlanItem) => choice.ids.get(item.id) ?? choice.all ?? item.included;

	const send = (ids: string[] | undefined, included: boolean) => {
		setError(null);
		setWaiting((count) => count + 1);
		sent.current = sent.current.then(async () => {
			try {
				setExtent(await api.excludeFromPlan({ params: { id }, body: { ids, included } }));
			} catch (cause) {
				setError(cause as Error);
				setChoice(asTheServerHasIt);
				const { data } = await query.refetch();
				const first = data?.pages[0];
				if (first) setExtent({ count: first.count, bytes: first.bytes, folders: first.folders });
			} finally {
				setWaiting((count) => count - 1);
			}
		});
	};
	const include = (chosen: readonly PlanItem[], included: boolean) => {
		const changing = chosen.filter((item) => isIncluded(item) !== included);
		if (changing.length === 0) return;
		setChoice(({ all, ids }) => ({
			all,
			ids: new Map([...ids, ...changing.map(({ id }) => [id, included] as const)]),
		}));
		setExtent(extentAfter(extent, changing, included));
		send(
			changing.map((item) => item.id),
			included,
		);
	};
	const includeAll = (included: boolean) => {
		setChoice({ all: included, ids: new Map() });
		if (!included) setExtent({ count: 0, bytes: 0, folders: [] });
		send(undefined, included);
	};
	return {
		query,
		items,
		/** Including excluded messages. */
		total,
		...extent,
		isIncluded,
		include,
		includeAll,
		/** A choice is being sent to the server. */
		isSending: waiting > 0,
		/** Resolves when every choice has been sent. */
		settled: () => sent.current,
		/** Why a choice could not be saved. */
		error,
		forgetError: () => setError(null),
	};
}

export type PlanList = ReturnType<typeof usePlanList>;
