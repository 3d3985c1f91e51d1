import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import { compare } from "../base/list-model.ts";
import type { EmailItem } from "../base/mail.ts";
import { threadsKey } from "../changes/cache.ts";

const PAGE = 100;

/** The messages of a conversation in pages, newest first. @param from the message to begin with; null: the newest */
const threadQuery = (threadId: string, from: string | null) =>
	infiniteQueryOptions({
		queryKey: [...threadsKey, threadId, from],
		queryFn: ({ pageParam, signal }) =>
			api.listEmails(
				{ query: { thread: threadId, from: from ?? undefined, limit: PAGE, cursor: pageParam ?? undefined } },
				{ signal },
			),
		initialPageParam: null as string | null,
		getNextPageParam: ({ nextCursor }) => nextCursor,
	});

/** Messages that are not loaded yet. */
export interface MoreMessages {
	load: () => void;
	isLoading: boolean;
}

/** The loaded part of a conversation. */
export interface Thread {
	/** Oldest first. Without the opened message where the conversation no longer has it. */
	items: readonly EmailItem[];
	/** Messages of the whole conversation. */
	total: number;
	/** Before the first; null: none. */
	earlier: MoreMessages | null;
	/** Between the opened message and those after it; null: none. */
	later: MoreMessages | null;
	/** Nothing can be shown yet. */
	isPending: boolean;
	isFetching: boolean;
}

/**
 * The newest messages of a conversation, and where an earlier one is open, that one with those before it.
 * @param threadId undefined: not known yet
 */
export function useThread(threadId: string | undefined, openId: string | null): Thread {
	const isKnown = threadId !== undefined;
	const newest = useInfiniteQuery({ ...threadQuery(threadId ?? "", null), enabled: isKnown });
	const top = itemsOf(newest.data);
	const isEarlier = openId !== null && newest.data !== undefined && !top.some(({ id }) => id === openId);
	const around = useInfiniteQuery({ ...threadQuery(threadId ?? "", openId), enabled: isKnown && isEarlier });
	const lower = itemsOf(around.data);
	const known = new Set(top.map(({ id }) => id));
	const items = [...top, ...lower.filter(({ id }) => !known.has(id))].toSorted((a, b) => compare(b, a));
	const isSplit = isEarlier && lower.length > 0;
	return {
		items,
		total: Math.max(newest.data?.pages.at(-1)?.total ?? 0, items.length),
		earlier: moreOf(lower.length > 0 ? around : newest),
		later: isSplit ? moreOf(newest) : null,
		isPending: isFirst(newest) || (isEarlier && isFirst(around)),
		isFetching: newest.isFetching || around.isFetching,
	};
}

function itemsOf(data: InfiniteData<{ items: EmailItem[] }> | undefined): EmailItem[] {
	return data?.pages.flatMap(({ items }) => items) ?? [];
}

interface Paged {
	hasNextPage: boolean;
	isFetchingNextPage: boolean;
	fetchNextPage: () => unknown;
}

function moreOf({ hasNextPage, isFetchingNextPage, fetchNextPage }: Paged): MoreMessages | null {
	return hasNextPage ? { load: () => void fetchNextPage(), isLoading: isFetchingNextPage } : null;
}

/** Loading for the first time. One that fails is tried again while the opened message is shown alone. */
function isFirst(query: { isPending: boolean; failureCount: number; errorUpdateCount: number }): boolean {
	return query.isPending && query.failureCount === 0 && query.errorUpdateCount === 0;
}
