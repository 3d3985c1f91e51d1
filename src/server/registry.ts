import { demoProvider } from "#providers/demo/provider.ts";
import { createGmailProvider } from "#providers/gmail/provider.ts";
import { imapProvider } from "#providers/imap/provider.ts";
import { mboxProvider } from "#providers/mbox/provider.ts";
import { createOutlookProvider } from "#providers/outlook/provider.ts";
import { blockFilterModule } from "#tools/block-filter/server/module.ts";
import { categorizerModule } from "#tools/categorizer/server/module.ts";
import { smartArchiveModule } from "#tools/smart-archive/server/module.ts";
import { unsubscriberModule } from "#tools/unsubscriber/server/module.ts";
import { authModule } from "./auth/module.ts";
import { closingModule } from "./closing/module.ts";
import type { Config } from "./config.ts";
import { contactModule } from "./contact/module.ts";
import { eventsModule } from "./events/module.ts";
import { exportModule } from "./export/module.ts";
import { systemModule } from "./http/system.ts";
import { jobsModule } from "./jobs/module.ts";
import { keptModule } from "./kept/module.ts";
import { accountsModule } from "./mailbox/accounts/module.ts";
import { createArrivalsModule } from "./mailbox/arrivals/module.ts";
import { categoriesModule } from "./mailbox/categories/module.ts";
import { changesModule } from "./mailbox/changes/module.ts";
import { consentModule } from "./mailbox/consent/module.ts";
import { mailboxModule } from "./mailbox/module.ts";
import type { Provider, ProviderKind } from "./mailbox/provider.ts";
import { uploadsModule } from "./mailbox/uploads/module.ts";
import { watchModule } from "./mailbox/watch/module.ts";
import { outlookNoticeUrl } from "./mailbox/watch/notice-url.ts";
import type { ServerModule } from "./module.ts";
import { operatorModule } from "./operator/module.ts";
import { settingsModule } from "./settings/module.ts";
import { storageModule } from "./storage/module.ts";

/** With `main.ts` the only file that names a tool or a provider. Tools hear of new mail in this order. */
const parts: readonly ServerModule[] = [
	systemModule,
	authModule,
	jobsModule,
	eventsModule,
	accountsModule,
	uploadsModule,
	mailboxModule,
	categoriesModule,
	watchModule,
	changesModule,
	consentModule,
	contactModule,
	settingsModule,
	storageModule,
	exportModule,
	keptModule,
	closingModule,
	operatorModule,
	unsubscriberModule,
	categorizerModule,
	blockFilterModule,
	smartArchiveModule,
];

/** The server's parts. */
export const modules: readonly ServerModule[] = [...parts, createArrivalsModule(parts)];

/** Every kind of mailbox that this server can connect: some need keys of the operator. */
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
