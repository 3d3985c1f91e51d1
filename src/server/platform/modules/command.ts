import type { Config } from "../../config.ts";
import type { Net } from "../net/net.ts";

/** What a command works with. The database is not open: a running server may have it. */
export interface CommandContext {
	config: Config;
	net: Net;
	/** Epoch milliseconds. */
	now(): number;
	/** Aborted by Ctrl-C. */
	signal: AbortSignal;
	/** The result, for other programs. */
	stdout: NodeJS.WritableStream;
	/** Progress and messages. */
	stderr: NodeJS.WritableStream;
}

/** A command of `npm run mailstead -- <name>`. */
export interface Command {
	name: string;
	/** Arguments and options, as text. */
	usage: string;
	/** @returns the exit code @throws AppError with a sentence for the user */
	run(context: CommandContext, args: readonly string[]): Promise<number>;
}
