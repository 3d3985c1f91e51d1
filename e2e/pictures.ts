import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { readConfig } from "#server/config.ts";
import { createLogger } from "#server/log.ts";
import { startServer } from "#server/server.ts";
import { navigationOf, PICTURE } from "./navigation.ts";

/** Takes the product's screenshots from its demo mailbox: the real server, a real browser. `npm run pictures`. */

const root = fileURLToPath(new URL("../", import.meta.url));
/** Maximum bytes; the landing page must stay light. */
const limit = 200_000;
/** Subject of the email that is open in the pictures. */
const OPENED = "Measurements, please";
const login = { name: "Robin Vale", email: "robin@vale.example", password: "correct horse battery" };

const dataDir = await mkdtemp(join(tmpdir(), "mailstead-pictures-"));
const config = { ...readConfig({ PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error" }) };
const server = await startServer(config, { log: createLogger(config) });
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
try {
	const state = await prepare(browser);
	for (const theme of ["light", "dark"] as const) {
		const wide = await open(browser, state, { theme, ...PICTURE, scale: 2, read: true });
		await save(`src/web/site/pictures/inbox-${theme}.webp`, await webp(wide, await wide.screenshot()));
		await wide.context().close();
		const phone = await open(browser, state, { theme, width: 390, height: 780, scale: 2, read: false });
		await save(`src/web/site/pictures/phone-${theme}.webp`, await webp(phone, await phone.screenshot()));
		await phone.context().close();
	}
	const card = await open(browser, state, { theme: "light", width: 1200, height: 630, scale: 1, read: true });
	await save("src/web/site/pictures/social.png", await card.screenshot());
	const readme = await open(browser, state, { theme: "light", ...PICTURE, scale: 1, read: true });
	await save("docs/pictures/inbox.png", await readme.screenshot());
	await writeFile(join(root, "e2e/pictures.json"), `${JSON.stringify(await navigationOf(readme), null, "\t")}\n`);
} finally {
	await browser.close();
	await server.stop();
	await rm(dataDir, { recursive: true, force: true });
}

type State = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

/** Signs up, creates the demo mailbox, waits for it. @returns the session */
async function prepare(browser: Browser): Promise<State> {
	const context = await browser.newContext({ baseURL: server.url ?? "" });
	const { request } = context;
	const post = async (path: string, data: object): Promise<unknown> => {
		const check = (await (await request.get("/api/v1/security-check")).json()) as {
			token: string;
			a: number;
			b: number;
		};
		const headers = { origin: server.url ?? "", "x-security-check": `${check.token}:${check.a + check.b}` };
		const answer = await request.post(path, { data, headers });
		if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
		return answer.json();
	};
	await post("/api/auth/sign-up/email", login);
	await post("/api/auth/sign-in/email", login);
	await post("/api/v1/accounts/demo", {});
	await server.ctx.jobs.drain();
	const state = await context.storageState();
	await context.close();
	return state;
}

interface Shot {
	theme: "light" | "dark";
	width: number;
	height: number;
	/** Device pixel ratio. */
	scale: number;
	/** With an email open next to the list. */
	read: boolean;
}

/** Opens the inbox for a screenshot. */
async function open(browser: Browser, state: State, shot: Shot): Promise<Page> {
	const context = await browser.newContext({
		baseURL: server.url ?? "",
		storageState: state,
		viewport: { width: shot.width, height: shot.height },
		deviceScaleFactor: shot.scale,
		colorScheme: shot.theme,
		reducedMotion: "reduce",
		locale: "en-GB",
	});
	const page = await context.newPage();
	await page.goto("/inbox");
	await page.getByRole("row").first().waitFor();
	if (shot.read) {
		const found = await context.request.get(`/api/v1/emails?q=${encodeURIComponent(`subject:"${OPENED}"`)}`);
		const { items } = (await found.json()) as { items: { id: string }[] };
		await page.goto(`/inbox/${items[0]?.id}`);
		await page.getByRole("heading", { name: OPENED }).waitFor();
		await page.getByRole("row").first().waitFor();
	}
	await waitUntilIdle(page);
	return page;
}

/** Waits until fonts are loaded and no placeholder shows, with no hover. */
async function waitUntilIdle(page: Page): Promise<void> {
	await page.mouse.move(0, 0);
	await page.evaluate(() => document.fonts.ready);
	await page.waitForLoadState("load");
	await page.waitForTimeout(600);
	await page.waitForFunction(() => document.querySelector('[role="status"] > [aria-hidden="true"]') === null);
}

/** Converts to WebP with the browser; far smaller than PNG. */
async function webp(page: Page, png: Buffer): Promise<Buffer> {
	const encoded = await page.evaluate(async (base64) => {
		const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
		const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
		const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
		canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
		const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.82 });
		return Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join("");
	}, png.toString("base64"));
	return Buffer.from(encoded, "latin1");
}

async function save(path: string, bytes: Buffer): Promise<void> {
	if (bytes.byteLength > limit) throw new Error(`${path} has ${bytes.byteLength} bytes; ${limit} are allowed`);
	const absolute = join(root, path);
	await mkdir(join(absolute, ".."), { recursive: true });
	await writeFile(absolute, bytes);
	process.stdout.write(`${path} ${Math.round(bytes.byteLength / 1000)} kB\n`);
}
