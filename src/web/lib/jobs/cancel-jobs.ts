import { useMutation } from "@tanstack/react-query";
import { toast } from "#web/ui/toast/toast.ts";
import { api } from "../api/api.ts";
import { t } from "../base/text.ts";

/** Cancels jobs by id; reports when that fails. */
export function useCancelJobs() {
	return useMutation({
		mutationFn: (ids: readonly string[]) => Promise.all(ids.map((id) => api.cancelJob({ params: { id } }))),
		onError: (error) => toast({ title: t.jobs.couldntCancel, description: error.message, tone: "destructive" }),
	});
}
