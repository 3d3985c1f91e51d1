import { defineProviderInfo } from "#shared/provider-info.ts";

export const info = defineProviderInfo({
	kind: "demo",
	name: "Demo Mode",
	shortName: "Demo",
	connect: { by: "sample" },
});
