import { eventsModule } from "./http/event-stream-module.ts";
import { jobsModule } from "./http/jobs-module.ts";
import { systemModule } from "./http/system.ts";
import { workModule } from "./http/work-module.ts";
import { accountDeletionModule } from "./identity/account-deletion/module.ts";
import type { Context } from "./identity/auth/context.ts";
import { authModule } from "./identity/auth/module.ts";
import { billingModule } from "./identity/billing/module.ts";
import { brandModule } from "./identity/brand/module.ts";
import { contactModule } from "./identity/contact/module.ts";
import { createExportModule } from "./identity/export/module.ts";
import { operatorModule } from "./identity/operator/module.ts";
import { pricingModule } from "./identity/pricing/module.ts";
import { createSettingsModule } from "./identity/settings/module.ts";
import { accountsModule } from "./mail/accounts/module.ts";
import { categoriesModule } from "./mail/categories/module.ts";
import { changesModule } from "./mail/changes/module.ts";
import { inboxEventsModule } from "./mail/inbox-events/module.ts";
import { mailModule } from "./mail/module.ts";
import { oauthConnectModule } from "./mail/oauth-connect/module.ts";
import { peopleModule } from "./mail/people/module.ts";
import { repliesModule } from "./mail/replies/module.ts";
import { samplesModule } from "./mail/samples/module.ts";
import { sendModule } from "./mail/send/module.ts";
import { senderTrustModule } from "./mail/sender-trust/module.ts";
import { storageModule } from "./mail/storage/module.ts";
import { summariesModule } from "./mail/summaries/module.ts";
import { uploadsModule } from "./mail/uploads/module.ts";
import { waitingModule } from "./mail/waiting/module.ts";
import { watchModule } from "./mail/watch/module.ts";
import { artifactsModule } from "./platform/artifacts/module.ts";
import { modelModule } from "./platform/model/module.ts";
import { createEventStreamsModule } from "./platform/modules/event-streams.ts";
import { createMaintenanceModule } from "./platform/modules/maintenance.ts";
import type { ServerModule } from "./platform/modules/module.ts";
import { createScheduleModule } from "./platform/modules/schedules.ts";
import { createWebhooksModule } from "./platform/modules/webhooks.ts";
import * as tools from "./tools.ts";

/** Names the parts of the server; `tools.ts` names the tools, `providers.ts` the providers. */
const parts: readonly ServerModule<Context>[] = [
	systemModule,
	authModule,
	jobsModule,
	workModule,
	eventsModule,
	accountsModule,
	uploadsModule,
	mailModule,
	categoriesModule,
	senderTrustModule,
	inboxEventsModule,
	waitingModule,
	watchModule,
	samplesModule,
	changesModule,
	peopleModule,
	sendModule,
	summariesModule,
	repliesModule,
	oauthConnectModule,
	contactModule,
	storageModule,
	artifactsModule,
	modelModule,
	accountDeletionModule,
	operatorModule,
	brandModule,
	pricingModule,
	billingModule,
	...Object.values(tools),
];

/** All server modules. */
export const modules: readonly ServerModule<Context>[] = withPlatform([
	...parts,
	createSettingsModule(parts),
	createWebhooksModule(parts),
	createExportModule(parts),
]);

/** Adds the parts that run what the others declare. */
function withPlatform(declared: readonly ServerModule<Context>[]): readonly ServerModule<Context>[] {
	const scheduled = [...declared, createMaintenanceModule(() => modules)];
	return [...scheduled, createEventStreamsModule(declared), createScheduleModule(scheduled)];
}
