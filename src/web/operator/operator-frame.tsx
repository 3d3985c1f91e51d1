import { useQuery } from "@tanstack/react-query";
import { Activity, KeySquare, ListChecks, MailPlus, MessageSquare, Users } from "lucide-react";
import type { ReactNode } from "react";
import { settingsQuery } from "#web/settings/api.ts";
import { NotFoundPage } from "#web/shell/not-found-page.tsx";
import { Page } from "#web/ui/page.tsx";
import { type PageSection, SectionPage } from "#web/ui/section-page.tsx";
import { ErrorState } from "#web/ui/states.tsx";

const sections: readonly PageSection[] = [
	{ to: "/operator", label: "Overview", icon: Activity },
	{ to: "/operator/jobs", label: "Jobs", icon: ListChecks },
	{ to: "/operator/mail", label: "Outgoing mail", icon: MailPlus },
	{ to: "/operator/sign-in", label: "Sign-in", icon: KeySquare },
	{ to: "/operator/users", label: "Users", icon: Users },
	{ to: "/operator/messages", label: "Messages", icon: MessageSquare },
];

/** The frame of the operator's pages; shows not-found to anybody else. */
export function OperatorFrame({ children }: { children: ReactNode }) {
	const query = useQuery(settingsQuery);
	if (query.data === undefined)
		return <Page>{query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}</Page>;
	if (!query.data.isOperator) return <NotFoundPage />;
	return (
		<SectionPage title="Operator" sections={sections}>
			{children}
		</SectionPage>
	);
}
