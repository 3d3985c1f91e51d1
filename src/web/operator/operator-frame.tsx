import { useQuery } from "@tanstack/react-query";
import { Activity, Gauge, KeySquare, ListChecks, MailPlus, MessageSquare, Palette, Users } from "lucide-react";
import type { ReactNode } from "react";
import { settingsQuery } from "#web/lib/settings/settings-api.ts";
import { NotFoundPage } from "#web/shell/not-found-page.tsx";
import { GroupedPage, type GroupPage } from "#web/ui/page/grouped-page.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { ErrorState } from "#web/ui/state/states.tsx";
import { t } from "./text.ts";

const sections: readonly GroupPage[] = [
	{ to: "/operator", label: t.frame.overview, icon: Activity },
	{ to: "/operator/jobs", label: t.frame.jobs, icon: ListChecks },
	{ to: "/operator/mail", label: t.frame.outgoingMail, icon: MailPlus },
	{ to: "/operator/sign-in", label: t.frame.signIn, icon: KeySquare },
	{ to: "/operator/users", label: t.frame.users, icon: Users },
	{ to: "/operator/plans", label: t.frame.plans, icon: Gauge },
	{ to: "/operator/brand", label: t.frame.brand, icon: Palette },
	{ to: "/operator/messages", label: t.frame.messages, icon: MessageSquare },
];

/** The frame of the operator's pages; shows not-found to anybody else. */
export function OperatorFrame({ children }: { children: ReactNode }) {
	const query = useQuery(settingsQuery);
	if (query.data === undefined)
		return (
			<Page>
				<PageHeader title={t.frame.operator} />
				{query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
			</Page>
		);
	if (!query.data.isOperator) return <NotFoundPage />;
	return (
		<GroupedPage title={t.frame.operator} sections={sections}>
			{children}
		</GroupedPage>
	);
}
