import { pause } from "#shared/pause.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { prepareSample } from "./prepare.ts";

/** How often a worker checks the age of its samples. */
const EVERY_MS = 3_600_000;

/** Prepares the mail of new demo mailboxes in the background, so that they are complete at once. */
export const samplesModule: ServerModule<MailContext> = {
	name: "samples",
	routes: () => [],
	background(ctx) {
		const stopping = new AbortController();
		const running = ctx.config.prepareDemo ? prepareHourly(ctx, stopping.signal) : Promise.resolve();
		return async () => {
			stopping.abort();
			await running;
		};
	},
};

async function prepareHourly(ctx: MailContext, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		for (const provider of ctx.providers.values()) {
			try {
				await prepareSample(ctx, provider, signal);
			} catch (cause) {
				if (signal.aborted) return;
				ctx.log.warn(
					{ event: "sample.failed", err: cause, provider: provider.kind },
					"The demo mailbox could not be prepared; new ones take longer to create",
				);
			}
		}
		await pause(EVERY_MS, signal).catch(() => undefined);
	}
}
