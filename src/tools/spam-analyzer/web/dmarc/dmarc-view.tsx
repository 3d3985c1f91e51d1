import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartNoAxesColumn, RefreshCw } from "lucide-react";
import { useState } from "react";
import { jobDone } from "#web/lib/jobs/jobs.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { analyzer, analyzerKeys } from "../base/api.ts";
import { t } from "../base/text.ts";
import { DmarcReports } from "./dmarc-reports.tsx";

const periods = (["30", "90", "365", "3650"] as const).map((value) => ({ value, label: t.dmarc.periods[value] }));
type Period = (typeof periods)[number]["value"];

/** What receivers report about mail of the user's domains, by source and day. */
export function DmarcView() {
	const client = useQueryClient();
	const [domain, setDomain] = useState<string | null>(null);
	const [period, setPeriod] = useState<Period>("90");
	const query = useQuery({
		queryKey: analyzerKeys.dmarc(domain, period),
		queryFn: ({ signal }) =>
			analyzer.getDmarcReports({ query: { domain: domain ?? undefined, days: Number(period) } }, { signal }),
		placeholderData: (previous) => previous,
	});
	const read = useMutation({
		mutationFn: async () => jobDone((await analyzer.readDmarcReports({ body: {} })).job),
		onSuccess({ result }) {
			const count = Number(result?.emails ?? 0);
			toast({ title: count === 0 ? t.dmarc.nothingNew : t.dmarc.readEmails(count) });
			return client.invalidateQueries({ queryKey: analyzerKeys.allDmarc });
		},
		onError: (error) => toast({ title: t.dmarc.couldntRead, description: error.message, tone: "destructive" }),
	});
	const again = (
		<Button icon={RefreshCw} busy={read.isPending} onClick={() => read.mutate()}>
			{t.dmarc.read}
		</Button>
	);
	return (
		<QueryView
			query={query}
			isEmpty={(overview) => overview.domain === null && overview.unreadable.length === 0}
			empty={
				<EmptyState
					icon={ChartNoAxesColumn}
					title={t.dmarc.empty}
					description={t.dmarc.emptyDescription}
					action={again}
				/>
			}
		>
			{(overview) => (
				<div className="flex min-w-0 flex-col gap-6">
					<div className="flex flex-wrap items-center gap-2">
						<span className="min-w-0 flex-1 basis-52 sm:max-w-72">
							<Select
								label={t.dmarc.domain}
								options={overview.domains.map((one) => ({
									value: one.domain,
									label: one.domain,
									description: t.dmarc.reportCount(one.reports),
								}))}
								value={overview.domain}
								onChange={setDomain}
							/>
						</span>
						<span className="w-36">
							<Select label={t.dmarc.period} options={periods} value={period} onChange={setPeriod} />
						</span>
						{again}
					</div>
					<DmarcReports overview={overview} days={Number(period)} />
				</div>
			)}
		</QueryView>
	);
}
