import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "#web/lib/session/session.ts";
import { newMailOn, notificationPermission, setNewMail } from "#web/lib/settings/new-mail.ts";
import { settingsApi, settingsQuery } from "#web/lib/settings/settings-api.ts";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

/** `/settings/notifications`: lists only notifications that exist. */
export default function NotificationsPage() {
	return (
		<SettingsFrame>
			<BrowserCard />
			<MailCard />
		</SettingsFrame>
	);
}

function BrowserCard() {
	const [on, setOn] = useState(newMailOn);
	const permission = notificationPermission();
	const change = async (wanted: boolean) => {
		const now = await setNewMail(wanted);
		setOn(now);
		if (wanted && !now)
			toast({
				title: t.notifications.notificationsAreBlocked,
				description: t.notifications.notificationsAreBlockedDescription,
				tone: "destructive",
			});
	};
	const hint =
		permission === "unsupported"
			? t.notifications.notificationsRequireHttpsLocalhost
			: permission === "denied"
				? t.notifications.browserBlocks
				: t.notifications.newMailHint;
	return (
		<Card title={t.notifications.inThisBrowser}>
			<Switch
				label={t.notifications.notifyMeNewEmails}
				hint={hint}
				checked={on}
				disabled={permission === "unsupported" || permission === "denied"}
				onChange={(wanted) => void change(wanted)}
			/>
		</Card>
	);
}

function MailCard() {
	const client = useQueryClient();
	const query = useQuery(settingsQuery);
	const email = useSession()?.user.email;
	const change = useChange({
		make: (mailOnFailedSync: boolean) =>
			settingsApi.updateSettings({ params: { section: "notifications" }, body: { mailOnFailedSync } }),
		failed: t.notifications.couldntSaveThis,
		done: ({ values }) =>
			client.setQueryData(
				settingsQuery.queryKey,
				(old) => old && { ...old, settings: { ...old.settings, notifications: values } },
			),
	});
	return (
		<Card title={t.notifications.byEmail} note={email && t.notifications.to(email)}>
			<QueryView query={query} loading={<Skeleton rows={1} shape="text" />}>
				{({ settings, canMail }) => (
					<Switch
						label={t.notifications.mailboxCantSync}
						hint={canMail ? t.notifications.frequencyNote : t.notifications.serverCantSendEmail}
						checked={
							canMail && (change.isPending ? change.variables : settings.notifications?.mailOnFailedSync === true)
						}
						disabled={!canMail}
						onChange={(on) => change.mutate(on)}
					/>
				)}
			</QueryView>
		</Card>
	);
}
