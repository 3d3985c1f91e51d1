import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** Debian keeps the program out of an ordinary person's path. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin"];

/** Where Dovecot is: DOVECOT, else the usual places; null when it is not installed. */
export const dovecotPath: string | null = process.env.DOVECOT ?? find();

function find(): string | null {
	for (const folder of [...(process.env.PATH ?? "").split(":"), ...FOLDERS]) {
		const path = join(folder, "dovecot");
		try {
			accessSync(path, constants.X_OK);
			return path;
		} catch {}
	}
	return null;
}

/** The syntax of its configuration: 2.4 names most settings anew. */
export function dovecotSyntax(program: string): "2.3" | "2.4" {
	const version = execFileSync(program, ["--version"], { encoding: "utf8" });
	const [major = 0, minor = 0] = version.split(".").map(Number);
	return major > 2 || minor >= 4 ? "2.4" : "2.3";
}

/** Whom Dovecot runs as. */
export interface RunAs {
	name: string;
	group: string;
	/** Set when the tests run as root, as which Dovecot opens no mailbox. */
	uid?: number;
	gid?: number;
}

/** The person who runs the tests, or nobody in place of root. */
export function runAs(): RunAs {
	const id = (...args: string[]): string => execFileSync("id", args, { encoding: "utf8" }).trim();
	if (process.getuid?.() !== 0) return { name: id("-un"), group: id("-gn") };
	return {
		name: "nobody",
		group: id("-gn", "nobody"),
		uid: Number(id("-u", "nobody")),
		gid: Number(id("-g", "nobody")),
	};
}
