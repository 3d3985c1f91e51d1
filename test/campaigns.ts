import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { GmailOptions } from "#providers/gmail/api/options.ts";
import type { OutlookOptions } from "#providers/outlook/api/options.ts";
import type { TestInstall } from "./database.ts";
import { expireLeases } from "./expire-leases.ts";
import { programArguments } from "./programs.ts";

/** What `campaigns.worker.ts` gets. */
export interface CampaignServer extends Pick<TestInstall, "dataDir" | "databaseUrl"> {
	/** Epoch milliseconds until the first step. */
	now: number;
	baseUrl: string;
	/** Where the mailboxes are. */
	provider: { kind: "imap" } | { kind: "gmail"; options: GmailOptions } | { kind: "outlook"; options: OutlookOptions };
}

/** What it is asked, one command at a time. */
export type CampaignCommand =
	| { kind: "step"; now: number /** Mailboxes to sync before. */; accounts: readonly string[] }
	| { kind: "visit"; now: number; method: "GET" | "POST" /** To unsubscribe, or a tracked one. */; link: string }
	| { kind: "decide" /** Message-IDs. */; arrived: readonly string[] };

export interface CampaignProcess {
	/**
	 * Executes a command, again in a new process when this one is killed meanwhile.
	 * @param killAfterMs kills the process (SIGKILL) after this time, or when the command has ended
	 * @returns for `step` when something is due next, for `visit` the status, for `decide` the number of messages
	 */
	execute(command: CampaignCommand, killAfterMs?: number): Promise<number | null>;
	/** Of commands that a kill interrupted. */
	interruptions(): number;
	stop(): Promise<void>;
}

/** Starts a server of campaigns that a test may kill. */
export async function startCampaigns(server: CampaignServer): Promise<CampaignProcess> {
	let child = await start(server);
	let interruptions = 0;
	async function kill(): Promise<void> {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, "exit");
		child.kill("SIGKILL");
		await ended;
	}
	async function restart(): Promise<void> {
		await expireLeases(server);
		child = await start(server);
	}
	return {
		async execute(command, killAfterMs) {
			const timer = killAfterMs === undefined ? null : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
			const reply = await ask(child, command);
			if (timer !== null) clearTimeout(timer);
			if (reply !== "killed") {
				if (timer !== null) {
					await kill();
					await restart();
				}
				return reply;
			}
			interruptions++;
			await restart();
			const again = await ask(child, command);
			if (again === "killed") throw new Error("The process of the campaigns ended unexpectedly");
			return again;
		},
		interruptions: () => interruptions,
		stop: kill,
	};
}

async function start(server: CampaignServer): Promise<ChildProcess> {
	const args = [...(await programArguments("campaigns")), JSON.stringify(server)];
	const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
	if ((await answer(child)) === "killed") throw new Error("The process of the campaigns did not start");
	return child;
}

function ask(child: ChildProcess, command: CampaignCommand): Promise<number | null | "killed"> {
	const answered = answer(child);
	// A process that was killed meanwhile does not get it.
	child.send(command, () => undefined);
	return answered;
}

/** @throws with what the process says went wrong */
function answer(child: ChildProcess): Promise<number | null | "killed"> {
	return new Promise((resolve, reject) => {
		const onExit = (): void => resolve("killed");
		child.once("exit", onExit);
		child.once("message", (message: { result: number | null } | { error: string }) => {
			child.off("exit", onExit);
			if ("error" in message) reject(new Error(message.error));
			else resolve(message.result);
		});
	});
}
