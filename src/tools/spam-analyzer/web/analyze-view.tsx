import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldQuestion } from "lucide-react";
import { useEffect, useRef } from "react";
import { ApiError } from "#web/lib/api/api.ts";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { analyzer, analyzerKeys } from "./base/api.ts";
import { t } from "./base/text.ts";
import type { AnalyzerSearch, Entry } from "./entry.ts";
import { InputForm } from "./input-form.tsx";
import { ReportView } from "./report/report-view.tsx";

interface AnalyzeViewProps {
	/** Of the link that led here. */
	link: AnalyzerSearch;
	onLink: (link: AnalyzerSearch) => void;
}

/** The input, and the analysis of what was entered last. */
export function AnalyzeView({ link, onLink }: AnalyzeViewProps) {
	const client = useQueryClient();
	const analysis = useMutation({
		mutationFn: (entry: Entry) =>
			"email" in entry
				? analyzer["validate-email"]({ body: { email: entry.email, deepAnalysis: true, checkSpamRisk: true } })
				: analyzer.analyzeMessage({ body: entry }),
		onSuccess: ({ analysis: { trust_score: score } }) => {
			toast(score === null ? t.input.completeWithoutScore : t.input.complete(score));
			return client.invalidateQueries({ queryKey: analyzerKeys.list });
		},
		onError: (error) => {
			const isInvalid = error instanceof ApiError && error.code === "invalid-email";
			const failed = { title: t.input.failed, description: error.message || t.input.failedDescription };
			toast({ ...(isInvalid ? t.input.invalid : failed), tone: "destructive" });
		},
	});
	const start = (entry: Entry): void => {
		analysis.mutate(entry);
		if ("email" in entry) onLink({ email: entry.email });
		else onLink("emailId" in entry ? { message: entry.emailId } : {});
	};
	// A link from elsewhere names what to analyze.
	const fromLink = useRef<AnalyzerSearch | null>(link);
	useEffect(() => {
		const { email, message } = fromLink.current ?? {};
		fromLink.current = null;
		if (message !== undefined) analysis.mutate({ emailId: message });
		else if (email !== undefined) analysis.mutate({ email });
	}, [analysis.mutate]);
	const last = analysis.variables;
	return (
		<div className="flex min-w-0 flex-col gap-6">
			<InputForm email={link.email} isBusy={analysis.isPending} onStart={start} />
			{analysis.isPending ? (
				<Skeleton rows={8} label={t.input.analyzing} />
			) : analysis.data ? (
				<ReportView report={analysis.data.report} onAgain={() => last && analysis.mutate(last)} />
			) : (
				<EmptyState icon={ShieldQuestion} title={t.input.emptyTitle} description={t.input.emptyDescription} />
			)}
		</div>
	);
}
