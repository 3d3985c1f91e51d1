import { useQuery, useQueryClient } from "@tanstack/react-query";
import { formatCount } from "#web/lib/format.ts";
import { jobOver } from "#web/lib/jobs.ts";
import { keys } from "#web/lib/query-client.ts";
import { toast } from "#web/ui/toast.ts";
import type { Correction, Target } from "../../contract.ts";
import { categorizer } from "../api.ts";
import { type Category, categoryInfo } from "../categories.ts";
import { categorizerKey } from "../use-scope.ts";

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
	const settle = async ({ moved, job }: Done): Promise<number> => {
		const over = job === null ? null : await jobOver(job);
		await client.invalidateQueries({ queryKey: keys.mail });
		if (over !== null && over.state !== "done") throw new Error(over.error ?? "It was cancelled.");
		return moved + Number(over?.result?.moved ?? 0);
	};
	const failed = (title: string) => (error: Error) => toast({ title, description: error.message, tone: "destructive" });
	const undo = async (correction: Correction) => {
		try {
			await settle(await categorizer.revertCorrection({ params: { id: correction.id }, body: { how: "undo" } }));
			toast({ title: "Undone" });
		} catch (error) {
			failed("This could not be undone")(error as Error);
		}
	};
	return {
		/** Resolves once all messages have changed; errors are reported. */
		correct: async (target: Target, category: Category): Promise<void> => {
			try {
				const done = await categorizer.correctCategory({ body: { target, category } });
				const moved = await settle(done);
				toast({
					id: done.correction.id,
					title: `Moved to ${categoryInfo(category).name}`,
					description:
						target.what === "message"
							? done.correction.name || "(No subject)"
							: `${formatCount(moved, "email")} from ${done.correction.name}, and what comes from now on.`,
					undo: () => undo(done.correction),
				});
			} catch (error) {
				failed("This could not be moved")(error as Error);
			}
		},
		/** Removes the correction entirely. */
		forget: async (correction: Correction): Promise<void> => {
			try {
				await settle(await categorizer.revertCorrection({ params: { id: correction.id }, body: { how: "forget" } }));
				toast({ title: "Correction forgotten", description: correction.name });
			} catch (error) {
				failed("The correction could not be forgotten")(error as Error);
			}
		},
	};
}
