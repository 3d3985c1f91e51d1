import { chromium, type Page } from "playwright-core";
import { sessionCookies } from "#test/session-cookies.ts";
import { startFilledServer } from "./cleaning/filled-server.ts";
import { programPath } from "./launchers.ts";
import { untilQuiet } from "./search.ts";
import { requestJson } from "./server.ts";
import { percentile, printTable } from "./table.ts";

/** A frame that takes longer is visible as a jerk. */
const MAX_FRAME_MS = 50;
const SECONDS = 20;
/** A fast flick: about three rows. */
const PIXELS_PER_FRAME = 120;
/** No page takes longer to load. */
const PAGE_TIMEOUT_MS = 10_000;
const TYPED = "meeting notes from the orchard";
const KEY_PAUSE_MS = 60;
/** Nothing runs in the background but what the mailbox needs. */
const QUIET = { PREPARE_DEMO: "off" };

/**
 * Measures frames while the longest folder of a mailbox is scrolled in Chromium, from its top and with all rows loaded,
 * and keys while a search is typed.
 * @param count messages of the mailbox, of which about two fifths are in that folder
 */
export async function benchScrolling(count: number, scratch: string): Promise<void> {
	const executablePath = await programPath("chromium");
	if (executablePath === null) throw new Error("Chromium is not installed (npm test installs it)");
	const server = await startFilledServer(scratch, count, QUIET);
	const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
	try {
		await untilQuiet(server);
		const { total } = await requestJson<{ total: number }>(server, "/api/v1/emails?folder=archive&limit=1");
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
		await context.addCookies(sessionCookies(server.session.cookie, server.session.url));
		const page = await context.newPage();
		await page.goto(`${server.session.url}/inbox?folder=archive`);
		await page.getByRole("row").first().waitFor();
		const first = await scroll(page);
		const loaded = await loadAll(page);
		const last = await scroll(page);
		const keys = await type(page);
		const columns = ["frames", "p50 ms", "p95 ms", "p99 ms", "most ms", `over ${MAX_FRAME_MS} ms`, "rows"];
		printTable(
			[`${total} emails in the folder`, ...columns],
			[
				["while pages are loaded", ...figuresOf(first.frames), first.rows],
				[`with ${loaded} rows loaded`, ...figuresOf(last.frames), last.rows],
			],
		);
		printTable(["", "keys", ...columns.slice(1, 6)], [["typing a search", ...figuresOf(keys)]]);
	} finally {
		await browser.close();
		await server.stop();
	}
}

function figuresOf(times: readonly number[]): (string | number)[] {
	const percentiles = [50, 95, 99, 100].map((percent) => percentile(times, percent));
	return [times.length, ...percentiles, times.filter((time) => time > MAX_FRAME_MS).length];
}

/** Loads the whole list, then goes back by more than is scrolled afterwards. @returns its rows */
function loadAll(page: Page): Promise<number> {
	return page.evaluate(
		({ frames, step, maxUnchanged }) =>
			new Promise((resolve) => {
				const list = document.querySelector('[role="grid"]');
				if (list === null) throw new Error("There is no list");
				let height = 0;
				let unchanged = 0;
				const loadNext = (): void => {
					unchanged = list.scrollHeight === height ? unchanged + 1 : 0;
					height = list.scrollHeight;
					list.scrollTop = height;
					if (unchanged < maxUnchanged) {
						setTimeout(loadNext, 50);
						return;
					}
					const rows = Number([...list.querySelectorAll("[aria-rowindex]")].at(-1)?.getAttribute("aria-rowindex"));
					list.scrollTop -= frames * step;
					setTimeout(() => resolve(rows), 1_000);
				};
				loadNext();
			}),
		{ frames: SECONDS * 60 + 60, step: PIXELS_PER_FRAME, maxUnchanged: PAGE_TIMEOUT_MS / 50 },
	);
}

/** Scrolls down without a pause. @returns milliseconds of each frame, and the last row */
function scroll(page: Page): Promise<{ frames: number[]; rows: number }> {
	return page.evaluate(
		({ duration, step }) =>
			new Promise((resolve) => {
				const list = document.querySelector('[role="grid"]');
				if (list === null) throw new Error("There is no list");
				const frames: number[] = [];
				const begin = performance.now();
				let last = begin;
				const frame = (now: number): void => {
					frames.push(now - last);
					last = now;
					list.scrollTop += step;
					if (now - begin < duration) requestAnimationFrame(frame);
					else {
						const rows = [...list.querySelectorAll("[aria-rowindex]")].map((row) =>
							Number(row.getAttribute("aria-rowindex")),
						);
						resolve({ frames: frames.slice(1), rows: Math.max(...rows) });
					}
				};
				requestAnimationFrame(frame);
			}),
		{ duration: SECONDS * 1_000, step: PIXELS_PER_FRAME },
	);
}

/** Types a search. @returns milliseconds from each key to the next frame */
async function type(page: Page): Promise<number[]> {
	const box = page.getByRole("main").getByRole("combobox").first();
	await box.click();
	await page.evaluate(() => {
		const times: number[] = [];
		Object.assign(window, { keyTimes: times });
		addEventListener(
			"keydown",
			({ timeStamp }) => {
				// The second frame begins after the first was painted.
				requestAnimationFrame(() => requestAnimationFrame((now) => times.push(now - timeStamp)));
			},
			true,
		);
	});
	await box.pressSequentially(TYPED, { delay: KEY_PAUSE_MS });
	return page.evaluate(
		() => new Promise((done) => setTimeout(() => done((window as unknown as { keyTimes: number[] }).keyTimes), 500)),
	);
}
