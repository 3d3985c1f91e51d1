import { randomUUID } from "node:crypto";
import { conflict } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";

const LEASE_SECONDS = 15;

/**
 * Lets one request at a time write to an upload, across processes. The lease expires when its process crashes or cannot
 * renew it.
 * @param work its signal aborts when the lease is lost, or when `signal` aborts
 * @throws AppError 409 `upload-busy`
 */
export async function acquireUpload<T>(
	ctx: Pick<MailContext, "database">,
	{ ownerId, id }: { ownerId: string; id: string },
	signal: AbortSignal,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const values = [ownerId, id, randomUUID()];
	const renew = (): Promise<object[]> => ctx.database.query(LEASE, [...values, LEASE_SECONDS]);
	if ((await renew()).length === 0)
		throw conflict("upload-busy", "Another request is sending bytes of this upload. Wait for it to end.");
	const lost = new AbortController();
	let renewedAt = performance.now();
	const timer = setInterval(
		() => {
			const at = performance.now();
			renew().then(
				(rows) => {
					if (rows.length === 0) lost.abort();
					else renewedAt = at;
				},
				() => {
					if (performance.now() - renewedAt > LEASE_SECONDS * 1000) lost.abort();
				},
			);
		},
		(LEASE_SECONDS * 1000) / 3,
	);
	try {
		return await work(AbortSignal.any([signal, lost.signal]));
	} finally {
		clearInterval(timer);
		await ctx.database.exec(
			"update uploads set lease_id = null, lease_until = null where owner_id = $1 and id = $2 and lease_id = $3",
			values,
		);
	}
}

const LEASE = `update uploads set lease_id = $3, lease_until = now() + make_interval(secs => $4)
	where owner_id = $1 and id = $2 and (lease_id is null or lease_id = $3 or lease_until < now()) returning 1`;
