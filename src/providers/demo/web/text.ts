/** Screen texts. */
export const t = {
	panel: {
		description:
			"A sample mailbox with about 1,700 messages dated up to today. Change anything in it; you can reset it later.",
		running: "Your demo mailbox is running. Reset or disconnect it under Connected accounts.",
		start: "Start demo mailbox",
	},
};
