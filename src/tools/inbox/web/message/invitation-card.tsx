import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarDays, Check, CircleQuestionMark, MapPin, Repeat, Users, X } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "#web/lib/api/api.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { InvitationView } from "../../contract.ts";
import { inbox, invitationQuery } from "../base/api.ts";
import type { Email } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { formatEventTime } from "./event-time.ts";

/** Names of attendees that are shown. */
const SHOWN = 8;

/** Whether a message has a calendar file, so that its event is worth reading. */
function hasCalendar({ attachments }: Email): boolean {
	return attachments.some(
		({ contentType, filename }) =>
			/^(?:text\/calendar|application\/ics)\b/i.test(contentType) || /\.ics$/i.test(filename),
	);
}

/** The event that a message is about, with the answers to an invitation. Renders nothing where there is none. */
export function InvitationCard({ email }: { email: Email }) {
	const { data: invitation, error } = useQuery({ ...invitationQuery(email.id), enabled: hasCalendar(email) });
	if (error instanceof ApiError && error.code === "message-too-complex")
		return <Notice tone="amber">{t.invitation.tooComplex}</Notice>;
	if (!invitation) return null;
	const { summary, location, recurrence, organizer, attendees, method } = invitation;
	return (
		<Card tone={method === "cancel" ? "red" : "green"}>
			<section aria-label={t.invitation.label} className="flex flex-col gap-3">
				<div>
					<p className="text-12 font-semibold text-ink-3">{titleOf(invitation)}</p>
					<h2 dir="auto" className="font-display text-20 font-medium wrap-anywhere">
						{summary || t.invitation.noTitle}
					</h2>
				</div>
				<ul className="flex flex-col gap-1.5 text-14">
					<Fact icon={CalendarDays}>{formatEventTime(invitation)}</Fact>
					{recurrence !== null && <Fact icon={Repeat}>{t.invitation.repeats}</Fact>}
					{location !== "" && <Fact icon={MapPin}>{location}</Fact>}
					{(organizer !== null || attendees.length > 0) && (
						<Fact icon={Users}>
							{organizer !== null && t.invitation.organizer(organizer.name || organizer.email)}
							<span className="block text-13 text-ink-2">{guests(invitation)}</span>
						</Fact>
					)}
				</ul>
				<Answers emailId={email.id} invitation={invitation} />
			</section>
		</Card>
	);
}

function titleOf({ method, attendees }: InvitationView): string {
	const [first] = attendees;
	if (method === "reply" && first !== undefined) return t.invitation.replied(first.name || first.email, first.status);
	return t.invitation.titles[method];
}

function guests({ attendees, attendeeCount }: InvitationView): string {
	const names = attendees.slice(0, SHOWN).map(({ name, email, status }) => {
		const person = name || email;
		return status === "needs_action" || status === "other" ? person : t.invitation.guest(person, status);
	});
	const others = attendeeCount - names.length;
	return [...names, ...(others > 0 ? [t.invitation.others(others)] : [])].join(", ");
}

function Fact({ icon: Icon, children }: { icon: typeof Users; children: ReactNode }) {
	return (
		<li className="flex items-start gap-2">
			<Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-ink-3" />
			<span dir="auto" className="min-w-0 wrap-anywhere">
				{children}
			</span>
		</li>
	);
}

const answers = [
	{ answer: "accepted", icon: Check },
	{ answer: "tentative", icon: CircleQuestionMark },
	{ answer: "declined", icon: X },
] as const;

function Answers({ emailId, invitation }: { emailId: string; invitation: InvitationView }) {
	const client = useQueryClient();
	const { attendee, answer: given, obstacle } = invitation;
	const send = useMutation({
		mutationFn: (answer: (typeof answers)[number]["answer"]) =>
			inbox.answerInvitation({ params: { id: emailId }, body: { answer } }),
		onSuccess(reply) {
			client.setQueryData(invitationQuery(emailId).queryKey, reply.invitation);
			toast({ title: t.invitation.sent });
		},
		onError: (error) => toast({ title: t.invitation.couldntSend, description: error.message, tone: "destructive" }),
	});
	if (attendee === null) return null;
	if (obstacle !== null) return <p className="text-13 text-ink-2">{obstacle}</p>;
	return (
		<div className="flex flex-col gap-2">
			<fieldset aria-label={t.invitation.going} className="flex flex-wrap items-center gap-2">
				{answers.map(({ answer, icon }) => (
					<Button
						key={answer}
						icon={icon}
						variant={given === answer ? "primary" : "secondary"}
						aria-pressed={given === answer}
						busy={send.isPending && send.variables === answer}
						disabled={send.isPending}
						onClick={() => given !== answer && send.mutate(answer)}
					>
						{t.invitation.buttons[answer]}
					</Button>
				))}
				{given !== null && <Badge tone="green">{t.invitation.given[given]}</Badge>}
			</fieldset>
			<p className="text-12 text-ink-3">{t.invitation.answersAs(attendee)}</p>
		</div>
	);
}
