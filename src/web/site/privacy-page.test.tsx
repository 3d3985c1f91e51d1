import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ConsentScopes } from "#shared/provider-info.ts";
import { consentKinds, providerInfo } from "#shared/providers.ts";
import { privacySections } from "./privacy-page.tsx";

it.each(consentKinds)("names every permission that %s is asked for", (kind) => {
	const { identity, read, full, extras }: ConsentScopes = providerInfo(kind).connect.scopes;
	const section = privacySections.find(({ id }) => id === kind);
	const text = renderToStaticMarkup(section?.body).replace(/<[^>]*>/g, " ");
	for (const scope of [...identity, ...read, ...full, ...Object.values(extras)]) {
		// As people know them: without the address, and userinfo.email is email.
		const name = scope.replace("https://www.googleapis.com/auth/", "").replace("userinfo.", "");
		expect(text).toContain(name);
	}
});
