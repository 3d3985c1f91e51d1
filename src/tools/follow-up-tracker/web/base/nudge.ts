import { compose } from "#web/lib/passing/compose.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { campaigns } from "./api.ts";
import { t } from "./text.ts";

/**
 * Opens the composer with a short reminder of a message that waits for an answer. Nothing is sent.
 * @throws ApiError
 */
export async function draftNudge(emailId: string): Promise<void> {
	const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
	const { text, engine } = await campaigns.draftNudge({ body: { emailId, timeZone } });
	compose({ kind: "reply_all", emailId, text });
	const isModel = engine.kind === "model";
	const description = isModel ? t.waiting.nudgeModel(engine.model ?? "", engine.host ?? "") : t.waiting.nudgeBuiltIn;
	toast({ title: t.waiting.nudged, description });
}
