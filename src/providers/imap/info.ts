import { defineProviderInfo } from "#shared/provider-info.ts";

export const info = defineProviderInfo({
	kind: "imap",
	name: "Custom Mail (IMAP/SMTP)",
	shortName: "IMAP",
	connect: { by: "servers" },
});
