import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { analyzer, analyzerKeys } from "../base/api.ts";
import { t } from "../base/text.ts";

interface WatchButtonProps {
	domain: string;
	/** As entered. */
	subject: string;
}

/** Watches an analyzed domain daily; says so where it is watched already. */
export function WatchButton({ domain, subject }: WatchButtonProps) {
	const client = useQueryClient();
	const watched = useQuery({
		queryKey: analyzerKeys.watches,
		queryFn: ({ signal }) => analyzer.listWatchedDomains({}, { signal }),
	});
	const reload = () => client.invalidateQueries({ queryKey: analyzerKeys.watches });
	const watch = useMutation({
		mutationFn: () => analyzer.watchDomain({ body: { email: subject, every: "day", mails: true } }),
		onSuccess: () => {
			toast({
				title: t.watch.watching(domain),
				undo: () => analyzer.unwatchDomain({ params: { domain } }).then(reload),
			});
			return reload();
		},
		onError: (error) => toast({ title: t.watch.couldntWatch, description: error.message, tone: "destructive" }),
	});
	if (watched.data?.items.some((one) => one.domain === domain)) return <Badge>{t.page.watched}</Badge>;
	return (
		<Button size="small" icon={Eye} busy={watch.isPending} onClick={() => watch.mutate()}>
			{t.watch.watch}
		</Button>
	);
}
