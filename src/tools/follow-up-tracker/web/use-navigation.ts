import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { tool } from "../tool.ts";

/** Opens a campaign; null: the list. */
export function useOpenCampaign(): (id: string | null) => void {
	const navigate = useNavigate();
	return useCallback((id) => void navigate({ to: tool.path, search: id === null ? {} : { campaign: id } }), [navigate]);
}
