import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Invitation } from "#shared/contracts/operator.ts";
import { allPages } from "#web/lib/api/all-pages.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { CopyField } from "#web/ui/button/copy-field.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { operatorApi, operatorKeys } from "./api.ts";
import { OperatorFrame } from "./operator-frame.tsx";
import { t } from "./text.ts";
import { UserList } from "./user-list.tsx";

/** `/operator/users`: who may sign up, invitations, and users with their plans. */
export default function UsersPage() {
	return (
		<OperatorFrame>
			<SignUpMode />
			<Invitations />
			<UserList />
		</OperatorFrame>
	);
}

const modes = {
	open: { badge: t.usersPage.open, words: t.usersPage.openHint },
	invite: { badge: t.usersPage.inviteOnly, words: t.usersPage.inviteOnlyHint },
	closed: { badge: t.usersPage.closed, words: t.usersPage.closedHint },
};

function SignUpMode() {
	const query = useQuery({
		queryKey: operatorKeys.overview,
		queryFn: ({ signal }) => operatorApi.getOperatorOverview({}, { signal }),
	});
	const mode = query.data?.signUp;
	return (
		<Card
			title={t.usersPage.signUp}
			actions={mode && <Badge tone={mode === "open" ? "amber" : "green"}>{modes[mode].badge}</Badge>}
		>
			<p className="text-14 text-ink-2">
				{mode && modes[mode].words} {t.usersPage.set} <code className="font-mono text-13">SIGN_UP</code>{" "}
				{t.usersPage.to} <code className="font-mono text-13">open</code>,{" "}
				<code className="font-mono text-13">invite</code> {t.usersPage.or}{" "}
				<code className="font-mono text-13">closed</code> {t.usersPage.changeNote}
			</p>
		</Card>
	);
}

function Invitations() {
	const [inviting, setInviting] = useState(false);
	const query = useQuery({
		queryKey: operatorKeys.invitations,
		queryFn: ({ signal }) => allPages((cursor) => operatorApi.listInvitations({ query: { cursor } }, { signal })),
	});
	return (
		<Card
			title={t.usersPage.invitations}
			note={t.usersPage.invitationsNote}
			flush
			actions={
				<Button size="small" icon={Plus} onClick={() => setInviting(true)}>
					{t.usersPage.invite}
				</Button>
			}
		>
			<QueryView
				query={query}
				loading={<Skeleton rows={2} label={t.usersPage.loadingInvitations} />}
				errorTitle={t.usersPage.couldntLoadInvitations}
				isEmpty={(items) => items.length === 0}
				empty={<p className="px-4 py-6 text-center text-14 text-ink-3">{t.usersPage.noInvitationsYet}</p>}
			>
				{(items) => (
					<ul className="divide-y divide-line">
						{items.map((item) => (
							<InvitationItem key={item.id} invitation={item} />
						))}
					</ul>
				)}
			</QueryView>
			<InviteDialog open={inviting} onClose={() => setInviting(false)} />
		</Card>
	);
}

function InvitationItem({ invitation }: { invitation: Invitation }) {
	const { id, note, createdAt, expiresAt, usedAt, usedBy } = invitation;
	const name = note || t.usersPage.invitation;
	const used = usedAt !== null;
	const expired = !used && Date.parse(expiresAt) < Date.now();
	const remove = useChange({
		make: () => operatorApi.deleteInvitation({ params: { id } }),
		failed: t.usersPage.couldntRemoveInvitation,
		refresh: [operatorKeys.invitations],
		done: () =>
			toast({
				title: used || expired ? t.usersPage.invitationRemoved : t.usersPage.invitationRevoked,
				description: name,
			}),
	});
	const state = used
		? t.usersPage.usedBy(usedBy ?? t.usersPage.deletedAccount, usedAt)
		: expired
			? t.usersPage.expiredOn(expiresAt)
			: t.usersPage.validUntil(expiresAt);
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-2 text-14 font-medium">
					{name}
					<Badge tone={used ? "green" : expired ? "amber" : "blue"}>
						{used ? t.usersPage.used : expired ? t.usersPage.expired : t.usersPage.open}
					</Badge>
				</p>
				<p className="text-12 break-words text-ink-3">{t.usersPage.created(createdAt, state)}</p>
			</div>
			<Button
				size="small"
				aria-label={`${used || expired ? t.usersPage.remove : t.usersPage.revoke} ${name}`}
				busy={remove.isPending}
				onClick={() => remove.mutate()}
			>
				{used || expired ? t.usersPage.remove : t.usersPage.revoke}
			</Button>
		</li>
	);
}

const lives = [
	{ value: "1", label: t.usersPage.oneDay },
	{ value: "7", label: t.usersPage.aWeek },
	{ value: "30", label: t.usersPage.days30 },
];

function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const [note, setNote] = useState("");
	const [days, setDays] = useState("7");
	const [url, setUrl] = useState<string | null>(null);
	const close = () => {
		onClose();
		setUrl(null);
		setNote("");
	};
	const create = useChange({
		make: () => operatorApi.createInvitation({ body: { note: note.trim(), days: Number(days) } }),
		failed: t.usersPage.couldntCreateInvitation,
		refresh: [operatorKeys.invitations],
		done: (made) => setUrl(made.url),
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		create.mutate();
	};
	return (
		<Dialog
			open={open}
			onClose={close}
			size="small"
			title={url === null ? t.usersPage.inviteSomeone : t.usersPage.sendThisLink}
			description={url === null ? undefined : t.usersPage.copyNowNote}
			actions={
				url === null ? undefined : (
					<Button variant="primary" onClick={close}>
						{t.usersPage.done}
					</Button>
				)
			}
		>
			{url === null ? (
				<form onSubmit={submit} className="flex flex-col gap-4">
					<Field label={t.usersPage.label} hint={t.usersPage.labelHint}>
						<Input value={note} onChange={(event) => setNote(event.target.value)} maxLength={200} />
					</Field>
					<Field label={t.usersPage.validFor}>
						<Select options={lives} value={days} onChange={setDays} />
					</Field>
					<DialogFormActions>
						<Button onClick={close}>{t.usersPage.cancel}</Button>
						<Button type="submit" variant="primary" busy={create.isPending}>
							{t.usersPage.createLink}
						</Button>
					</DialogFormActions>
				</form>
			) : (
				<CopyField label={t.usersPage.link} text={url} />
			)}
		</Dialog>
	);
}
