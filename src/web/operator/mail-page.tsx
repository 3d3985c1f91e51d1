import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSession } from "#web/lib/session/session.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { operatorApi, operatorKeys } from "./api.ts";
import { Facts } from "./facts.tsx";
import { OperatorFrame } from "./operator-frame.tsx";
import { t } from "./text.ts";

/** `/operator/mail`: system mail. */
export default function MailPage() {
	return (
		<OperatorFrame>
			<Mail />
		</OperatorFrame>
	);
}

function Mail() {
	const query = useQuery({
		queryKey: operatorKeys.mail,
		queryFn: ({ signal }) => operatorApi.getSystemMail({}, { signal }),
	});
	return (
		<QueryView query={query} loading={<Skeleton rows={3} label={t.mailPage.loadingSettings} />}>
			{({ configured, server, from, contact }) => (
				<>
					<Card
						title={t.mailPage.outgoingMail}
						note={t.mailPage.outgoingMailNote}
						actions={
							<Badge tone={configured ? "green" : "amber"}>{configured ? t.mailPage.setUp : t.mailPage.notSetUp}</Badge>
						}
						flush
					>
						<Facts
							facts={[
								{
									label: t.mailPage.smtpServer,
									value: server === null ? t.mailPage.none : <code className="font-mono text-13">{server}</code>,
								},
								{ label: t.mailPage.sender, value: <code className="font-mono text-13 break-all">{from}</code> },
								{
									label: t.mailPage.contactFormTo,
									value: <code className="font-mono text-13 break-all">{contact}</code>,
								},
							]}
						/>
					</Card>
					{!configured && <HowTo />}
					<TestCard configured={configured} />
				</>
			)}
		</QueryView>
	);
}

function HowTo() {
	return (
		<Card title={t.mailPage.howSetUp} tone="blue">
			<p className="mb-2 text-14 text-ink-2">
				{t.mailPage.set} <code className="font-mono text-13">SMTP_URL</code> {t.mailPage.restartNote}{" "}
				<code className="font-mono text-13">%40</code>
				{t.mailPage.urlEncodeExample}
			</p>
			<pre className="rounded-2 bg-sunken p-3 font-mono text-13 break-all whitespace-pre-wrap">
				{"SMTP_URL=smtp://name:password@smtp.example.org:587\nMAIL_FROM=mail@example.org"}
			</pre>
			<p className="mt-2 text-13 text-ink-3">{t.mailPage.smtpsNote}</p>
		</Card>
	);
}

function TestCard({ configured }: { configured: boolean }) {
	const email = useSession()?.user.email ?? "";
	const [to, setTo] = useState(email);
	const test = useChange({
		make: () => operatorApi.sendTestMail({ body: { to: to.trim() } }),
		failed: t.mailPage.couldntSendTestEmail,
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		test.mutate();
	};
	return (
		<Card title={t.mailPage.sendTestEmail}>
			<form onSubmit={submit} className="flex max-w-110 flex-wrap items-end gap-2">
				<div className="min-w-0 flex-1">
					<Field label={t.mailPage.to}>
						<Input type="email" value={to} onChange={(event) => setTo(event.target.value)} required />
					</Field>
				</div>
				<Button type="submit" busy={test.isPending} disabled={!configured}>
					{t.mailPage.sendTestEmailButton}
				</Button>
			</form>
			{test.data && (
				<div role="status" className="mt-4">
					<p className="flex items-center gap-2 text-14">
						<Badge tone={test.data.sent ? "green" : "red"}>
							{test.data.sent ? t.mailPage.sent : t.mailPage.notSent}
						</Badge>
						{test.data.sent ? t.mailPage.smtpServerAnswered : t.mailPage.error}
					</p>
					<pre className="mt-2 rounded-2 bg-sunken p-3 font-mono text-13 break-words whitespace-pre-wrap">
						{test.data.answer}
					</pre>
				</div>
			)}
		</Card>
	);
}
