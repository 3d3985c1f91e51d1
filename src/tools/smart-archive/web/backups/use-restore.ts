import { useQueryClient } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { useJobAction } from "#web/lib/jobs/job-action.ts";
import { offerUndo } from "#web/lib/undo/undo.ts";
import { undoableOperation } from "#web/lib/undo/undo-stack.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Backup } from "../../contract.ts";
import { archiveKeys, smartArchive } from "../base/api.ts";
import { t } from "../base/text.ts";

/** Restores a backup, follows it, and offers Undo. @returns `run` takes the mailbox; undefined: those it came from */
export function useRestore({ id, restoreJobId }: Pick<Backup, "id" | "restoreJobId">) {
	const client = useQueryClient();
	return useJobAction<string | undefined>({
		start: async (account) => ({
			jobs: [(await smartArchive.startRestore({ params: { id }, body: { account } })).job],
		}),
		running: restoreJobId,
		refresh: [archiveKeys.all, keys.mail, keys.accounts],
		failed: t.backups.couldntRestore,
		onCancelled: () =>
			void toast({ title: t.backups.restoreStopped, description: t.backups.restoreStoppedDescription }),
		async onDone({ jobs }) {
			const { operationId, refused = 0, reason } = jobs[0]?.result ?? {};
			if (typeof operationId !== "string") return;
			const operation = await api.getOperation({ params: { id: operationId } });
			offerUndo(
				client,
				{
					...undoableOperation(operation),
					onUndone: () => void client.invalidateQueries({ queryKey: archiveKeys.all }),
				},
				{ title: t.backups.restored, description: t.backups.restoredCount(operation.applied) },
			);
			if (Number(refused) > 0)
				toast({
					title: t.backups.partlyRestored,
					description: t.backups.refused(Number(refused), typeof reason === "string" ? reason : t.backups.noReason),
					tone: "destructive",
				});
		},
	});
}
