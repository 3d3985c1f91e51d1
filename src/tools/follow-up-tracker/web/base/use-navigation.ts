import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { tool } from "../../tool.ts";
import type { StepId } from "./search-params.ts";

/** Opens a campaign, a draft at a step of its editor; null: the list. */
export function useOpenCampaign(): (id: string | null, step?: StepId) => void {
	const navigate = useNavigate();
	return useCallback(
		(id, step) => {
			const search = id === null ? {} : { campaign: id, ...(step !== undefined && { step }) };
			void navigate({ to: tool.path, search });
		},
		[navigate],
	);
}
