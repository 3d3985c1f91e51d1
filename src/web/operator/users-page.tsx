import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Invitation } from "#shared/contracts/operator.ts";
import { formatDate } from "#web/lib/format.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { operatorApi, operatorKeys } from "./api.ts";
import { OperatorFrame } from "./operator-frame.tsx";

/** `/operator/users`: who may sign up, and invitations. */
export default function UsersPage() {
	return (
		<OperatorFrame>
			<SignUpMode />
			<Invitations />
		</OperatorFrame>
	);
}

const modes = {
	open: { badge: "Open", words: "Anybody who reaches this server can sign up." },
	invite: { badge: "By invitation", words: "Whoever has an invitation's link can sign up, with e-mail and password." },
	closed: { badge: "Closed", words: "Nobody can sign up." },
};

function SignUpMode() {
	const query = useQuery({
		queryKey: operatorKeys.overview,
		queryFn: ({ signal }) => operatorApi.getOperatorOverview({}, { signal }),
	});
	const mode = query.data?.signUp;
	return (
		<Card
			title="Sign-up"
			actions={mode && <Badge tone={mode === "open" ? "amber" : "green"}>{modes[mode].badge}</Badge>}
		>
			<p className="text-14 text-ink-2">
				{mode && modes[mode].words} Set <code className="font-mono text-13">SIGN_UP</code> to{" "}
				<code className="font-mono text-13">open</code>, <code className="font-mono text-13">invite</code> or{" "}
				<code className="font-mono text-13">closed</code> in the server's environment to change it.
			</p>
		</Card>
	);
}

function Invitations() {
	const [inviting, setInviting] = useState(false);
	const query = useQuery({
		queryKey: operatorKeys.invitations,
		queryFn: async ({ signal }) => (await operatorApi.listInvitations({}, { signal })).items,
	});
	return (
		<Card
			title="Invitations"
			note="Each link lets one person sign up."
			flush
			actions={
				<Button size="small" icon={Plus} onClick={() => setInviting(true)}>
					Invite
				</Button>
			}
		>
			<QueryView
				query={query}
				loading={<Skeleton rows={2} label="Loading invitations" />}
				errorTitle="The invitations could not be loaded"
				isEmpty={(items) => items.length === 0}
				empty={<p className="px-4 py-6 text-center text-14 text-ink-3">Nobody has been invited yet.</p>}
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
	const name = note || "Invitation";
	const used = usedAt !== null;
	const expired = !used && Date.parse(expiresAt) < Date.now();
	const remove = useChange({
		make: () => operatorApi.deleteInvitation({ params: { id } }),
		failed: "The invitation is still there",
		refresh: [operatorKeys.invitations],
		done: () => toast({ title: used || expired ? "Invitation removed" : "Invitation withdrawn", description: name }),
	});
	const state = used
		? `used by ${usedBy ?? "somebody who has left"} on ${formatDate(usedAt)}`
		: `${expired ? "expired" : "good until"} ${formatDate(expiresAt)}`;
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-2 text-14 font-medium">
					{name}
					<Badge tone={used ? "green" : expired ? "amber" : "blue"}>
						{used ? "Used" : expired ? "Expired" : "Open"}
					</Badge>
				</p>
				<p className="text-12 break-words text-ink-3">
					made {formatDate(createdAt)} · {state}
				</p>
			</div>
			<Button
				size="small"
				aria-label={`${used || expired ? "Remove" : "Withdraw"} ${name}`}
				busy={remove.isPending}
				onClick={() => remove.mutate()}
			>
				{used || expired ? "Remove" : "Withdraw"}
			</Button>
		</li>
	);
}

const lives = [
	{ value: "1", label: "One day" },
	{ value: "7", label: "A week" },
	{ value: "30", label: "30 days" },
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
		failed: "The invitation was not made",
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
			title={url === null ? "Invite somebody" : "Send this link"}
			description={url === null ? undefined : "It is shown this once, and lets one person sign up."}
			actions={
				url === null ? undefined : (
					<Button variant="primary" onClick={close}>
						Done
					</Button>
				)
			}
		>
			{url === null ? (
				<form onSubmit={submit} className="flex flex-col gap-4">
					<Field label="For whom" hint="For you to know it again; the person does not see it.">
						<Input value={note} onChange={(event) => setNote(event.target.value)} maxLength={200} />
					</Field>
					<Field label="Good for">
						<Select options={lives} value={days} onChange={setDays} />
					</Field>
					<div className="flex justify-end gap-2">
						<Button onClick={close}>Cancel</Button>
						<Button type="submit" variant="primary" busy={create.isPending}>
							Make link
						</Button>
					</div>
				</form>
			) : (
				<CopyField label="link" text={url} />
			)}
		</Dialog>
	);
}
