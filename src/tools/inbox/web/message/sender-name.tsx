import { useQuery } from "@tanstack/react-query";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { Popover } from "#web/ui/overlay/popover.tsx";
import type { EmailItem } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";

/** The sender's name; it opens what is known about the sender, where a tool shows that. */
export function SenderName({ item }: { item: EmailItem }) {
	const { loadSenderPassport } = useInstalled();
	const { data: passport } = useQuery({
		queryKey: ["sender-passport"],
		// As a field: a component alone would be taken for an updater function.
		queryFn: async () => ({ Component: await loadSenderPassport() }),
		staleTime: Number.POSITIVE_INFINITY,
	});
	const name = item.senderName || item.senderEmail || t.message.unknownSender;
	const Passport = passport?.Component;
	const isReceived = item.folder !== "sent" && item.folder !== "drafts" && item.senderEmail !== "";
	if (!Passport || !isReceived) return <span className="font-semibold">{name}</span>;
	return (
		<Popover
			align="start"
			title={name}
			trigger={
				<button
					type="button"
					aria-label={t.message.aboutSender(name)}
					className="max-w-full rounded-1 text-left font-semibold underline-offset-2 hover:underline"
				>
					{name}
				</button>
			}
		>
			<Passport address={item.senderEmail.toLowerCase()} account={item.accountId} />
		</Popover>
	);
}
