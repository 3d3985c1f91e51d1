/** Texts about access to a mailbox and its end, apart from those that every page loads. */
export const t = {
	access: {
		readOnly: (name: string | null) =>
			`${name ?? "This mailbox"} is read-only. You can read and search its emails, but not change or send any.`,
		disconnected: (name: string | null) =>
			`${name ?? "This mailbox"} is disconnected. No new emails arrive, and you can only read and search.`,
		signedOut: (name: string | null) => `Sign in to ${name ?? "this mailbox"} again to receive new emails.`,
		allowChanges: "Allow changes",
		reconnect: "Reconnect",
		connectionFailed: "Connection Failed",
		allowDeletion: "Allow permanent deletion?",
		allowDeletionDescription: (provider: string, name: string) =>
			`${provider} lets apps delete email permanently only with full access to the mailbox, which ${name} hasn't granted. You come back here afterwards. Or leave the emails in Trash, which ${provider} empties after 30 days.`,
		continueAt: (issuer: string) => `Continue to ${issuer}`,
	},
	disconnect: {
		unknownUnsent: "Couldn't check for scheduled messages. Any from this mailbox won't be sent.",
		disconnectMenu: "Disconnect…",
		deleteMenu: "Delete…",
		disconnectionFailed: "Disconnection Failed",
		mailboxDisconnected: "Mailbox disconnected",
		mailboxDeleted: "Mailbox deleted",
		mailboxDisconnectedDescription: "You can still read and search its emails.",
		disconnectNamed: (name: string) => `Disconnect ${name}?`,
		deleteNamed: (name: string) => `Delete ${name} from this server?`,
		cancel: "Cancel",
		disconnectKeepEmails: "Disconnect, keep emails",
		disconnectAndDelete: "Disconnect and delete",
		delete: "Delete",
		keepEmails: "Keep emails",
		keepNote: (amount: string) =>
			`The saved password or access is deleted. ${amount} stay here to read and search. No new emails arrive, and you can't change anything until you reconnect.`,
		deleteEmails: "Delete emails",
		whatIsDeleted: "What is deleted",
		deleteNote: (amount: string, note: string) =>
			`The copy of ${amount} on this server is permanently deleted, with the history of changes. ${note}`,
		mailboxUnchanged: "The mailbox itself is not changed.",
		demoAgain: "You can start a new demo at any time.",
		fileUnchanged: "The file on your computer is not changed.",
	},
};
