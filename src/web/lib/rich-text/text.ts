/** Screen texts of the editor of formatted messages. */
export const t = {
	editor: {
		body: "Message",
		formatting: "Formatting",
		bold: "Bold",
		italic: "Italic",
		underline: "Underline",
		strike: "Strikethrough",
		bulletList: "Bulleted list",
		numberedList: "Numbered list",
		quote: "Quote",
		clear: "Remove formatting",
		link: "Link",
		linkTo: "Web or email address",
		saveLink: "Save link",
		removeLink: "Remove link",
		cancel: "Cancel",
	},
	frame: {
		simplified: "This message is shown with simplified formatting so that it can't freeze your browser.",
		asText: "This message is shown as plain text so that it can't freeze your browser.",
	},
};
