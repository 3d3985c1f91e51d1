import { deflateSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { brand, defaultBrand, ICON_SIZE, setBrand } from "#shared/brand.ts";
import { type BrandInput, brandContract } from "#shared/contracts/brand.ts";
import { operatorContract } from "#shared/contracts/operator.ts";
import { startProcess } from "#test/process.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { describeIf, isPostgres } from "../../../../fixtures/only-if.ts";

let sink: SmtpSink;
let server: TestServer;
let operator: TestUser;
let user: TestUser;

beforeAll(async () => {
	sink = await startSmtpSink();
	server = await startTestServer({ env: { SMTP_URL: sink.url } });
	operator = await server.signUp();
	user = await server.signUp();
});
afterEach(() => operator.client(brandContract).resetBrand({}));
afterAll(async () => {
	await server.close();
	await sink.close();
	setBrand(defaultBrand);
});

const acme = { name: "Acme Mail", senderName: null, accent: "#7c3aed" } as const;
const save = (input: Partial<BrandInput>, as = operator) =>
	as.client(brandContract).updateBrand({ body: { ...acme, ...input } });
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** A gray PNG. */
function png(width: number, height = width): string {
	const chunk = (type: string, data: Buffer) => {
		const length = Buffer.alloc(4);
		length.writeUInt32BE(data.length);
		return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
	};
	const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	const pixels = deflateSync(Buffer.alloc((Math.min(width, 600) + 1) * Math.min(height, 600)));
	const start = Buffer.from("89504e470d0a1a0a", "hex");
	const parts = [start, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
	return Buffer.concat(parts).toString("base64");
}

const icon = png(ICON_SIZE);
const svg = base64('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0h9v9z"/></svg>');

describe("the brand", () => {
	it("is the operator's to change", async () => {
		await expect(save({}, user)).rejects.toMatchObject({ status: 403, problem: { code: "operator-only" } });
		const routes = user.client(brandContract);
		await expect(routes.getBrand({})).rejects.toMatchObject({ status: 403 });
		await expect(routes.resetBrand({})).rejects.toMatchObject({ status: 403 });
		expect((await get("/api/v1/operator/brand")).status).toBe(401);
		expect(brand.name).toBe(defaultBrand.name);
	});

	it("changes documents, manifest and API page at once, and their ETags", async () => {
		const etagOf = async (path: string) => (await get(path)).headers.get("etag") ?? "";
		const paths = ["/app.webmanifest", "/api/openapi.json", "/api/docs"];
		const before = await Promise.all(paths.map(etagOf));
		expect(await save({ name: "  Acme <Mail>  " })).toEqual({ ...acme, name: "Acme <Mail>", logo: null });
		for (const [index, path] of paths.entries()) {
			const reply = await get(path, { "if-none-match": before[index] ?? "" });
			expect([path, reply.status]).toEqual([path, 200]);
			expect(await reply.text()).toMatch(path === "/api/docs" ? /Acme &lt;Mail&gt;.*/ : /Acme <Mail>/);
		}
		await operator.client(brandContract).resetBrand({});
		expect(await Promise.all(paths.map(etagOf))).toEqual(before);
	});

	it.each([
		[{ name: " " }, "name"],
		[{ name: "Acme\r\nBcc: eve@example.org" }, "name"],
		[{ name: "a".repeat(41) }, "name"],
		[{ senderName: "Acme\u0007" }, "senderName"],
		[{ accent: "red" }, "accent"],
		[{ accent: "#12345;}" }, "accent"],
	])("refuses %j", async (input, field) => {
		await expect(save(input)).rejects.toMatchObject({
			status: 400,
			problem: { fields: { [field]: expect.any(String) } },
		});
	});

	it("names the sender of system mail, whatever characters the name has", async () => {
		const sendMail = async () => {
			await operator.client(operatorContract).sendTestMail({ body: { to: "ada@example.org" } });
			return sink.received.at(-1)?.raw ?? "";
		};
		await save({ name: 'Acme "Mail", Inc.' });
		const mail = await sendMail();
		expect(mail).toMatch(/^From: "Acme \\"Mail\\", Inc\." <\S+>$/m);
		expect(mail).toMatch(/^Subject: =\?UTF-8\?Q\?Test_email_from_Acme_=22Mail=22/m);
		await save({ senderName: "Acme support" });
		expect(await sendMail()).toMatch(/^From: Acme support <\S+>$/m);
		await operator.client(brandContract).resetBrand({});
		expect(await sendMail()).toMatch(/^From: Mailstead <\S+>$/m);
	});

	it("labels passkeys and authenticator apps", async () => {
		await save({});
		const reply = await get("/api/auth/passkey/generate-register-options", {
			cookie: operator.cookie,
			origin: server.url,
		});
		expect(await reply.json()).toMatchObject({ rp: { name: "Acme Mail" } });
	});
});

describe("the logo", () => {
	it("is an SVG that runs no scripts, with an icon for home screens", async () => {
		const { logo } = await save({ logo: { image: svg, icon } });
		const reply = await get(logo ?? "");
		expect(reply.headers.get("content-type")).toBe("image/svg+xml");
		expect(reply.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
		expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
		expect(reply.headers.get("cache-control")).toContain("immutable");
		const manifest = (await (await get("/app.webmanifest")).json()) as { icons: { src: string; sizes: string }[] };
		expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(["512x512"]);
		const shown = await get(manifest.icons[0]?.src ?? "");
		expect(Buffer.from(await shown.arrayBuffer()).toString("base64")).toBe(icon);
		const etag = { "if-none-match": reply.headers.get("etag") ?? "" };
		expect((await get("/brand/logo", etag)).status).toBe(304);
	});

	it("stays when something else changes, and is removed with null", async () => {
		const { logo } = await save({ logo: { image: png(64, 32), icon } });
		expect((await get("/brand/logo")).headers.get("content-type")).toBe("image/png");
		expect(await save({ name: "Another" })).toMatchObject({ name: "Another", logo });
		expect(await save({ logo: null })).toMatchObject({ logo: null });
		expect((await get("/brand/logo")).status).toBe(404);
		expect((await get("/brand/icon")).status).toBe(404);
	});

	it.each([
		["HTML", base64("<html><body><svg/></body></html>"), icon],
		["JPEG", Buffer.from("ffd8ffe000104a464946", "hex").toString("base64"), icon],
		["a cut off SVG", base64("<svg><path>"), icon],
		["an SVG with entities", base64('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'), icon],
		["a huge PNG", png(5000), icon],
		["a small icon", svg, png(64)],
		["an SVG as icon", svg, svg],
	])("is not %s", async (_, image, of) => {
		const refused = save({ logo: { image, icon: of } });
		await expect(refused).rejects.toMatchObject({ status: 400, problem: { code: "bad-logo" } });
	});

	it("is at most 256 kB", async () => {
		const image = base64(`<svg>${" ".repeat(257 * 1024)}</svg>`);
		await expect(save({ logo: { image, icon } })).rejects.toMatchObject({ status: 400 });
	});
});

describeIf(isPostgres)("with several processes", () => {
	it("reaches the others while they run", async () => {
		const other = await startProcess(server.install, { ROLE: "web" });
		try {
			const nameThere = async () => {
				const reply = await fetch(`${other.url}/app.webmanifest`);
				return ((await reply.json()) as { name: string }).name;
			};
			expect(await nameThere()).toBe("Mailstead");
			await save({ name: "Acme Mail" });
			await expect.poll(nameThere, { timeout: 10_000 }).toBe("Acme Mail");
			await operator.client(brandContract).resetBrand({});
			await expect.poll(nameThere, { timeout: 10_000 }).toBe("Mailstead");
		} finally {
			await other.stop();
		}
	});
});
