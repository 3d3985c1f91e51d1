import { CircleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../base/text.ts";
import { Button } from "../button/button.tsx";

interface EmptyStateProps {
	icon?: LucideIcon;
	title: string;
	description?: ReactNode;
	/** The action that adds something. */
	action?: ReactNode;
}

/** An empty state with the next step. */
export function EmptyState({ icon: Icon, title, description, action }: EmptyStateProps) {
	return (
		<div className="flex flex-col items-center px-6 py-12 text-center">
			{Icon && <Icon aria-hidden="true" size={28} strokeWidth={1.5} className="mb-3 text-ink-3" />}
			<h2 className="font-display text-20 font-medium">{title}</h2>
			{description !== undefined && <p className="mt-1 max-w-[44ch] text-14 text-balance text-ink-2">{description}</p>}
			{action !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
		</div>
	);
}

interface ErrorStateProps {
	title?: string;
	error: unknown;
	onRetry?: () => void;
	busy?: boolean;
	/** An alternative action, for errors that a retry does not fix. */
	action?: ReactNode;
}

/** An error message, with a retry where that may help. */
export function ErrorState({ title = t.states.couldntLoadThis, error, onRetry, busy, action }: ErrorStateProps) {
	const retry = onRetry !== undefined && !isClientError(error);
	return (
		<div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
			<CircleAlert aria-hidden="true" size={28} strokeWidth={1.5} className="mb-3 text-red" />
			<h2 className="font-display text-20 font-medium">{title}</h2>
			<p className="mt-1 max-w-[52ch] text-14 text-balance break-words text-ink-2">
				{error instanceof Error && error.message !== "" ? error.message : t.states.noReasonGiven}
			</p>
			{(retry || action !== undefined) && (
				<div className="mt-4 flex flex-wrap justify-center gap-2">
					{retry && (
						<Button busy={busy} onClick={onRetry}>
							{t.states.tryAgain}
						</Button>
					)}
					{action}
				</div>
			)}
		</div>
	);
}

/** A retry would get the same response. */
function isClientError(error: unknown): boolean {
	const status = error instanceof Error && "status" in error ? error.status : null;
	return typeof status === "number" && status >= 400 && status < 500 && status !== 408 && status !== 429;
}
