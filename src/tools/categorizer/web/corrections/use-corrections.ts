import { useQuery, useQueryClient } from "@tanstack/react-query";
import { keys } from "#web/lib/api/query-client.ts";
import { jobDone } from "#web/lib/jobs/jobs.ts";
import { offerUndo } from "#web/lib/undo/undo.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Correction, Target } from "../../contract.ts";
import { categorizer } from "../base/api.ts";
import { type Category, categoryInfo } from "../base/categories.ts";
import { t } from "../base/text.ts";
import { categorizerKey } from "../base/use-scope.ts";

/** A user's corrections, newest first. */
export function useCorrections(account: string | undefined) {
	return useQuery({
		queryKey: [...categorizerKey, "corrections", account],
		queryFn: async ({ signal }) => (await categorizer.listCorrections({ query: { account } }, { signal })).items,
	});
}

type Done = Awaited<ReturnType<typeof categorizer.correctCategory>>;

/** Makes corrections, reports them, and undoes them. */
export function useCorrect() {
	const client = useQueryClient();
	/** Waits for messages that do not change immediately. @returns how many messages changed */
	const waitAndRefresh = async ({ moved, job }: Done): Promise<number> => {
		try {
			const finished = job === null ? null : await jobDone({ id: job });
			return moved + Number(finished?.result?.moved ?? 0);
		} finally {
			await client.invalidateQueries({ queryKey: keys.mail });
		}
	};
	const failed = (title: string) => (error: Error) => toast({ title, description: error.message, tone: "destructive" });
	const revert = async ({ id }: Correction) =>
		waitAndRefresh(await categorizer.revertCorrection({ params: { id }, body: { how: "undo" } }));
	return {
		/** Resolves once all messages have changed; errors are reported. */
		correct: async (target: Target, category: Category): Promise<void> => {
			try {
				const done = await categorizer.correctCategory({ body: { target, category } });
				const moved = await waitAndRefresh(done);
				offerUndo(
					client,
					{ operations: [], mailboxes: [done.correction.accountId], restore: () => revert(done.correction) },
					{
						id: done.correction.id,
						title: t.corrections.movedTo(categoryInfo(category).name),
						description:
							target.type === "message"
								? done.correction.name || t.corrections.noSubject
								: t.corrections.movedDescription(moved, done.correction.name),
					},
				);
			} catch (error) {
				failed(t.corrections.couldntMove)(error as Error);
			}
		},
		/** Removes the correction entirely. */
		forget: async (correction: Correction): Promise<void> => {
			try {
				await waitAndRefresh(
					await categorizer.revertCorrection({ params: { id: correction.id }, body: { how: "forget" } }),
				);
				toast({ title: t.corrections.correctionRemoved, description: correction.name });
			} catch (error) {
				failed(t.corrections.couldntRemoveCorrection)(error as Error);
			}
		},
	};
}
