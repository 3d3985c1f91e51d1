import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newMailOn, notificationPermission, setNewMail } from "#web/lib/new-mail.ts";
import { useSession } from "#web/lib/session.ts";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { settingsApi, settingsQuery } from "./api.ts";
import { SettingsFrame } from "./settings-frame.tsx";
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
				title: "Your browser does not allow it",
				description: "Allow notifications for this site in the browser's settings, then try again.",
				tone: "destructive",
			});
	};
	const hint =
		permission === "unsupported"
			? "This browser offers notifications only over https or on this very machine."
			: permission === "denied"
				? "Your browser blocks notifications of this site. Allow them in its settings first."
				: "A notification when unread mail reaches an inbox, while this site is open in a tab.";
	return (
		<Card title="In this browser">
			<Switch
				label="Tell me of new mail"
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
		failed: "This could not be saved",
		done: ({ values }) =>
			client.setQueryData(
				settingsQuery.queryKey,
				(old) => old && { ...old, settings: { ...old.settings, notifications: values } },
			),
	});
	return (
		<Card title="By mail" note={email && `To ${email}`}>
			<QueryView query={query} loading={<Skeleton rows={1} shape="text" />}>
				{({ settings, canMail }) => (
					<Switch
						label="A mailbox cannot be synced"
						hint={
							canMail
								? "At most one mail a day for each mailbox."
								: "This server cannot send mail: its operator has to set SMTP_URL first."
						}
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
