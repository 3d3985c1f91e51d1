import { useQuery } from "@tanstack/react-query";
import { AlarmClock, BellRing, Reply, X } from "lucide-react";
import { compose } from "#web/lib/passing/compose.ts";
import type { InboxTopProps } from "#web/lib/screens/inbox-extension.ts";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import { tool } from "../tool.ts";
import { remindersQuery } from "./api.ts";
import { needsAttention } from "./returned.ts";
import { t } from "./text.ts";
import { useReminderActions } from "./use-reminder-actions.ts";

/** Rows; the rest is a link to the page. */
const SHOWN = 3;

/** Conversations that came back, and sent messages that no one answered, above the inbox. */
export function InboxTop({ accountIds, onOpen }: InboxTopProps) {
	const { data = [] } = useQuery(remindersQuery);
	const actions = useReminderActions();
	const returned = data.filter((one) => accountIds.has(one.accountId) && needsAttention(one));
	if (returned.length === 0) return null;
	return (
		<section aria-label={t.top.label} className="border-b border-line bg-amber-soft px-4 py-1.5">
			<ul ref={steadyRows} className="flex flex-col">
				{returned.slice(0, SHOWN).map((reminder) => {
					const { id, kind, email, subject, note } = reminder;
					const isSnooze = kind === "snooze";
					const Icon = isSnooze ? AlarmClock : BellRing;
					const person = isSnooze ? email?.senderName || email?.senderEmail : email?.recipient;
					return (
						<li key={id} className="flex min-h-8 items-center gap-2 text-13">
							<Icon aria-hidden="true" size={14} className="shrink-0 text-amber" />
							<button
								type="button"
								disabled={email === null}
								onClick={() => email && onOpen(email.id)}
								className="flex min-w-0 flex-1 items-baseline gap-2 rounded-1 py-1 text-left hover:underline"
							>
								<span className="shrink-0 font-semibold">
									{note !== null ? t.top.reminder : isSnooze ? t.top.back : t.top.noReply}
								</span>
								<span className="min-w-0 truncate">
									{[note, person, subject || t.page.noSubject].filter(Boolean).join(t.top.separator)}
								</span>
							</button>
							{!isSnooze && email && (
								<Button size="small" icon={Reply} onClick={() => compose({ kind: "reply", emailId: email.id })}>
									{t.top.followUp}
								</Button>
							)}
							<IconButton
								icon={X}
								size="small"
								label={t.top.dismiss(subject || t.page.noSubject)}
								onClick={() => actions.dismiss(reminder)}
							/>
						</li>
					);
				})}
			</ul>
			{returned.length > SHOWN && (
				<PathLink to={tool.path} className="rounded-1 text-13 font-semibold text-accent hover:underline">
					{t.top.more(returned.length - SHOWN)}
				</PathLink>
			)}
		</section>
	);
}
