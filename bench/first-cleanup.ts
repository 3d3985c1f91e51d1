import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { answerCheck } from "../e2e/security-check.ts";
import { programPath } from "./launchers.ts";
import { startServer } from "./server.ts";
import { percentile, printTable } from "./table.ts";

const ROUNDS = 3;
const TARGETS = { clicks: 6, seconds: 20 };
const DAY_MS = 86_400_000;
const MESSAGES = 200;

/** Connects to mail, on the empty dashboard of a new user. */
type Connect = (page: Page, main: Locator) => Promise<void>;

/**
 * Measures how long a new user needs from the landing page to the first cleanup, with a click and no typing time for each
 * field, in Chromium: with the demo mailbox, and with a mail file of 200 messages. Each round has a server of its own.
 */
export async function benchFirstCleanup(scratch: string): Promise<void> {
	const executablePath = await programPath("chromium");
	if (executablePath === null) throw new Error("Chromium is not installed (npm test installs it)");
	const file = join(scratch, "takeout.mbox");
	await writeFile(file, mailFile());
	const ways: [string, Connect][] = [
		["demo mailbox", (_, main) => main.getByRole("button", { name: "Try the demo mailbox" }).click()],
		[`file of ${MESSAGES} messages`, (page, main) => upload(page, main, file)],
	];
	const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
	try {
		const rows: (string | number)[][] = [];
		for (const [name, connect] of ways) {
			const rounds: Round[] = [];
			for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(browser, scratch, connect));
			const seconds = (of: (round: Round) => number) =>
				percentile(
					rounds.map((round) => of(round) / 1_000),
					50,
				);
			const total = (round: Round) => round.account + round.mail + round.cleanup;
			const most = Math.max(...rounds.map(total)) / 1_000;
			const clicks = Math.max(...rounds.map((round) => round.clicks));
			const isMet = clicks <= TARGETS.clicks && most <= TARGETS.seconds;
			rows.push([
				...[name, clicks, seconds(({ account }) => account), seconds(({ mail }) => mail)],
				...[seconds(({ cleanup }) => cleanup), seconds(total), most.toFixed(1), isMet ? "" : "missed"],
			]);
		}
		printTable(["", "clicks", "account s", "mail s", "cleanup s", "all s", "most s", ""], rows);
		console.log(`Medians of ${ROUNDS} rounds. Targets: ${TARGETS.clicks} clicks, ${TARGETS.seconds} s.`);
	} finally {
		await browser.close();
		await rm(file, { force: true });
	}
}

/** Milliseconds until the account is signed in, a cleanup is offered, and it is done. */
interface Round {
	account: number;
	mail: number;
	cleanup: number;
	clicks: number;
}

async function measure(browser: Browser, scratch: string, connect: Connect): Promise<Round> {
	const server = await startServer(scratch);
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: server.session.url });
	try {
		const page = await context.newPage();
		await page.addInitScript(() => {
			const count = (event: Event) => {
				if (event.isTrusted) sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks")) + 1));
			};
			addEventListener("click", count, { capture: true });
		});
		const begin = performance.now();
		await page.goto("/");
		await page.getByRole("link", { name: "Sign Up" }).first().click();
		await signUp(page);
		await page.getByText("0 of 4 done").waitFor();
		const signedIn = performance.now();
		await connect(page, page.getByRole("main"));
		const region = page.getByRole("region", { name: "Your first cleanup" });
		const archive = region.getByRole("button", { name: /^Archive \d+ emails$/ }).first();
		await archive.waitFor({ timeout: 100_000 });
		const offered = performance.now();
		await archive.click();
		await region.getByText(/^Archived \d+ emails$/).waitFor({ timeout: 60_000 });
		const done = performance.now();
		const clicks = await page.evaluate(() => Number(sessionStorage.getItem("clicks")));
		return { account: signedIn - begin, mail: offered - signedIn, cleanup: done - offered, clicks };
	} finally {
		await context.close();
		await server.stop();
	}
}

/** Creates an account, and signs in with it. */
async function signUp(page: Page): Promise<void> {
	await page.getByLabel("Full Name").fill("Robin Vale");
	await page.getByLabel("Email").fill("robin@vale.example");
	await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
	await answerCheck(page);
	await page.getByRole("button", { name: "Activate Mailstead Now" }).click();
	const signIn = page.locator("form").getByRole("button", { name: "Sign In", exact: true });
	await signIn.waitFor();
	await answerCheck(page);
	await signIn.click();
	await page.waitForURL("**/dashboard**");
}

async function upload(page: Page, main: Locator, file: string): Promise<void> {
	await main.getByRole("button", { name: "Upload a mail file" }).click();
	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("dialog", { name: "Upload a mail file" }).getByRole("button", { name: "Choose files" }).click();
	await (await chooser).setFiles(file);
}

/** Two in three messages are offers of mailing lists, the others from people. */
function mailFile(): string {
	return Array.from({ length: MESSAGES }, (_, index) => {
		const date = new Date(Date.now() - (3 + 2 * index) * DAY_MS).toUTCString().replace("GMT", "+0000");
		const host = `larkfield${index % 5}.example`;
		const isOffer = index % 3 !== 0;
		const fields = isOffer
			? [
					`From: Lark & Field <offers@${host}>`,
					`Subject: Save ${10 + (index % 50)} % this week, offer ${index}`,
					`List-Id: Offers <offers.${host}>`,
					`List-Unsubscribe: <https://${host}/leave>`,
				]
			: [`From: Mira Sand <mira${index % 7}@orchard.example>`, `Subject: The plan for week ${index}`];
		const text = isOffer
			? "Our sale of the season: save today with code LARK. Shop now. Unsubscribe at any time."
			: "I read the plan, and have two questions about it. Can we talk on Thursday?";
		const id = `Message-ID: <${index}@${host}>`;
		return [
			"From - Mon Jan  5 10:00:00 2026",
			...fields,
			"To: robin@vale.example",
			`Date: ${date}`,
			id,
			"",
			text,
			"",
			"",
		]
			.join("\n")
			.concat("\n");
	}).join("");
}
