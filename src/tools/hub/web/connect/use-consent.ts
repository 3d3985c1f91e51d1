import { useMutation } from "@tanstack/react-query";
import { beginConsent, type ConsentKind, type Wish } from "#web/lib/consent.ts";
import { toast } from "#web/ui/toast.ts";

/** Leaves for the provider's own page; says so when that cannot begin. */
export function useConsent() {
	return useMutation({
		mutationFn: ({ kind, ...wish }: Wish & { kind: ConsentKind }) => beginConsent(kind, wish),
		onError: (error) => toast({ title: "Connection Failed", description: error.message, tone: "destructive" }),
	});
}
