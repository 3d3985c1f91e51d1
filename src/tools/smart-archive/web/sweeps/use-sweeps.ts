import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Plan } from "#shared/contracts/plans.ts";
import { ApiError } from "#web/lib/api/api.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { SweepDraft } from "../../contract.ts";
import { archiveKeys, smartArchive } from "../base/api.ts";
import { t } from "../base/text.ts";

/** A rule with the preview of what it would sweep now. */
export interface Previewed {
	draft: SweepDraft;
	plan: Plan;
}

/** The rules, and creating one: form, preview, save. @param account absent: all mailboxes */
export function useSweeps(account: string | undefined) {
	const client = useQueryClient();
	const query = useQuery({
		queryKey: archiveKeys.sweeps(account),
		queryFn: async ({ signal }) => (await smartArchive.listSweeps({ query: { account } }, { signal })).items,
	});
	const [begun, setBegun] = useState<Partial<SweepDraft> | null>(null);
	const [previewed, setPreviewed] = useState<Previewed | null>(null);
	const refresh = () => client.invalidateQueries({ queryKey: archiveKeys.all });
	const saved = async () => {
		setBegun(null);
		toast({ title: t.sweeps.sweepRuleSaved });
		await refresh();
	};
	const preview = useMutation({
		mutationFn: async (draft: SweepDraft) => {
			try {
				return { draft, plan: await smartArchive.previewSweep({ body: draft }) };
			} catch (cause) {
				if (!(cause instanceof ApiError) || cause.code !== "nothing-selected") throw cause;
				return { draft, plan: null };
			}
		},
		async onSuccess({ draft, plan }) {
			if (plan !== null) {
				setBegun(null);
				return setPreviewed({ draft, plan });
			}
			const yes = await confirm({
				title: t.sweeps.nothingToSweep,
				description: t.sweeps.nothingToSweepDescription,
				confirm: t.sweeps.saveRule,
			});
			if (yes) save.mutate(draft);
		},
	});
	const save = useMutation({
		mutationFn: (rule: SweepDraft) => smartArchive.saveSweep({ body: { rule } }),
		onSuccess: saved,
		onError: (error) => toast({ title: t.sweeps.couldntSaveRule, description: error.message, tone: "destructive" }),
	});
	return {
		query,
		/** Initial values of the form; null: it is closed. */
		begun,
		begin(draft: Partial<SweepDraft>) {
			preview.reset();
			setBegun(draft);
		},
		stop: () => setBegun(null),
		preview: (draft: SweepDraft) => preview.mutate(draft),
		isPreviewing: preview.isPending || save.isPending,
		previewError: preview.error?.message ?? null,
		previewed,
		closePreview: () => setPreviewed(null),
		refresh,
	};
}
