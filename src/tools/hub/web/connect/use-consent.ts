import { useMutation } from "@tanstack/react-query";
import type { ConsentKind } from "#shared/providers.ts";
import { beginConsent, type ConsentRequest } from "#web/lib/session/consent.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./text.ts";

/** Redirects to the provider's consent page; shows a toast if that fails. */
export function useConsent() {
	return useMutation({
		mutationFn: ({ kind, ...request }: ConsentRequest & { kind: ConsentKind }) => beginConsent(kind, request),
		onError: (error) => toast({ title: t.connect.connectionFailed, description: error.message, tone: "destructive" }),
	});
}
