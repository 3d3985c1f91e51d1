import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copySource, type SourceCopy } from "./source-copy.ts";

/** A sixth kind of mailbox in a copy of the source: one folder, and one line in each list of providers. */

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
	"manifest.ts": `import { z } from "zod";
import { defineProvider } from "#server/mail/provider/manifest.ts";
import { defineNotices } from "#server/mail/provider/notices.ts";
import { info } from "./info.ts";

const settings = z.object({ ACME_CLIENT_ID: z.string().default("none") });

export const manifest = defineProvider(info, settings, ({ ACME_CLIENT_ID }) => {
	const none = { labels: false, folders: false, serverRules: false, push: false, send: false, quota: false };
	return {
		kind: info.kind,
		capabilities: { ...none, threadIds: false, categories: false, append: false, permanentDelete: false, remote: true },
		open: () => Promise.reject(new Error("There is no mail")),
		disconnect: async () => undefined,
		consent: {
			address: ({ state }) => \`https://acme.example/?client=\${ACME_CLIENT_ID}&state=\${state}\`,
			finish: () => Promise.reject(new Error("Nobody consents")),
			refreshToken: async () => 3600,
		},
		notices: defineNotices({ summary: "An Acme mailbox has changed", query: z.object({ key: z.string() }) }, ({ query }) =>
			query.key === "known" ? { changed: null } : null,
		),
	};
});
`,
	"web/manifest.ts": `import type { ConsentScreens } from "#web/lib/provider-screens.ts";
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
			(await fetch(server.url + "/api/v1/notices/acme?key=" + key, { method: "POST" })).status;
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

let source: SourceCopy;
beforeAll(async () => {
	source = await copySource();
	const folder = path.join(source.folder, "src/providers/acme");
	await mkdir(path.join(folder, "web"), { recursive: true });
	for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, name), text);
	await register("src/shared/providers.ts", "info", "info.ts", ["demo]", "demo, acme]"]);
	await register("src/server/providers.ts", "manifest", "manifest.ts", ["outlook };", "outlook, acme };"]);
	await register("src/web/providers.ts", "screens", "web/manifest.ts", ["outlook,\n", "outlook,\n\tacme,\n"]);
}, 60_000);
afterAll(() => source.remove());

/** Adds the provider to a list: its import, and its name. */
async function register(list: string, name: string, file: string, [last, added]: [string, string]): Promise<void> {
	const before = await readFile(path.join(source.folder, list), "utf8");
	expect(before).toContain(last);
	const after = `import { ${name} as acme } from "#providers/acme/${file}";\n${before.replace(last, added)}`;
	await writeFile(path.join(source.folder, list), after);
}

it("passes the type check and the import rules", async () => {
	await Promise.all([source.bin("tsc", "--noEmit"), source.node("scripts/imports.ts")]);
}, 120_000);

it("is shown by the API and the web app, and no other file names it", async () => {
	const tests = ["src/providers/acme/", "src/server/providers.test.ts", "src/web/text.test.ts"];
	await source.node("node_modules/vitest/vitest.mjs", "run", "--project", "app", ...tests);
}, 120_000);
