/** What the screens say. */
export const t = {
	dialog: {
		cancel: "Cancel",
		close: "Close",
		dismiss: "Dismiss",
	},
	copy: {
		couldntCopy: "Couldn't copy",
		couldntCopyDescription: "Select the text and copy it manually.",
		copied: (label: string) => `${label} copied`,
		copyNamed: (label: string) => `Copy ${label}`,
	},
	field: {
		chooseFiles: "Choose files",
		chooseAFile: "Choose a file",
		hidePassword: "Hide password",
		showPassword: "Show password",
		choose: "Choose…",
	},
	states: {
		percent: (percent: number) => `${percent} percent`,
		notUpToDate: (reason: string) => `Not up to date: ${reason}`,
		tryAgain: "Try again",
		refreshFailed: "the last refresh failed",
		loading: "Loading",
		couldntLoadThis: "Couldn't load this",
		noReasonGiven: "No reason was given.",
	},
	table: {
		selectAll: "Select all",
		selectNamed: (name: string) => `Select ${name}`,
	},
	toast: {
		undo: "Undo",
		close: "Close",
	},
};
