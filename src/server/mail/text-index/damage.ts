const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether an error of SQLite means a damaged file. Extended result codes have the primary one in their lowest byte. */
export function isDamage(cause: unknown): boolean {
	const code = ((cause as { errcode?: number } | null)?.errcode ?? 0) & 0xff;
	return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}
