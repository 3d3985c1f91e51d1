import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { onSaveAll } from "#web/lib/leaving/unsaved-work.ts";
import type { Campaign, Plan } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";
import type { PlanChange } from "./messages-step.tsx";

/** A draft is saved this long after its last change. */
const PAUSE_MS = 600;

interface Draft {
	plan: Plan;
	change: (part: PlanChange) => void;
	/** Whether everything is saved, or why not. */
	note: string;
	isSaving: boolean;
	/** Saves what is not saved yet. @returns whether nothing is left */
	save: () => Promise<boolean>;
}

/** A draft that is saved while it is written, and when its editor is left. */
export function useDraft(campaign: Campaign, pauseMs = PAUSE_MS): Draft {
	const { id } = campaign;
	const client = useQueryClient();
	const [plan, setPlan] = useState(campaign.plan);
	const [saved, setSaved] = useState(campaign.plan);
	const mutation = useMutation({
		// One after the other, so that none overtakes a later one.
		scope: { id: `campaign ${id}` },
		mutationFn: (next: Plan) => campaigns.updateCampaign({ params: { id }, body: next }),
		onSuccess: (answer, sent) => {
			setSaved(sent);
			client.setQueryData(campaignKeys.one(id), answer);
		},
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.list }),
	});
	const isChanged = JSON.stringify(plan) !== JSON.stringify(saved);
	const isNamed = plan.name.trim() !== "";
	const hasFailed = mutation.isError && mutation.variables === plan;
	const { mutate, mutateAsync, isPending } = mutation;
	useEffect(() => {
		if (!isChanged || !isNamed || isPending || hasFailed) return;
		const timer = setTimeout(() => mutate(plan), pauseMs);
		return () => clearTimeout(timer);
	}, [plan, isChanged, isNamed, isPending, hasFailed, mutate, pauseMs]);
	const save = async () => {
		if (!isChanged) return true;
		if (!isNamed) return false;
		return mutateAsync(plan).then(
			() => true,
			() => false,
		);
	};
	const latest = useRef(save);
	useEffect(() => {
		latest.current = save;
	});
	useEffect(() => {
		const stop = onSaveAll(() => latest.current());
		return () => {
			stop();
			void latest.current();
		};
	}, []);
	return {
		plan,
		change: (part) => setPlan((now) => ({ ...now, ...(typeof part === "function" ? part(now) : part) })),
		note: noteOf(),
		isSaving: isPending,
		save,
	};

	function noteOf(): string {
		if (!isNamed) return t.steps.unnamed;
		if (hasFailed) return t.steps.notSaved(mutation.error.message);
		return isChanged || isPending ? t.steps.saving : t.steps.saved;
	}
}
