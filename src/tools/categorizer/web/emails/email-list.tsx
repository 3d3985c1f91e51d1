import { useEffect, useMemo, useRef } from "react";
import { usePhone } from "#web/lib/base/use-wide.ts";
import type { MailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { MailList } from "#web/lib/mail-list/mail-list.tsx";
import type { CategorizedEmail } from "../../contract.ts";
import type { Moves } from "../corrections/moves.ts";
import { EmailRow, type ToggleEmail } from "./email-row.tsx";
import type { Emails } from "./use-emails.ts";

interface EmailListProps {
	label: string;
	emails: Emails;
	cursor: MailCursor;
	onOpen: (item: CategorizedEmail) => void;
	moves: Moves;
	/** Mailbox names by id, where several are shown. */
	accountNames: ReadonlyMap<string, string> | null;
	onEndNear: () => void;
	/** Loading more failed. */
	moreFailed: boolean;
}

/** The emails of a category. */
export function EmailList(props: EmailListProps) {
	const { emails, cursor, accountNames } = props;
	const latest = useRef(props);
	useEffect(() => {
		latest.current = props;
	});
	// Stable references, so that scrolling renders only the rows that come into view.
	const { toggle, moves } = useMemo<{ toggle: ToggleEmail; moves: Moves }>(
		() => ({
			toggle: ({ id }, shift) => latest.current.cursor.toggle(id, shift),
			moves: {
				email: (...given) => latest.current.moves.email(...given),
				moveAll: (...given) => latest.current.moves.moveAll(...given),
			},
		}),
		[],
	);
	return (
		<MailList
			label={props.label}
			items={emails.items}
			total={emails.total}
			rowHeight={usePhone() ? 72 : 52}
			cursor={cursor}
			ahead={40}
			onOpen={props.onOpen}
			onEndNear={props.onEndNear}
			moreFailed={props.moreFailed}
			row={(item, state) => (
				<EmailRow item={item} {...state} account={accountNames?.get(item.accountId)} onToggle={toggle} moves={moves} />
			)}
		/>
	);
}
