import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { deviceStorage } from "#web/lib/base/device-storage.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { DraftSummary } from "../../contract.ts";
import { outboxQuery } from "../base/api.ts";
import { t } from "../base/text.ts";

/** Ids of the messages about which this browser has said that they wait. */
const storageKey = "delayedMessagesSaid";

/** Says of each message once that it has been waiting for more than five minutes. */
export function useDelayNotices(): void {
	const { data } = useQuery(outboxQuery);
	const navigate = useNavigate();
	useEffect(() => {
		if (data === undefined) return;
		const said = readSaid();
		const unsaid = data.delayed.filter(({ outgoingId }) => outgoingId !== null && !said.includes(outgoingId));
		// Those that have left meanwhile are forgotten.
		const ids = data.delayed.map(({ outgoingId }) => outgoingId);
		deviceStorage.setItem(storageKey, JSON.stringify(ids));
		for (const message of unsaid)
			toast({
				id: `delayed-${message.id}`,
				title: t.outbox.delayed(message.subject || t.page.noSubject),
				description: message.problem ?? t.outbox.delayedDescription,
				action: { label: t.outbox.open, onSelect: () => void navigate({ to: "/drafts" }) },
			});
	}, [data, navigate]);
}

function readSaid(): DraftSummary["outgoingId"][] {
	try {
		const stored: unknown = JSON.parse(deviceStorage.getItem(storageKey) ?? "[]");
		return Array.isArray(stored) ? stored : [];
	} catch {
		return [];
	}
}
