import { demoProvider } from "#providers/demo/provider.ts";
import { createGmailProvider } from "#providers/gmail/provider.ts";
import { imapProvider } from "#providers/imap/provider.ts";
import { mboxProvider } from "#providers/mbox/provider.ts";
import { createOutlookProvider } from "#providers/outlook/provider.ts";
import type { Config } from "./config.ts";
import { eventsModule } from "./http/event-stream-module.ts";
import { jobsModule } from "./http/jobs-module.ts";
import { systemModule } from "./http/system.ts";
import { workModule } from "./http/work-module.ts";
import { accountDeletionModule } from "./identity/account-deletion/module.ts";
import type { Context } from "./identity/auth/context.ts";
import { authModule } from "./identity/auth/module.ts";
import { contactModule } from "./identity/contact/module.ts";
import { createExportModule } from "./identity/export/module.ts";
import { operatorModule } from "./identity/operator/module.ts";
import { createSettingsModule } from "./identity/settings/module.ts";
import { accountsModule } from "./mail/accounts/module.ts";
import { categoriesModule } from "./mail/categories/module.ts";
import { changesModule } from "./mail/changes/module.ts";
import { consentModule } from "./mail/consent/module.ts";
import { inboxEventsModule } from "./mail/inbox-events/module.ts";
import { mailboxModule } from "./mail/module.ts";
import { peopleModule } from "./mail/people/module.ts";
import type { Provider, ProviderKind } from "./mail/provider/provider.ts";
import { sendModule } from "./mail/send/module.ts";
import { storageModule } from "./mail/storage/module.ts";
import { uploadsModule } from "./mail/uploads/module.ts";
import { watchModule } from "./mail/watch/module.ts";
import { outlookNoticeUrl } from "./mail/watch/notice-url.ts";
import { artifactsModule } from "./platform/artifacts/module.ts";
import { createEventStreamsModule } from "./platform/modules/event-streams.ts";
import { createMaintenanceModule } from "./platform/modules/maintenance.ts";
import type { ServerModule } from "./platform/modules/module.ts";
import { createScheduleModule } from "./platform/modules/schedules.ts";
import * as tools from "./tools.ts";

/** Names the parts of the server and the providers; `tools.ts` names the tools. */
const parts: readonly ServerModule<Context>[] = [
	systemModule,
	authModule,
	jobsModule,
	workModule,
	eventsModule,
	accountsModule,
	uploadsModule,
	mailboxModule,
	categoriesModule,
	inboxEventsModule,
	watchModule,
	changesModule,
	peopleModule,
	sendModule,
	consentModule,
	contactModule,
	storageModule,
	artifactsModule,
	accountDeletionModule,
	operatorModule,
	...Object.values(tools),
];

/** All server modules. */
export const modules: readonly ServerModule<Context>[] = withPlatform([
	...parts,
	createSettingsModule(parts),
	createExportModule(parts),
]);

/** Adds the parts that run what the others declare. */
function withPlatform(declared: readonly ServerModule<Context>[]): readonly ServerModule<Context>[] {
	const scheduled = [...declared, createMaintenanceModule(() => modules)];
	return [...scheduled, createEventStreamsModule(declared), createScheduleModule(scheduled)];
}

/** Every provider that this server supports; some need credentials from the operator. */
export function providersOf(config: Config): ReadonlyMap<ProviderKind, Provider> {
	const { google, gmail, microsoft, outlook } = config;
	const known = [demoProvider, imapProvider, mboxProvider];
	if (google !== null)
		known.push(createGmailProvider({ ...google, ...gmail, signInUrl: google.url, topic: gmail.push?.topic ?? null }));
	if (microsoft !== null) {
		const { apiUrl, notices } = outlook;
		const noticeUrl = (accountId: string): string => outlookNoticeUrl(config, accountId);
		const options = { ...microsoft, apiUrl, signInUrl: microsoft.url };
		known.push(createOutlookProvider({ ...options, ...(notices && { noticeUrl }) }));
	}
	return new Map(known.map((provider) => [provider.kind, provider]));
}
