import type { ReactNode } from "react";
import { t } from "../base/text.ts";
import { Skeleton } from "./skeleton.tsx";
import { ErrorState } from "./states.tsx";

/** What QueryView needs of a query: TanStack's `useQuery` result fits. */
interface QueryLike<T> {
	data: T | undefined;
	error: unknown;
	isPending: boolean;
	isFetching: boolean;
	refetch: () => unknown;
}

interface QueryViewProps<T> {
	query: QueryLike<T>;
	/** Shown while loading; a list skeleton when absent. */
	loading?: ReactNode;
	/** Title of the error. */
	errorTitle?: string;
	/** An additional action for the error. */
	errorAction?: ReactNode;
	/** Whether the data is empty; then `empty` shows. */
	isEmpty?: (data: T) => boolean;
	empty?: ReactNode;
	children: (data: T) => ReactNode;
}

/**
 * The four states of a view. Loaded data stays visible: neither a refetch nor a failed refetch blanks it
 * (the failure shows as a notice above).
 */
export function QueryView<T>(props: QueryViewProps<T>) {
	const { query, loading, errorTitle, errorAction, isEmpty, empty, children } = props;
	const { data, error } = query;
	if (data === undefined) {
		if (error && !query.isPending)
			return (
				<ErrorState
					title={errorTitle}
					error={error}
					busy={query.isFetching}
					onRetry={() => void query.refetch()}
					action={errorAction}
				/>
			);
		return loading === undefined ? <Skeleton /> : loading;
	}
	return (
		<>
			{error ? (
				<p role="status" className="border-b border-line bg-amber-soft px-4 py-1.5 text-12 text-amber">
					{t.states.notUpToDate(error instanceof Error ? error.message : t.states.refreshFailed)}{" "}
					<button type="button" className="font-semibold underline" onClick={() => void query.refetch()}>
						{t.states.tryAgain}
					</button>
				</p>
			) : null}
			{isEmpty?.(data) && empty !== undefined ? empty : children(data)}
		</>
	);
}
