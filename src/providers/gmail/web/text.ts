/** Screen texts. */
export const t = {
	consent: {
		setup: "In the Google Cloud console, enable the Gmail API and add this redirect URI:",
		password:
			"You can connect Gmail with an app password instead. Google offers them to accounts with 2-Step Verification, and the form tells you where to create one.",
		access: "Your name, address and email only. No contacts, calendar or files.",
		revoke: "Disconnecting here revokes the access. You can also revoke it in your Google account.",
	},
};
