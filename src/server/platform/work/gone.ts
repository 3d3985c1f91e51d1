import { AppError } from "../../errors.ts";
import type { Work } from "./work.ts";

/** Whether a batch was deleted, some time after its end: then a tool's own record of it goes, too. */
export async function isBatchGone(work: Pick<Work, "get">, key: { ownerId: string; id: string }): Promise<boolean> {
	try {
		await work.get(key);
		return false;
	} catch (cause) {
		if (cause instanceof AppError && cause.status === 404) return true;
		throw cause;
	}
}
