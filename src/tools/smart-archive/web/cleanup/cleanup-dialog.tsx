import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { providerInfo } from "#shared/providers.ts";
import { accountsQuery } from "#web/lib/mailbox/accounts.ts";
import { PlanDialog, type PlanDialogProps } from "#web/lib/plan/plan-dialog.tsx";
import type { PlanSource } from "#web/lib/plan/plan-source.ts";
import { forecastLine, type PlanResult } from "#web/lib/plan/result.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Cleanup, Selection } from "../../contract.ts";
import { keepChoices, keepDaysOf } from "../backups/keep-choices.ts";
import { archiveKeys, smartArchive } from "../base/api.ts";
import { cleanupNotes, verbOf } from "../base/labels.ts";
import { t } from "../base/text.ts";

/** A cleanup and its action. */
export interface CleanupRequest {
	/** Title of the card or cell. */
	title: string;
	selection: Selection;
	cleanup: Cleanup;
	/** Absent: all mailboxes. */
	account: string | undefined;
}

interface CleanupDialogProps {
	/** Null: closed. */
	request: CleanupRequest | null;
	/** It has started; the dialog may be closed in the meantime. */
	onStarted?: (request: CleanupRequest) => void;
	/** It has ended. @param result null: nothing was changed */
	onOver?: (request: CleanupRequest, result: PlanResult | null) => void;
	/** Everything was restored. */
	onUndone?: (request: CleanupRequest) => void;
	onClose: () => void;
}

/** Previews a cleanup, and applies it. */
export function CleanupDialog({ request, onStarted, onOver, onUndone, onClose }: CleanupDialogProps) {
	const client = useQueryClient();
	const [keep, setKeep] = useState("");
	const { data: accounts = [] } = useQuery(accountsQuery);
	// Continues after the dialog was closed.
	const [last, setLast] = useState(request);
	if (request !== null && request !== last) setLast(request);
	const current = request ?? last;
	if (current === null) return null;
	const { title, selection, cleanup, account } = current;
	const source: PlanSource | null =
		request && (() => smartArchive.planCleanup({ body: { selection, account, action: actions[cleanup] } }));
	/** Providers whose backups can be restored to the mailbox only from its trash. */
	const trashOnly = new Set(
		accounts
			.filter(({ id, capabilities }) => (account === undefined || id === account) && !capabilities.append)
			.map(({ provider }) => providerInfo(provider).shortName),
	);
	const refresh = () => void client.invalidateQueries({ queryKey: archiveKeys.all });
	return (
		<PlanDialog
			plan={source}
			title={title}
			verb={(count) => verbOf(cleanup, count)}
			danger={cleanup === "delete"}
			order="size-desc"
			failedTitle={t.cleanup.cleanupFailed}
			apply={applyActions(title, keepDaysOf(keep))[cleanup]}
			done={(result) => ({
				title: t.cleanup.cleanupComplete,
				description: t.cleanup.executed(title, forecastLine(result)),
			})}
			onStarted={() => onStarted?.(current)}
			onOver={(result) => {
				onOver?.(current, result !== null && result.applied > 0 ? result : null);
				if (cleanup === "backup" && result !== null) void notifySkipped(result);
				refresh();
			}}
			onUndone={() => {
				onUndone?.(current);
				refresh();
			}}
			onClose={onClose}
		>
			<Notice tone={cleanup === "delete" ? "red" : "blue"}>{cleanupNotes[cleanup]}</Notice>
			{cleanup === "backup" && (
				<Field label={t.backups.keep}>
					<Select options={keepChoices} value={keep} onChange={setKeep} />
				</Field>
			)}
			{cleanup === "backup" &&
				[...trashOnly].map((name) => <Notice key={name}>{t.labels.backupTrashOnly(name)}</Notice>)}
		</PlanDialog>
	);
}

/** What happens to the originals. */
const actions = { trash: "trash", archive: "archive", backup: "trash", detach: "trash", delete: "delete" } as const;

/** The action that replaces applying the plan directly. */
function applyActions(title: string, keepDays: number | null): Partial<Record<Cleanup, PlanDialogProps["apply"]>> {
	return {
		backup: async ({ id }) => {
			const { job } = await smartArchive.startBackup({ body: { plan: id, title, keepDays } });
			return { job, operation: null };
		},
		detach: async ({ id }) => {
			const { job } = await smartArchive.detachAttachments({ body: { plan: id } });
			return { job, operation: null };
		},
	};
}

/** Reports what a backup could not contain: those messages are not changed. */
async function notifySkipped({ operation }: PlanResult): Promise<void> {
	const { items } = await smartArchive.listBackups();
	const failed = items.find(({ operationId }) => operationId === operation.id)?.failed ?? 0;
	if (failed > 0)
		toast({
			title: t.cleanup.notBackedUp(failed),
			description: t.cleanup.notChanged,
			tone: "destructive",
		});
}
