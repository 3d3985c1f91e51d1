import { realpath, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Job } from "#shared/contracts/jobs.ts";
import { newId } from "#shared/ids.ts";
import { ConfigError, readConfig } from "../config.ts";
import { AppError } from "../errors.ts";
import type { Context } from "../identity/auth/context.ts";
import { createLogger } from "../log.ts";
import { addFile } from "../mail/accounts/import.ts";
import { requireMailFile } from "../mail/uploads/check-format.ts";
import { hashFile, shownName } from "../mail/uploads/files.ts";
import { openContext } from "../server.ts";
import { readArguments } from "./arguments.ts";
import { runCommand, UsageError } from "./command.ts";
import { progressLine, summary } from "./progress.ts";

/** Imports mail files on the server in place: only the messages are copied. */

const USAGE = `Usage: npm run import -- <file…> --user you@example.org [--account name]

  <file…>    mbox, mbox.gz, eml, msg, or a Takeout zip or tgz, on this machine; they must stay where they are
  --user     the email address of the owner
  --account  the mailbox to import into; without it one is named after each file
`;

/** Poll interval of the progress. */
const POLL_MS = 250;

interface Order {
	files: string[];
	user: string;
	account: string | null;
}

function readOrder(): Order | null {
	const options = {
		user: { type: "string" },
		account: { type: "string" },
		help: { type: "boolean", short: "h" },
	} as const;
	const { values, positionals } = readArguments(options, USAGE);
	if (values.help === true) return null;
	if (positionals.length === 0) throw new UsageError(`Name a file to import.\n\n${USAGE}`);
	if (values.user === undefined) throw new UsageError(`Say whose mailbox it is: --user you@example.org\n\n${USAGE}`);
	return { files: positionals, user: values.user, account: values.account ?? null };
}

async function main(signal: AbortSignal): Promise<number> {
	const order = readOrder();
	if (order === null) {
		process.stdout.write(USAGE);
		return 0;
	}
	const config = readConfig({ LOG_LEVEL: "warn", ...process.env });
	const { ctx, close } = await openContext(config, { log: createLogger(config) });
	try {
		const ownerId = await findOwner(ctx, order.user);
		await ctx.jobs.start();
		let failed = 0;
		for (const path of order.files)
			if (!(await importFile(ctx, ownerId, { given: path, account: order.account }, signal))) failed++;
		return failed === 0 ? 0 : 1;
	} finally {
		await close();
	}
}

async function findOwner(ctx: Context, email: string): Promise<string> {
	const row = await ctx.database.one<{ id: string }>("select id from users where lower(email) = lower($1)", [email]);
	if (row !== undefined) return row.id;
	throw new UsageError(`Nobody has signed up as ${email}. Start the server, sign up in the browser, then come back.`);
}

/** @returns false when it failed, which is reported */
async function importFile(
	ctx: Context,
	ownerId: string,
	{ given, account }: { given: string; account: string | null },
	signal: AbortSignal,
): Promise<boolean> {
	const line = progressLine(basename(given));
	try {
		const { path, sizeBytes } = await locate(given);
		const id = newId();
		const name = shownName(basename(path));
		await requireMailFile(
			ctx,
			{ id, name, path, sizeBytes },
			{ isComplete: true, signal, remove: async () => undefined },
		);
		const sha256 = await hashFile(path, signal, (bytes) => line.show("reading", bytes, sizeBytes, "bytes"));
		const file = { id, name, path, sizeBytes, sha256 };
		const begun = await addFile(ctx, ownerId, file, { accountId: null, uploadId: null, name: account });
		const job = await finished(ctx, ownerId, begun.job, {
			signal,
			onProgress: (now) => line.show("importing", now.done, now.total, now.unit),
		});
		line.end(job.state === "done" ? summary(job, begun.account.name) : (job.error ?? "It was canceled."));
		return job.state === "done";
	} catch (cause) {
		line.end("");
		if (!(cause instanceof AppError) && (cause as NodeJS.ErrnoException).code === undefined) throw cause;
		if (signal.aborted) throw signal.reason;
		process.stderr.write(`${given}: ${(cause as Error).message}\n`);
		return false;
	}
}

async function locate(given: string): Promise<{ path: string; sizeBytes: number }> {
	try {
		const path = await realpath(given);
		const found = await stat(path);
		if (!found.isFile()) throw new AppError(400, "not-a-file", "This is not a file. Give the path of a mail file.");
		return { path, sizeBytes: found.size };
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === "ENOENT")
			throw new AppError(404, "not-found", "There is no such file.", { cause });
		throw cause;
	}
}

async function finished(
	ctx: Context,
	ownerId: string,
	begun: Job,
	{ signal, onProgress }: { signal: AbortSignal; onProgress: (job: Job) => void },
): Promise<Job> {
	for (;;) {
		signal.throwIfAborted();
		const job = await ctx.jobs.get(ownerId, begun.id);
		if (job.state !== "queued" && job.state !== "running") return job;
		onProgress(job);
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

/** While a server uses the embedded database, suggests the alternatives. */
function explain(cause: Error): string {
	const isInUse = cause instanceof ConfigError && cause.message.includes("in use by another");
	const more =
		"\nWhile the server runs, files are imported on the upload page; with DATABASE_URL this command works at the same time.";
	return cause.message + (isInUse ? more : "");
}

runCommand(main, "Stopped. Run the same command again to resume.", explain);
