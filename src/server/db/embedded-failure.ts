/** The embedded database cannot be opened, or stopped working; its message is for the operator. */
export class EmbeddedFailure extends Error {
	override name = "EmbeddedFailure";
}

/** SQLSTATE data_corrupted and index_corrupted. */
const DAMAGED = new Set(["XX001", "XX002"]);

/** What to tell the operator if an error means that files of the database are damaged; otherwise null. */
export function explainDamage(cause: unknown): string | null {
	for (let one = cause; one instanceof Error; one = one.cause)
		if (DAMAGED.has(String((one as { code?: unknown }).code)))
			return `The database is damaged: ${one.message}. Restore a backup with npm run restore.`;
	return null;
}

/** The log of the embedded database, of which the reasons for its failure are kept. */
export interface EngineLog {
	add(line: string): void;
	/** The first PANIC, after which the database answers nothing more; null without one. */
	panic(): string | null;
	/** The last severe message; null without one. */
	reason(): string | null;
}

/** As in `2026-01-01 10:00:00.000 UTC [42] PANIC:  could not write`. */
const SEVERE = /\b(PANIC|FATAL|ERROR): {1,2}(.*)$/;

export function createEngineLog(): EngineLog {
	let panic: string | null = null;
	let reason: string | null = null;
	return {
		add(line) {
			const [, severity, text] = SEVERE.exec(line) ?? [];
			if (text === undefined) return;
			if (severity === "PANIC") panic ??= text;
			reason = text;
		},
		panic: () => panic,
		reason: () => panic ?? reason,
	};
}
