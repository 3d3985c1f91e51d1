import { formatBytes } from "#web/lib/base/format.ts";

/** Screen texts. */
export const t = {
	panel: {
		emptyFile: "Empty file",
		isEmpty: (name: string) => `${name} is empty.`,
		dropMailFile: "Drop a mail file here",
		dropMailFileHint: "mbox, mbox.gz, eml, msg, or a Google Takeout zip or tgz. Any size; interrupted uploads resume.",
		uploads: "Uploads",
	},
	uploads: {
		uploading: "Uploading",
		connectionLostRetrying: "Connection lost, retrying",
		paused: "Paused",
		startingTheImport: "Starting the import",
		stopped: "Stopped",
		notImported: "Not imported",
		couldntCancelUpload: "Couldn't cancel the upload",
		of: (sent: number, total: number) => `${formatBytes(sent)} of ${formatBytes(total)}`,
		pause: (name: string) => `Pause ${name}`,
		resume: (name: string) => `Resume ${name}`,
		dismiss: "Dismiss",
		cancel: "Cancel",
		theUploadFailed: "The upload failed.",
	},
};
