import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import type { SourceCopy } from "./source-copy.ts";

const FILES = {
	"info.ts": `import { defineProviderInfo } from "#shared/provider-info.ts";

export const info = defineProviderInfo({
	kind: "acme",
	name: "Acme Mail",
	shortName: "Acme",
	connect: {
		by: "consent",
		issuer: "Acme Inc.",
		functions: ["auth-init", "auth", "refresh"],
		scopes: { identity: ["openid"], read: ["mail.read"], full: ["mail.read", "mail.write"], extras: {} },
	},
});
`,
	"README.md": "# acme\n\nMailboxes at Acme.\n",
	"manifest.ts": `import { z } from "zod";
import { defineProvider } from "#server/mail/provider/manifest.ts";
import { defineWebhook } from "#server/mail/provider/webhook.ts";
import { info } from "./info.ts";

const settings = z.object({ ACME_CLIENT_ID: z.string().default("none") });

export const manifest = defineProvider(info, settings, ({ ACME_CLIENT_ID }) => {
	const none = { labels: false, folders: false, serverRules: false, push: false, send: false, quota: false };
	return {
		kind: info.kind,
		capabilities: { ...none, threadIds: false, categories: false, append: false, permanentDelete: false, receives: true, remote: true },
		open: () => Promise.reject(new Error("There is no mail")),
		disconnect: async () => undefined,
		consent: {
			address: ({ state }) => \`https://acme.example/?client=\${ACME_CLIENT_ID}&state=\${state}\`,
			finish: () => Promise.reject(new Error("Nobody consents")),
			refreshToken: async () => 3600,
		},
		webhook: defineWebhook({ summary: "An Acme mailbox has changed", query: z.object({ key: z.string() }) }, ({ query }) =>
			query.key === "known" ? { changed: null } : null,
		),
	};
});
`,
	"web/manifest.ts": `import type { ConsentScreens } from "#web/lib/mailbox/provider-screens.ts";
import { t } from "./text.ts";

export const screens: ConsentScreens = {
	settings: ["ACME_CLIENT_ID", "ACME_CLIENT_SECRET"],
	registering: t.consent.setup,
	requested: t.consent.access,
	revoking: t.consent.revoke,
};
`,
	"web/text.ts": `/** Screen texts. */
export const t = {
	consent: {
		setup: "Register this redirect URI:",
		access: "Your mail.",
		revoke: "Disconnecting here revokes the access.",
	},
};
`,
	"acme.test.ts": `import { expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { startTestServer } from "#test/server.ts";
import { toolArea } from "#web/app-screens.ts";

it("is listed and connected, and receives notifications", async () => {
	const server = await startTestServer({ env: { ACME_CLIENT_ID: "one" } });
	try {
		const user = await server.signUp();
		const { items } = await user.client(accountsContract).listProviders();
		expect(items.find(({ kind }) => kind === "acme")).toMatchObject({ available: true, capabilities: { remote: true } });
		const redirectUri = server.url + "/auth/acme/callback";
		const { authUrl } = await user.client(consentContract)["acme-auth-init"]({ body: { redirectUri } });
		expect(authUrl).toContain("https://acme.example/?client=one&state=");
		const notify = async (key: string) =>
			(await fetch(server.url + "/api/v1/webhooks/acme?key=" + key, { method: "POST" })).status;
		expect([await notify("known"), await notify("guessed")]).toEqual([204, 404]);
	} finally {
		await server.close();
	}
});

it("has pages that connect it", () => {
	expect(toolArea.map((screen): string => screen.path)).toEqual(
		expect.arrayContaining(["/auth/acme/start", "/auth/acme/callback"]),
	);
});
`,
};

/** Adds a sixth kind of mailbox to a copy of the source: one folder, and one line in each list of providers. */
export async function addProvider(source: SourceCopy): Promise<void> {
	const folder = path.join(source.folder, "src/providers/acme");
	await mkdir(path.join(folder, "web"), { recursive: true });
	for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, name), text);
	const lists: [list: string, name: string, file: string, last: string, added: string][] = [
		["src/shared/providers.ts", "info", "info.ts", "demo]", "demo, acme]"],
		["src/server/providers.ts", "manifest", "manifest.ts", "outlook };", "outlook, acme };"],
		["src/web/providers.ts", "screens", "web/manifest.ts", "outlook,\n", "outlook,\n\tacme,\n"],
	];
	for (const [list, name, file, last, added] of lists) {
		const before = await readFile(path.join(source.folder, list), "utf8");
		expect(before).toContain(last);
		const after = `import { ${name} as acme } from "#providers/acme/${file}";\n${before.replace(last, added)}`;
		await writeFile(path.join(source.folder, list), after);
	}
}
