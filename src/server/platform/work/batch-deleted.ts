import { AppError } from "../../errors.ts";
import type { Work } from "./work.ts";

/** Whether a batch was deleted, which happens some time after its end: a tool then deletes its own record of it. */
export async function isBatchDeleted(work: Pick<Work, "get">, key: { ownerId: string; id: string }): Promise<boolean> {
	try {
		await work.get(key);
		return false;
	} catch (cause) {
		if (cause instanceof AppError && cause.status === 404) return true;
		throw cause;
	}
}
