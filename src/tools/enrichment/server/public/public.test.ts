import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MailContext } from "#kernel/module.ts";
import { createNet } from "#server/platform/net/net.ts";
import type { PublicSourceId } from "../../fields.ts";
import { userIds } from "./openpgp.ts";
import { publicSources } from "./sources.ts";

let server: Server;
let base: string;
/** Paths that were requested. */
const requests: string[] = [];
/** Replies by the beginning of the path. */
const replies = new Map<string, { status?: number; body: string | Buffer; type?: string }>();
let ctx: MailContext;

beforeAll(async () => {
	server = createServer((request, response) => {
		requests.push(request.url ?? "");
		const found = [...replies].find(([path]) => request.url?.startsWith(path))?.[1] ?? {
			status: 404,
			body: "",
			type: undefined,
		};
		response.writeHead(found.status ?? 200, { "content-type": found.type ?? "application/json" }).end(found.body);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const net = createNet({ allowPrivateHosts: true, dnsServers: [] });
	ctx = { net, now: () => Date.UTC(2026, 0, 2) } as MailContext;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ask = async (id: PublicSourceId, email?: string) => {
	const { observations } = await askFor(id, email);
	return Object.fromEntries(observations.map(({ field, value }) => [field, value]));
};
const askFor = (id: PublicSourceId, email = "ann@leeco.com") => {
	const services = {
		gravatar: base,
		libravatar: base,
		openpgp: base,
		github: base,
		webfinger: () => base,
		website: () => `${base}/home`,
	};
	return publicSources(services)[id].ask(ctx, { ownerId: "o", email, isBackground: false });
};
const reply = (path: string, body: unknown, status = 200) =>
	replies.set(path, { status, body: typeof body === "string" ? body : JSON.stringify(body) });

/** A user id packet in an armored block. */
function armored(id: string): string {
	const bytes = Buffer.from(id);
	const packet = Buffer.concat([Buffer.of(0xc0 | 13, bytes.length), bytes]).toString("base64");
	return `-----BEGIN PGP PUBLIC KEY BLOCK-----\nComment: x\n\n${packet}\n=abcd\n-----END PGP PUBLIC KEY BLOCK-----\n`;
}

describe("the organization's website", () => {
	const page = (html: string, status = 200) =>
		replies.set("/home", { status, body: html, type: "text/html; charset=utf-8" });
	const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
	const home = expect.stringMatching(/^http:/);

	it("says its name in schema.org data, Open Graph or the title", async () => {
		const og = '<meta property="og:site_name" content="Lee &amp; Co">';
		page(
			`<head>${og}${data({
				"@graph": [
					{ "@type": "WebSite", name: "Site" },
					{ "@type": "Corporation", name: "LeeCo Ltd" },
				],
			})}`,
		);
		expect(await ask("website")).toEqual({ company: "LeeCo Ltd", website: home });
		page(`<head>${og}<title>Home</title>`);
		expect(await ask("website")).toEqual({ company: "Lee & Co", website: home });
		page("<title>Welcome - Lee Co - Fine things</title>");
		expect(await ask("website")).toEqual({ company: "Lee Co", website: home });
	});

	it("says nothing where its name is not clear", async () => {
		page(
			`${data([
				{ "@type": "Organization", name: "A" },
				{ "@type": "LocalBusiness", name: "B" },
			])}<title>Buy this domain</title>`,
		);
		expect(await ask("website")).toEqual({});
		for (const html of [
			"",
			"<title>",
			data("{"),
			`<script type="application/ld+json">${"[".repeat(40_000)}${"]".repeat(40_000)}</script>`,
			'<script type="application/ld+json">{',
			"<meta og:site_name",
		]) {
			page(html);
			expect(await ask("website")).toEqual({});
		}
		page("<title>Lee Co</title>", 404);
		expect(await ask("website")).toEqual({});
		for (const status of [403, 429, 503]) {
			page("<title>Lee Co</title>", status);
			await expect(ask("website")).rejects.toMatchObject({
				code: "source-failed",
				message: expect.stringMatching(status.toString()),
			});
		}
		const count = requests.length;
		expect(await ask("website", "ann@gmail.com")).toEqual({});
		expect(requests).toHaveLength(count);
	});
});

describe("public sources", () => {
	it("read a Gravatar profile by the hash of the address", async () => {
		reply("/v3/profiles/", {
			...{
				display_name: "Ann Lee",
				job_title: "CTO",
				company: "LeeCo",
				location: "Oslo",
				profile_url: "https://gravatar.com/ann",
			},
			verified_accounts: [{ url: "https://www.linkedin.com/in/ann-lee" }, { url: "https://x.com/annlee" }, null, {}],
		});
		expect(await ask("gravatar")).toEqual({
			...{ fullName: "Ann Lee", company: "LeeCo", position: "CTO", location: "Oslo" },
			...{ linkedIn: "https://www.linkedin.com/in/ann-lee", twitter: "https://x.com/annlee" },
		});
		expect(requests.at(-1)).toMatch(/^\/v3\/profiles\/[\da-f]{64}$/);
	});

	it("take a GitHub user only if the profile has exactly this address", async () => {
		reply("/search/users", { items: [{ login: "annlee" }] });
		reply("/users/annlee", {
			name: "Ann Lee",
			email: "Ann@leeco.com",
			company: "@leeco",
			blog: "https://ann.test",
			twitter_username: "annlee",
		});
		expect(await ask("github")).toEqual({
			...{ fullName: "Ann Lee", company: "leeco", website: "https://ann.test", twitter: "https://x.com/annlee" },
		});
		expect(await ask("github", "joann@leeco.com")).toEqual({});
	});

	it("read WebFinger and OpenPGP keys", async () => {
		reply("/.well-known/webfinger", {
			links: [
				{ rel: "http://webfinger.net/rel/profile-page", href: "https://leeco.com/~ann" },
				{ rel: "x", href: "javascript:1" },
			],
		});
		expect(await ask("webfinger")).toEqual({ website: "https://leeco.com/~ann" });
		reply("/vks/v1/by-email/", armored("Ann Lee <ann@leeco.com>"));
		expect(await ask("openpgp")).toEqual({ fullName: "Ann Lee" });
		reply("/vks/v1/by-email/", armored("Somebody Else <else@leeco.com>"));
		expect(await ask("openpgp")).toEqual({});
	});

	it.each<PublicSourceId>(["gravatar", "github", "webfinger", "openpgp"])(
		"%s knows nobody, is busy, or sends nonsense",
		async (id) => {
			replies.clear();
			expect(await ask(id)).toEqual({});
			for (const path of ["/v3/", "/search/", "/.well-known/", "/vks/"]) reply(path, "", 429);
			await expect(ask(id)).rejects.toMatchObject({ code: "source-busy" });
			for (const path of ["/v3/", "/search/", "/.well-known/", "/vks/"]) reply(path, "<html>");
			if (id === "openpgp") expect(await ask(id)).toEqual({});
			else await expect(ask(id)).rejects.toMatchObject({ code: "source-failed" });
			const odd = {
				items: [null],
				links: "x",
				verified_accounts: [1, null],
				display_name: 5,
				company: "x".repeat(5_000),
			};
			for (const path of ["/v3/", "/search/", "/.well-known/", "/vks/"]) reply(path, odd);
			expect(await ask(id)).toEqual({});
		},
	);

	describe("pictures", () => {
		const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(32)]);
		const dataUrl = `data:image/png;base64,${png.toString("base64")}`;
		const image = (path: string, body: string | Buffer, status = 200) =>
			replies.set(path, { status, body, type: "image/png" });
		const home = (html: string) => replies.set("/home", { body: html, type: "text/html" });

		it("are those of Libravatar, by the hash of the address", async () => {
			replies.clear();
			image("/avatar/", png);
			expect(await askFor("libravatar")).toMatchObject({
				observations: [],
				pictures: [{ kind: "person", source: "libravatar", dataUrl }],
			});
			expect(requests.at(-1)).toMatch(/^\/avatar\/[\da-f]{64}\?s=160&d=404$/);
		});

		it("are those of a Gravatar profile, which is known without it", async () => {
			replies.clear();
			reply("/v3/profiles/", { display_name: "Ann Lee", avatar_url: `${base}/picture/1` });
			image("/picture/1", png);
			const profile = "https://gravatar.com/";
			expect((await askFor("gravatar")).pictures).toMatchObject([
				{ kind: "person", url: expect.stringContaining(profile), dataUrl },
			]);
			image("/picture/1", "", 404);
			const without = await askFor("gravatar");
			expect([without.observations.length, without.pictures]).toEqual([1, undefined]);
		});

		it("are the logo in a site's data, else its touch icon", async () => {
			replies.clear();
			image("/logo.png", png);
			image("/touch.png", png);
			const logoOf = async () => (await askFor("website")).pictures?.map(({ kind, dataUrl: data }) => [kind, data]);
			const organization = (logo: unknown) =>
				`<script type="application/ld+json">${JSON.stringify({ "@type": "Organization", name: "LeeCo", logo })}</script>`;
			for (const html of [
				organization("/logo.png"),
				organization({ "@type": "ImageObject", url: `${base}/logo.png` }),
				`${organization(undefined)}<link rel="icon" href="/no.ico"><link href='/touch.png' rel=apple-touch-icon>`,
			]) {
				home(html);
				expect(await logoOf()).toEqual([["logo", dataUrl]]);
			}
			for (const logo of ["data:image/png;base64,AAAA", "file:///etc/passwd", 5, "/missing.png"]) {
				home(organization(logo));
				expect(await logoOf()).toBeUndefined();
			}
		});

		it.each([
			["too large", Buffer.concat([png, Buffer.alloc(100_000)])],
			["SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
			["a page", "<html>"],
		])("are left out when they are %s", async (_, body) => {
			replies.clear();
			image("/avatar/", body);
			expect(await askFor("libravatar")).toEqual({ observations: [], detail: null });
		});
	});

	it("do not ask mail providers for everybody by WebFinger", async () => {
		const before = requests.length;
		expect(await ask("webfinger", "ann@gmail.com")).toEqual({});
		expect(requests.length).toBe(before);
	});

	it("read damaged keys without failing", () => {
		for (const bytes of [[0xcd], [0xcd, 0xff, 0xff, 0xff, 0xff, 0xff], [0xb7, 1], [0x01], [0xcd, 200, 1]]) {
			const text = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${Buffer.from(bytes).toString("base64")}\n-----END`;
			expect(userIds(text)).toEqual([]);
		}
		expect(userIds("-----BEGIN PGP PUBLIC KEY BLOCK-----\n".repeat(5_000))).toEqual([]);
	});
});
