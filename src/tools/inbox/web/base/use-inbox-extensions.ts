import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useMemo } from "react";
import { keys } from "#web/lib/api/query-client.ts";
import type { ConversationAction, InboxTopProps, MailMark, Task } from "#web/lib/screens/inbox-extension.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import type { ListItem } from "./mail.ts";

/** What other tools add to the inbox. */
export interface InboxExtensions {
	actions: readonly ConversationAction[];
	/** Actions on something that an email asks for. */
	taskActions: (task: Task) => readonly ConversationAction[];
	tops: readonly ComponentType<InboxTopProps>[];
	/** By id of a message or conversation. */
	marks: ReadonlyMap<string, MailMark>;
}

const noMarks: ReadonlyMap<string, MailMark> = new Map();

export function useInboxExtensions(): InboxExtensions {
	const installed = useInstalled();
	const { data: extensions } = useQuery({
		queryKey: ["inbox-extensions"],
		queryFn: installed.loadInboxExtensions,
		staleTime: Number.POSITIVE_INFINITY,
		// It has functions, which cannot be compared.
		structuralSharing: false,
	});
	const { data: marks = noMarks } = useQuery({
		queryKey: [...keys.mail, "marks"],
		queryFn: async ({ client }) => {
			const loaded = await Promise.all((extensions ?? []).map((extension) => extension.loadMarks(client)));
			return new Map(loaded.flatMap((map) => [...map]));
		},
		enabled: extensions !== undefined,
		structuralSharing: false,
	});
	return useMemo(
		() => ({
			actions: extensions?.flatMap(({ actions }) => actions) ?? [],
			taskActions: (task: Task) => extensions?.flatMap((one) => one.taskActions?.(task) ?? []) ?? [],
			tops: extensions?.flatMap(({ Top }) => Top ?? []) ?? [],
			marks,
		}),
		[extensions, marks],
	);
}

/** The mark of a message, or of any message of a row. */
export function markOf(marks: ReadonlyMap<string, MailMark>, item: ListItem): MailMark | undefined {
	if (marks.size === 0) return undefined;
	const own = marks.get(item.id) ?? marks.get(item.threadId);
	if (own !== undefined || item.conversation === undefined) return own;
	return item.conversation.messages.map(({ id }) => marks.get(id)).find((mark) => mark !== undefined);
}
