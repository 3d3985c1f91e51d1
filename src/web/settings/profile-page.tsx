import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { MAX_NAME_LENGTH } from "#shared/contracts/sign-in.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { authCall, useSession } from "#web/lib/session/session.ts";
import { settingsQuery } from "#web/lib/settings/settings-api.ts";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { AddressDialog } from "./address-dialog.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

/** `/settings`: the user's profile. */
export default function ProfilePage() {
	const session = useSession();
	const user = session?.user;
	const canMail = useQuery(settingsQuery).data?.canMail;
	const [isChanging, setChanging] = useState(false);
	const verify = useChange({
		make: () => authCall("send-verification-email", { email: user?.email }),
		failed: t.profile.couldntSendLink,
		done: () =>
			toast({
				title: canMail === false ? t.profile.linkServerLog : t.profile.linkSent,
				description: canMail === false ? t.profile.serverCantSendEmail : user?.email,
			}),
	});
	return (
		<SettingsFrame>
			{user && (
				<>
					<Card title={t.profile.profile}>
						<div className="mb-4 flex items-center gap-3">
							<Avatar name={user.name || user.email} />
							<div className="min-w-0">
								<p className="truncate text-14 font-semibold">{user.name}</p>
								{user.createdAt && <p className="text-12 text-ink-3">{t.profile.memberSince(user.createdAt)}</p>}
							</div>
						</div>
						<NameForm key={user.name} name={user.name} />
					</Card>
					<Card title={t.profile.emailAddress} note={t.profile.emailAddressNote}>
						<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
							<span className="min-w-0 font-mono text-13 break-all">{user.email}</span>
							{user.emailVerified ? (
								<Badge tone="green">{t.profile.confirmed}</Badge>
							) : (
								<Badge tone="amber">{t.profile.notConfirmed}</Badge>
							)}
						</div>
						<div className="mt-3 flex flex-wrap gap-2">
							{!user.emailVerified && (
								<Button size="small" busy={verify.isPending} onClick={() => verify.mutate()}>
									{t.profile.sendConfirmationLink}
								</Button>
							)}
							<Button size="small" onClick={() => setChanging(true)}>
								{t.profile.changeEmailAddress}
							</Button>
						</div>
						<AddressDialog
							current={user.email}
							canMail={canMail !== false}
							open={isChanging}
							onClose={() => setChanging(false)}
						/>
					</Card>
				</>
			)}
		</SettingsFrame>
	);
}

function NameForm({ name }: { name: string }) {
	const [text, setText] = useState(name);
	const save = useChange({
		make: () => authCall("update-user", { name: text.trim() }),
		failed: t.profile.couldntSaveName,
		refresh: [keys.session],
		done: () => toast({ title: t.profile.nameSaved }),
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		save.mutate();
	};
	return (
		<form onSubmit={submit} className="flex max-w-90 flex-wrap items-end gap-2">
			<div className="min-w-0 flex-1">
				<Field label={t.profile.name}>
					<Input
						value={text}
						onChange={(event) => setText(event.target.value)}
						autoComplete="name"
						maxLength={MAX_NAME_LENGTH}
						required
					/>
				</Field>
			</div>
			<Button type="submit" busy={save.isPending} disabled={text.trim() === "" || text.trim() === name}>
				{t.profile.save}
			</Button>
		</form>
	);
}
