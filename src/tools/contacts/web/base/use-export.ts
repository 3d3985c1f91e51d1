import { useMutation } from "@tanstack/react-query";
import { download } from "#web/lib/base/download.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { contactsApi } from "./api.ts";
import type { Part } from "./search-params.ts";
import { t } from "./text.ts";

interface Selection {
	/** Only these; absent: all that match the rest. */
	ids?: string[];
	q?: string;
	part?: Part;
	organization?: string | undefined;
}

/** Downloads contacts as a file. */
export function useExport() {
	return useMutation({
		mutationFn: async ({ kind, selection }: { kind: "vcard" | "csv"; selection: Selection }) => {
			const call = { body: selection };
			const reply = await (kind === "vcard"
				? contactsApi.exportContactsVcard(call)
				: contactsApi.exportContactsCsv(call));
			download(kind === "vcard" ? "contacts.vcf" : "contacts.csv", await reply.blob());
		},
		onError: (error) => toast({ title: t.page.couldntExport, description: error.message, tone: "destructive" }),
	});
}
