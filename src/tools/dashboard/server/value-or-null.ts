import type { MailContext } from "#kernel/module.ts";

/** The value, or null if reading it fails, so that one failed figure does not affect the others. */
export async function valueOrNull<T>(
	{ log }: Pick<MailContext, "log">,
	figure: string,
	value: Promise<T>,
): Promise<T | null> {
	try {
		return await value;
	} catch (cause) {
		log.warn({ event: "dashboard.figure_failed", figure, err: cause }, "A figure of the dashboard is not available.");
		return null;
	}
}
