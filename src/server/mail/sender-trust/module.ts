import { trustContract } from "#shared/contracts/trust.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import { recurring } from "../../platform/schedule/task.ts";
import type { MailContext } from "../context/context.ts";
import { enqueueTrust, trustJob } from "./job.ts";
import { setTrusted } from "./trusted-senders.ts";

/** How far messages can be trusted: judged when they are stored, and again when the rules change. */
export const senderTrustModule: ServerModule<MailContext> = {
	name: "sender-trust",
	jobs: [trustJob],
	// A mailbox is judged again soon after its first sync, which knew only in the end whom the user writes to.
	schedules: [recurring("sender-trust.judge", "*/10 * * * *", enqueueTrust)],
	routes: ({ database }) => [
		implement(trustContract, {
			async trustSender({ caller, body: { email } }) {
				return { changed: await setTrusted(database, caller.ownerId, { email, isTrusted: true }) };
			},
			async distrustSender({ caller, query: { email } }) {
				return { changed: await setTrusted(database, caller.ownerId, { email, isTrusted: false }) };
			},
		}),
	],
};
