import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "#shared/ids.ts";
import { namesFolders, parseQuery } from "#shared/search/query.ts";
import { openMailbox, testInstall } from "#test/mailbox.ts";
import { programArguments } from "#test/programs.ts";
import { searchMail } from "#test/search-mail.ts";
import { killRounds, killTimeout, sized } from "#test/soak.ts";
import type { Database } from "../../db/database.ts";
import { searchEmails } from "../search/search.ts";
import { matches, randomSearches } from "../search/testing.ts";
import type { Incoming } from "../store/insert.ts";
import { addAccount, incoming } from "../store/testing.ts";
import { textIndexOf } from "../store/text-index-of.ts";
import { indexed } from "./testing.ts";

const ROUNDS = killRounds(3, 100);
/** After each round. */
const SEARCHES = sized(15, 20);

test(
	"searches find what is stored after the process was killed repeatedly",
	async () => {
		const install = await testInstall();
		const account = newId();
		try {
			let box = await openMailbox(install, { isIdle: true });
			await addAccount(box.ctx.database, "owner", account);
			await box.close();
			for (let round = 0; round < ROUNDS; round++) {
				const program = await programArguments("text-index");
				const args = [...program, install.dataDir, account, `${round * 10_000}`, install.databaseUrl ?? ""];
				const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
				const lines = createInterface({ input: child.stdout });
				let left = 1 + Math.floor(Math.random() * 8);
				for await (const _ of lines) if (--left === 0) break;
				// At any point of the next batch.
				await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
				child.kill("SIGKILL");
				await once(child, "exit");
				box = await openMailbox(install, { isIdle: true });
				try {
					const { database } = box.ctx;
					await indexed(database);
					expect(await textIndexOf(database).verify()).toEqual([]);
					await compare(database, account, await stored(database, account));
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

/** The stored messages, with the text that they were generated with. */
async function stored(database: Database, accountId: string): Promise<Incoming[]> {
	const rows = await database.query<{
		id: string;
		folder_id: string;
		is_read: boolean;
		is_starred: boolean;
		date: Date;
		size: number;
	}>(
		`select provider_id as id, folder_id, is_read, is_starred, received_date as date, size_bytes as size from emails
		where account_id = $1`,
		[accountId],
	);
	return rows.map(({ id, folder_id, is_read, is_starred, date, size }) => {
		const { subject, text, from, to } = searchMail(Number(id));
		const flags = { read: is_read, starred: is_starred, important: false, answered: false };
		const remote = { id, folderId: folder_id, flags, receivedAt: date.getTime() };
		return incoming(remote, { subject, text: `${text} unique${id}`, from, to: [to], sizeBytes: size });
	});
}

async function compare(database: Database, accountId: string, mail: readonly Incoming[]): Promise<void> {
	const unique = mail.slice(-20).map(({ remote }) => `"unique${remote.id}"`);
	const searches = fc.sample(randomSearches(mail), SEARCHES).filter((text) => !IS_RELATIVE.test(text));
	for (const query of [...unique, ...searches]) {
		const tree = parseQuery(query);
		const isHidden = ({ remote }: Incoming): boolean => remote.folderId === "trash" && !namesFolders(tree);
		const wanted = mail.filter((one) => !isHidden(one) && matches(tree, one)).map(({ remote }) => remote.id);
		const found: string[] = [];
		let cursor: string | undefined;
		do {
			const options = { accountId, folder: null, query, now: Date.now(), limit: 200, cursor };
			const page = await searchEmails(database, "owner", options);
			found.push(...page.items.map(({ id }) => id));
			cursor = page.nextCursor ?? undefined;
		} while (cursor !== undefined);
		const rows = await database.query<{ id: string }>(
			"select provider_id as id from emails where id = any($1::uuid[])",
			[found],
		);
		expect([query, rows.map(({ id }) => id).sort()]).toEqual([query, wanted.sort()]);
	}
}

/** By age, which the scan reads at another time than the search. */
const IS_RELATIVE = /er_than:/;
