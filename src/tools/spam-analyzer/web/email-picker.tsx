import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { formatMailTime } from "#web/lib/base/format.ts";
import { Input } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { analyzerKeys, emails } from "./base/api.ts";
import { t } from "./base/text.ts";

const SHOWN = 20;

interface EmailPickerProps {
	open: boolean;
	onClose: () => void;
	onPick: (id: string) => void;
}

/** Chooses an email of any mailbox, spam included. */
export function EmailPicker({ open, onClose, onPick }: EmailPickerProps) {
	return (
		<Dialog open={open} onClose={onClose} title={t.message.pickTitle} size="large">
			{open && <List onPick={onPick} />}
		</Dialog>
	);
}

function List({ onPick }: Pick<EmailPickerProps, "onPick">) {
	const [text, setText] = useState("");
	const q = useDeferredValue(text.trim());
	const query = useQuery({
		queryKey: analyzerKeys.emails(q),
		queryFn: ({ signal }) => emails.listEmails({ query: { q: `${q} in:anywhere`.trim(), limit: SHOWN } }, { signal }),
		placeholderData: (previous) => previous,
	});
	return (
		<div className="flex flex-col gap-3">
			<Input
				type="search"
				aria-label={t.message.search}
				placeholder={t.message.search}
				icon={<Search size={16} />}
				value={text}
				onChange={(event) => setText(event.target.value)}
			/>
			<QueryView
				query={query}
				isEmpty={({ items }) => items.length === 0}
				empty={<EmptyState icon={Search} title={t.message.nothing} />}
			>
				{({ items }) => (
					<ul className="divide-y divide-line border-y border-line">
						{items.map(({ id, senderName, senderEmail, subject, receivedAt }) => (
							<li key={id}>
								<button
									type="button"
									onClick={() => onPick(id)}
									className="grid min-h-11 w-full grid-cols-[1fr_auto] items-center gap-x-3 px-1 py-1.5 text-left text-14 hover:bg-sunken sm:grid-cols-[9rem_1fr_auto]"
								>
									<span className="truncate max-sm:font-medium">{senderName || senderEmail}</span>
									<span className="truncate text-ink-2 max-sm:order-last max-sm:col-span-2">
										{subject || t.message.noSubject}
									</span>
									<span className="text-12 text-ink-3 tabular-nums">{formatMailTime(receivedAt)}</span>
								</button>
							</li>
						))}
					</ul>
				)}
			</QueryView>
		</div>
	);
}
