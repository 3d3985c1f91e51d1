/** Screen texts. */
export const t = {
	consent: {
		setup: "In the Microsoft app registration, add this redirect URI for the Web platform:",
		access: "Your name, address, email and inbox rules only. No contacts, calendar or files.",
		revoke: "Disconnecting here deletes the tokens. You can also revoke the access in your Microsoft account.",
	},
};
