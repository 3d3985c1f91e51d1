import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formatDate } from "#web/lib/format.ts";
import { keys } from "#web/lib/query-client.ts";
import { authCall, useSession } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.ts";
import { settingsQuery } from "./api.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { useChange } from "./use-change.ts";

/** `/settings`: the user's profile. */
export default function ProfilePage() {
	const session = useSession();
	const user = session?.user;
	const canMail = useQuery(settingsQuery).data?.canMail;
	const verify = useChange({
		make: () => authCall("send-verification-email", { email: user?.email }),
		failed: "The link could not be sent",
		done: () =>
			toast({
				title: canMail === false ? "The link is in the server's log" : "Link sent",
				description: canMail === false ? "This server sends no mail; ask its operator for it." : user?.email,
			}),
	});
	return (
		<SettingsFrame>
			{user && (
				<>
					<Card title="Profile">
						<div className="mb-4 flex items-center gap-3">
							<Avatar name={user.name || user.email} />
							<div className="min-w-0">
								<p className="truncate text-14 font-semibold">{user.name}</p>
								{user.createdAt && <p className="text-12 text-ink-3">Here since {formatDate(user.createdAt)}</p>}
							</div>
						</div>
						<NameForm key={user.name} name={user.name} />
					</Card>
					<Card title="E-mail address" note="You sign in with it, and mail from this server goes there.">
						<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
							<span className="min-w-0 font-mono text-13 break-all">{user.email}</span>
							{user.emailVerified ? (
								<Badge tone="green">Confirmed</Badge>
							) : (
								<>
									<Badge tone="amber">Not confirmed</Badge>
									<span className="ml-auto">
										<Button size="small" busy={verify.isPending} onClick={() => verify.mutate()}>
											Send a link to confirm it
										</Button>
									</span>
								</>
							)}
						</div>
						<p className="mt-3 text-13 text-ink-3">
							The address of an account cannot be changed on this server. To move to another one, export your data, sign
							up with the new address and import the archive there.
						</p>
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
		failed: "The name could not be saved",
		refresh: [keys.session],
		done: () => toast({ title: "Name saved" }),
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		save.mutate();
	};
	return (
		<form onSubmit={submit} className="flex max-w-90 flex-wrap items-end gap-2">
			<div className="min-w-0 flex-1">
				<Field label="Name">
					<Input
						value={text}
						onChange={(event) => setText(event.target.value)}
						autoComplete="name"
						maxLength={120}
						required
					/>
				</Field>
			</div>
			<Button type="submit" busy={save.isPending} disabled={text.trim() === "" || text.trim() === name}>
				Save
			</Button>
		</form>
	);
}
