import { setBrand } from "#shared/brand.ts";
import type { Database } from "../../db/database.ts";
import type { Logger } from "../../log.ts";
import type { Events } from "../events/bus.ts";
import { readBrand } from "./store.ts";

/** Events may get lost; then a process shows the old brand for a minute. */
const REREAD_MS = 60_000;

/** Sets the brand of this process, now and whenever any process changes it. @returns stops it */
export async function watchBrand(database: Database, events: Events, log: Logger): Promise<() => void> {
	let isStopped = false;
	const read = async (): Promise<void> => setBrand(await readBrand(database));
	await read();
	const again = (): void => {
		read().catch((cause: unknown) => {
			if (!isStopped) log.warn({ event: "brand.read_failed", err: cause }, "the brand could not be read again");
		});
	};
	const unsubscribe = events.onBrandChange(again);
	const timer = setInterval(again, REREAD_MS).unref();
	return () => {
		isStopped = true;
		unsubscribe();
		clearInterval(timer);
	};
}
