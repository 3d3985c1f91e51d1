import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { accessProblem, describeProblem, fixLabel } from "./access.ts";
import type { Account } from "./accounts.ts";
import { useFixAccess } from "./use-fix-access.ts";

interface AccessNoticeProps {
	/** Those the screen works on. */
	mailboxes: readonly Account[];
	/** Names the mailbox also where it is the only one. */
	isNamed?: boolean;
}

/** Says which mailboxes are read-only, signed out or disconnected, with the button that solves it. */
export function AccessNotice({ mailboxes, isNamed = mailboxes.length > 1 }: AccessNoticeProps) {
	const { fix, busyId } = useFixAccess();
	return mailboxes.map((account) => {
		const problem = accessProblem(account);
		const label = fixLabel(account);
		return (
			problem && (
				<Notice
					key={account.id}
					tone={problem === "read-only" ? "blue" : "amber"}
					action={
						label && (
							<Button size="small" busy={busyId === account.id} onClick={() => fix(account)}>
								{label}
							</Button>
						)
					}
				>
					{describeProblem(account, isNamed)}
				</Notice>
			)
		);
	});
}
