import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { newId } from "#shared/ids.ts";
import { openMailbox, testInstall } from "#test/mailbox.ts";
import { programArguments } from "#test/programs.ts";
import { killRounds, killTimeout } from "#test/soak.ts";
import { searchEmails } from "../search/search.ts";
import { addAccount } from "../store/testing.ts";
import { ftsIndexOf } from "./fts-index.ts";

const ROUNDS = killRounds(4);

test(
	"the index agrees with the database after the process was killed repeatedly",
	async () => {
		const install = await testInstall({ embedded: true });
		const account = newId();
		try {
			let box = await openMailbox(install, { isIdle: true });
			await addAccount(box.ctx.database, "owner", account);
			await box.close();
			for (let round = 0; round < ROUNDS; round++) {
				const program = await programArguments("text-index");
				const child = spawn(process.execPath, [...program, install.dataDir, account, `${round * 10_000}`], {
					stdio: ["ignore", "pipe", "inherit"],
				});
				const lines = createInterface({ input: child.stdout });
				let left = 1 + Math.floor(Math.random() * 8);
				for await (const _ of lines) if (--left === 0) break;
				// At any point of the next batch.
				await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
				child.kill("SIGKILL");
				await once(child, "exit");
				box = await openMailbox(install, { isIdle: true });
				try {
					const index = ftsIndexOf(box.ctx.database);
					await index.rebuilt();
					expect(await index.verify()).toEqual([]);
					const find = async (query: string) => {
						const options = { accountId: account, folder: null, query, now: Date.now(), limit: 200, cursor: undefined };
						return searchEmails(box.ctx.database, "owner", options);
					};
					const stored = await box.ctx.database.query<{ n: string }>(
						"select provider_id as n from emails where account_id = $1 and folder_role = 'inbox'",
						[account],
					);
					expect((await find('"annual report"')).total).toBe(stored.length);
					for (const { n } of stored.slice(-20)) expect([n, (await find(`"unique${n}"`)).total]).toEqual([n, 1]);
				} finally {
					await box.close();
				}
			}
		} finally {
			await install.remove();
		}
	},
	killTimeout(ROUNDS),
);
