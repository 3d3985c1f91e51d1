import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Ban, Filter, History, type LucideIcon } from "lucide-react";
import { isDistrusted } from "#shared/mail/trust.ts";
import { bySender, searchFor } from "#shared/search/scopes.ts";
import { inboxLink } from "#web/lib/base/links.ts";
import { newFilter } from "#web/lib/passing/new-filter.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import type { OpenMail } from "#web/lib/screens/mail-actions.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { EmailItem } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { messageQuery } from "./use-message.ts";

/** What can be done about the sender of the open email. */
export interface SenderAction {
	id: string;
	label: string;
	icon: LucideIcon;
	run: () => void;
}

const filters = "/tool/block-filter";

/** @returns the actions with a button, and those of the menu */
export function useSenderActions(item: EmailItem): { buttons: SenderAction[]; menu: SenderAction[] } {
	const installed = useInstalled();
	const navigate = useNavigate();
	const { data: email } = useQuery(messageQuery(item.id));
	const { data: offered = [] } = useQuery({
		queryKey: ["mail-actions"],
		queryFn: installed.loadMailActions,
		staleTime: Number.POSITIVE_INFINITY,
	});
	const isSuspicious = isDistrusted(item.trust ?? null);
	const mail: OpenMail = {
		id: item.id,
		accountId: item.accountId,
		senderName: item.senderName,
		senderEmail: item.senderEmail,
		listKey: email?.listKey ?? null,
		// A request would tell the sender that someone reads the address.
		canUnsubscribe: email?.listUnsubscribe != null && !isSuspicious,
	};
	const isReceived = item.folder !== "sent" && item.folder !== "drafts" && item.senderEmail !== "";
	const buttons: SenderAction[] = offered
		.filter((action) => isReceived && action.isFor(mail))
		.map(({ id, label, icon, run }) => ({
			id,
			label,
			icon,
			run: () =>
				void run(mail).catch((error: unknown) => {
					const description = error instanceof Error ? error.message : undefined;
					toast({ title: t.message.actionFailed(label), description, tone: "destructive" });
				}),
		}));
	const menu: SenderAction[] = [];
	if (isReceived && installed.hasPath(filters)) {
		const { accountId, senderName, senderEmail, listKey } = mail;
		const list = listKey === null ? null : { key: listKey, name: senderName || senderEmail };
		const request = { accountId, senderEmail, list };
		buttons.push({
			id: "block",
			label: isSuspicious ? t.message.blockAndReport : t.message.block,
			icon: Ban,
			run: () => newFilter({ ...request, action: "block", ...(isSuspicious && { isReport: true }) }),
		});
		menu.push({ id: "filter", label: t.message.filterLikeThis, icon: Filter, run: () => newFilter(request) });
	}
	const past = isReceived ? searchFor(bySender(item.senderEmail)) : null;
	if (past !== null)
		menu.push({
			id: "past",
			label: t.message.sendersPast,
			icon: History,
			run: () => void navigate({ ...inboxLink, search: { q: past } }),
		});
	return { buttons, menu };
}
