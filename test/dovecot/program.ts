import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chown } from "node:fs/promises";
import { dirname, join } from "node:path";

/** On Debian the binary is not in a regular user's PATH. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin"];

/**
 * Path of Dovecot: DOVECOT, else the usual locations; null unless it is installed with all parts that the tests use.
 */
export const dovecotPath: string | null = process.env.DOVECOT ?? find();

function find(): string | null {
	const program = [...(process.env.PATH ?? "").split(":"), ...FOLDERS]
		.map((folder) => join(folder, "dovecot"))
		.find((path) => existsSync(path));
	if (program === undefined) return null;
	const isComplete = ["imap", "managesieve", "submission"].every((part) => existsSync(dovecotPart(program, part)));
	return isComplete ? program : null;
}

/** Path of one of Dovecot's programs, such as `dovecot-lda`. */
export function dovecotPart(program: string, name: string): string {
	const [first, second] = ["lib", "libexec"].map((folder) => join(dirname(dirname(program)), folder, "dovecot", name));
	return first !== undefined && existsSync(first) ? first : (second ?? name);
}

export type DovecotSyntax = "2.3" | "2.4";

/** The configuration syntax: 2.4 renamed most settings. */
export function dovecotSyntax(program: string): DovecotSyntax {
	const version = execFileSync(program, ["--version"], { encoding: "utf8" });
	const [major = 0, minor = 0] = version.split(".").map(Number);
	return major > 2 || minor >= 4 ? "2.4" : "2.3";
}

/** The user that Dovecot runs as. */
export interface RunAs {
	name: string;
	group: string;
	/** For spawn; empty unless the tests run as root, under which Dovecot opens no mailbox. */
	ids: Partial<Record<"uid" | "gid", number>>;
}

/** The current user, or nobody instead of root. */
export function runAs(): RunAs {
	const id = (...args: string[]): string => execFileSync("id", args, { encoding: "utf8" }).trim();
	if (process.getuid?.() !== 0) return { name: id("-un"), group: id("-gn"), ids: {} };
	const ids = { uid: Number(id("-u", "nobody")), gid: Number(id("-g", "nobody")) };
	return { name: "nobody", group: id("-gn", "nobody"), ids };
}

/** Changes the owner of files to the user that Dovecot runs as. */
export async function give({ ids: { uid, gid } }: RunAs, ...paths: string[]): Promise<void> {
	if (uid === undefined || gid === undefined) return;
	await Promise.all(paths.map((path) => chown(path, uid, gid)));
}
