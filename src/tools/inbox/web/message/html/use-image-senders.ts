import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import type * as settings from "#shared/contracts/settings.ts";
import { settingsContract } from "#shared/contracts/settings.ts?routes";
import { send } from "#web/lib/api/api.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../../base/reader-text.ts";

const api = createClient<typeof settings.settingsContract>(settingsContract, send);
/** The server's limit. */
const mostSenders = 1000;
const queryKey = ["image-senders"] as const;

/** The senders whose remote images are shown without asking. */
export function useImageSenders() {
	const client = useQueryClient();
	const { data: senders = [] } = useQuery({
		queryKey,
		queryFn: async ({ signal }) => {
			const { imagesFrom } = (await api.getSettings({}, { signal })).settings.reading ?? {};
			return Array.isArray(imagesFrom) ? imagesFrom.map(String) : [];
		},
		staleTime: 5 * 60_000,
	});
	const { mutate } = useMutation({
		mutationFn: (imagesFrom: string[]) => api.updateSettings({ params: { section: "reading" }, body: { imagesFrom } }),
		onMutate: (imagesFrom) => {
			const before = client.getQueryData<string[]>(queryKey);
			client.setQueryData(queryKey, imagesFrom);
			return { before };
		},
		onError: (error, _, context) => {
			client.setQueryData(queryKey, context?.before);
			toast({ title: t.message.couldntSave, description: error.message, tone: "destructive" });
		},
	});
	const isTrusted = (email: string) => email !== "" && senders.includes(email.toLowerCase());
	return {
		isTrusted,
		trust: (email: string) => mutate([email.toLowerCase(), ...senders].slice(0, mostSenders)),
		distrust: (email: string) => mutate(senders.filter((one) => one !== email.toLowerCase())),
	};
}
