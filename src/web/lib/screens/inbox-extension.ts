import type { QueryClient } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Operation } from "#shared/contracts/plans.ts";
import type { Tone } from "#web/ui/base/badge.tsx";

/** What a tool adds to the inbox. */
export interface InboxExtension {
	actions: readonly ConversationAction[];
	/** Actions on something that an email asks for, next to it in the summary. */
	taskActions?: (task: Task) => readonly ConversationAction[];
	/** Marks of messages in lists and on the open message, by id of a message or conversation. Loaded again with the mail. */
	loadMarks: (client: QueryClient) => Promise<ReadonlyMap<string, MailMark>>;
	/** Shown above the messages of the inbox; it may render nothing. Absent: there is nothing to show. */
	Top?: ComponentType<InboxTopProps>;
}

export interface InboxTopProps {
	/** The mailboxes whose inbox is shown. */
	accountIds: ReadonlySet<string>;
	/** Opens a message. */
	onOpen: (emailId: string) => void;
}

/** Something that an email asks its recipient to do. */
export interface Task {
	text: string;
	/** `2026-03-05`; null: no date is named. */
	due: string | null;
}

/** An action on the selected or open conversations, with a shortcut. */
export interface ConversationAction {
	id: string;
	label: string;
	icon: LucideIcon;
	keys?: string;
	/** It has a button where there is room; all are in menus. */
	isPrimary?: boolean;
	/** Whether it is offered for these messages. */
	isFor: (mail: readonly EmailItem[]) => boolean;
	/** Reports its result itself; rejects with what failed. */
	run: (mail: readonly EmailItem[], inbox: InboxChanges) => Promise<void>;
}

/** How the inbox shows a change that an action makes. */
export interface InboxChanges {
	/** Archives the messages: at once on screen, back when it fails, with the next message opened and an offer to undo. */
	archive: (change: ArchiveChange) => Promise<void>;
	/** Clears the selection, where an action on it is done and the messages stay. */
	clearSelection: () => void;
}

export interface ArchiveChange {
	/** Makes the change on the server; null where the messages were archived already. */
	request: (ids: string[]) => Promise<{ job: Job | null; operation: Operation | null }>;
	/** Undoes what is not mail. */
	restore: () => Promise<unknown>;
	/** What was done: "Snoozed until tomorrow". */
	title: string;
}

export interface MailMark {
	label: string;
	icon: LucideIcon;
	tone: Tone;
	/** What to do about the message, shown while it is open. */
	note?: string;
}
