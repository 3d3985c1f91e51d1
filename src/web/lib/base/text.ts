import { brand } from "#shared/brand.ts";
import { formatBytes, formatCount, formatNumber } from "#web/lib/base/format.ts";

/** " in Work", " in 3 mailboxes". */
function inMailboxes(names: readonly string[]): string {
	if (names.length === 0) return "";
	return ` in ${names.length === 1 ? names[0] : formatCount(names.length, "mailbox", "mailboxes")}`;
}

/** Screen texts. */
export const t = {
	jobs: {
		couldntCancel: "Couldn't cancel",
	},
	damaged: {
		title: (count: number) =>
			count === 1 ? "1 entry can't be shown" : `${formatNumber(count)} entries can't be shown`,
		description: "The stored data is damaged. The rest of the list is complete.",
	},
	links: {
		showInInbox: "Show in inbox",
	},
	mailList: {
		unread: "Unread.",
		select: (subject: string) => `Select ${subject}`,
		loadedOf: (loaded: number, total: number) => `${formatNumber(loaded)} of ${formatNumber(total)}…`,
		couldntLoadMore: "Couldn't load more emails.",
		tryAgain: "Try again",
		unknownSender: "Unknown sender",
		inFolder: "In folder",
	},
	mailbox: {
		error: "Error",
		loadingYourMailboxes: "Loading your mailboxes",
		couldntLoadMailboxes: "Couldn't load your mailboxes",
		goToHub: `Go to ${brand.name}`,
		noProviderSelected: "No Provider Selected",
		pleaseSelectMailProvider: `Please select a mail provider from ${brand.name}.`,
		notConnected: (name: string) => `${name} Not Connected`,
		connectFirst: (name: string) => `Please connect your ${name} account first.`,
		waiting: (server: string, since: string, changes: number) =>
			`Waiting for ${server} since ${since}. ${formatCount(changes, "change")} ${changes === 1 ? "hasn't" : "haven't"} been synced yet.`,
	},
	passkeys: {
		notSupported: "This browser doesn't support passkeys. Use a newer one.",
		nothingReturned: "The device returned no passkey.",
		noneSelected: "No passkey was selected. Try again when you are ready.",
		alreadyRegistered: "This device already has a passkey for your account.",
		httpsRequired: "Passkeys require HTTPS and this server's own address. Ask its administrator.",
		failed: "The device couldn't use a passkey. Try another way to sign in.",
	},
	time: {
		dateAndTime: "Date and time",
		cancel: "Cancel",
		past: "Choose a time in the future.",
	},
	plan: {
		inbox: "Inbox",
		undoable: (time: string) => `You can undo this for ${time}.`,
		leaveInbox: (count: number, percent: number) =>
			`${formatCount(count, "email")} ${count === 1 ? "leaves" : "leave"} the inbox (${percent}%)`,
		couldntMakeChange: "Couldn't make the change",
		someEmailsWerentChanged: "Some emails weren't changed",
		close: "Close",
		continueBackground: "Continue in the background",
		cancel: "Cancel",
		nothingToChange: "Nothing to change",
		cantChange: "This can't be done",
		totals: (bytes: number) => `, ${formatBytes(bytes)} in total. Only these emails will be changed.`,
		folders: "Folders",
		showAllFolders: (count: number) => `Show all ${formatNumber(count)} folders`,
		showFewerFolders: "Show fewer folders",
		continue: "Continue",
		couldntSave: (message: string) => `Couldn't save your selection: ${message}`,
		outcome: (isStopped: boolean, applied: number, count: number) =>
			`${isStopped ? "Stopped: " : ""}${formatNumber(applied)} of ${formatCount(count, "email")} ${applied === 1 ? "was" : "were"} changed.`,
		notChanged: "Not changed",
		noLongerExists: "(No longer exists)",
		newestFirst: "Newest first",
		oldestFirst: "Oldest first",
		largestFirst: "Largest first",
		smallestFirst: "Smallest first",
		senderAToZ: "Sender A to Z",
		senderZToA: "Sender Z to A",
		subjectAToZ: "Subject A to Z",
		subjectZToA: "Subject Z to A",
		byFolder: "By folder",
		deselectAll: "Deselect All",
		selectAll: "Select All",
		countOf: (count: number, total: number) => `${formatNumber(count)} of ${formatNumber(total)}`,
		selected: "selected",
		sortBy: "Sort by",
		loadingTheList: "Loading the list",
		emailsChange: "Emails in this change",
		noSubject: "(No subject)",
		hasAttachments: "Has attachments",
		skipped: (skipped: number) => `${formatNumber(skipped)} changed in the meantime`,
		failed: (failed: number) => `${formatNumber(failed)} couldn't be changed`,
		forecast: (forecast: number, verb: string, actual: number) =>
			`Forecast ${formatBytes(forecast)}, ${verb} ${formatBytes(actual)}`,
		serverGaveNoReason: "The server gave no reason.",
		canceledBeforeStarted: "It was canceled before it started.",
	},
	providers: {
		oauthError: (provider: string, error: string) => `${provider} OAuth error: ${error}`,
		noCode: "No authorization code received",
		sessionExpired: "Authentication session expired. Please try again.",
		invalidState: "Invalid state parameter. Please try signing in again.",
		authenticationFailed: "Authentication failed",
	},
	range: {
		scanRange: "Scan range",
		customRange: "Custom range",
		from: "From",
		to: "to",
		until: "Until",
		newestMail: (date: string) => `Newest mail here is from ${date}. The range ends on that day.`,
	},
	unsaved: {
		title: "Discard your changes?",
		description: "Your changes haven't been saved.",
		confirm: "Discard changes",
		cancel: "Keep editing",
	},
	undo: {
		undo: "Undo",
		undone: "Undone",
		broughtBack: (count: number, mailboxes: readonly string[]) =>
			`Brought back ${formatCount(count, "email")}${inMailboxes(mailboxes)}`,
		undoneIn: (title: string, mailboxes: readonly string[]) => `${title}${inMailboxes(mailboxes)}`,
		changedSince: "These emails have changed since.",
		notBroughtBack: (count: number) => `${formatCount(count, "other")} ${count === 1 ? "has" : "have"} changed since.`,
		couldntUndo: "Couldn't undo",
		nothing: "Nothing to undo",
		question: (change: string, mailboxes: readonly string[]) => `Undo “${change}”${inMailboxes(mailboxes)}?`,
		made: (ago: string, device: string | null) =>
			`This change was made ${ago}${device === null ? "" : ` in ${device}`}.`,
	},
	session: {
		unreachable: "Couldn't reach the server. Check your connection and try again.",
		tooManyAttempts: "Too many attempts. Please wait a moment.",
		pleaseTryAgain: "Please try again.",
	},
};
