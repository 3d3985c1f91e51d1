import { defineProviderInfo } from "#shared/provider-info.ts";

export const info = defineProviderInfo({
	kind: "mbox",
	name: "Manual Upload (.mbox)",
	shortName: "mbox",
	connect: { by: "files" },
});
