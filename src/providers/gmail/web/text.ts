/** Screen texts. */
export const t = {
	consent: {
		setup: "In the Google Cloud console, enable the Gmail API and add this redirect URI:",
		access: "Your name, address and email only. No contacts, calendar or files.",
		revoke: "Disconnecting here revokes the access. You can also revoke it in your Google account.",
	},
};
