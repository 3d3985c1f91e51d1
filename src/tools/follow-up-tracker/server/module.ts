import { listWaiting } from "#kernel/mail.ts";
import { csvReply, implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { campaignsContract } from "../contract.ts";
import { tool } from "../tool.ts";
import {
	archiveCampaign,
	changeCampaign,
	createCampaign,
	deleteCampaign,
	launchCampaign,
	pauseCampaign,
	renameCampaign,
	resumeCampaign,
	stopCampaign,
	updateCampaign,
} from "./campaigns.ts";
import { addCandidates, listCandidates } from "./candidates.ts";
import { checkJob, startCheck } from "./check/check-job.ts";
import { readForecast } from "./forecast/forecast.ts";
import { takeNextStep } from "./next-step/take.ts";
import { draftNudge } from "./nudge/nudge.ts";
import { addRecipients, clearRecipients, getRecipient, listRecipients, stopRecipient } from "./recipients.ts";
import { exportCampaign } from "./report/export.ts";
import { recipientReport } from "./report/recipient-report.ts";
import { listReplies } from "./report/replies.ts";
import { getCampaign, listCampaigns } from "./report/report.ts";
import { campaignRun } from "./run.ts";
import { restartRuns } from "./run-schedule.ts";
import { campaignSenders } from "./senders.ts";
import { setTone } from "./set-tone.ts";
import { newMailSignals, outgoingSignals } from "./signals.ts";
import { listTemplates } from "./templates.ts";
import { sendTest } from "./test-send.ts";
import { openTrackedLink, showPixel } from "./tracking/tracking.ts";
import { showUnsubscribe, unsubscribe } from "./unsubscribe.ts";
import { campaignClicked, campaignFinished, campaignInterested, campaignOpened, campaignReplied } from "./webhooks.ts";

/** Campaigns: recipients, messages, sending, and what came back. */
export const followUpTrackerModule: ServerModule<MailContext> = {
	name: tool.id,
	jobs: [checkJob],
	schedules: [campaignRun],
	subscriptions: [outgoingSignals, newMailSignals],
	webhookEvents: [campaignOpened, campaignClicked, campaignReplied, campaignInterested, campaignFinished],
	maintain: (ctx) => restartRuns(ctx),
	routes(ctx) {
		const read = (ownerId: string, id: string) => getCampaign(ctx, ownerId, id);
		const changed = async (change: (id: string) => Promise<void>, ownerId: string, id: string) => {
			await change(id);
			return read(ownerId, id);
		};
		return [
			implement(campaignsContract, {
				listCampaigns: ({ caller, query }) => listCampaigns(ctx, caller.ownerId, query),
				listCampaignSenders: async ({ caller }) => ({ items: await campaignSenders(ctx, caller.ownerId) }),
				listCampaignTemplates: async ({ caller }) => ({ items: await listTemplates(ctx, caller.ownerId) }),
				listWaitingThreads: ({ caller, query }) => listWaiting(ctx, caller.ownerId, query),
				listCampaignReplies: ({ caller, query }) => listReplies(ctx, caller.ownerId, query),
				draftNudge: ({ caller, body, signal }) => draftNudge(ctx, { ...body, ownerId: caller.ownerId, signal }),
				createCampaign: async ({ caller, body }) =>
					read(caller.ownerId, await createCampaign(ctx, caller.ownerId, body)),
				getCampaign: ({ caller, params }) => read(caller.ownerId, params.id),
				getCampaignForecast: ({ caller, params }) => readForecast(ctx, caller.ownerId, params.id),
				updateCampaign: ({ caller, params, body }) =>
					changed((id) => updateCampaign(ctx, caller.ownerId, id, body), caller.ownerId, params.id),
				changeCampaign: ({ caller, params, body }) =>
					changed((id) => changeCampaign(ctx, caller.ownerId, id, body), caller.ownerId, params.id),
				renameCampaign: ({ caller, params, body }) =>
					changed((id) => renameCampaign(ctx, caller.ownerId, id, body.name), caller.ownerId, params.id),
				archiveCampaign: ({ caller, params, body }) =>
					changed((id) => archiveCampaign(ctx, caller.ownerId, { id, ...body }), caller.ownerId, params.id),
				async deleteCampaign({ caller, params }) {
					await deleteCampaign(ctx, caller.ownerId, params.id);
					return undefined;
				},
				addRecipients: ({ caller, params, body }) => addRecipients(ctx, caller.ownerId, params.id, body.rows),
				listCandidates: ({ caller, query }) => listCandidates(ctx, caller.ownerId, query),
				addCandidates: ({ caller, params, body }) =>
					addCandidates(ctx, { ownerId: caller.ownerId, id: params.id, ...body }),
				async clearRecipients({ caller, params }) {
					await clearRecipients(ctx, caller.ownerId, params.id);
					return undefined;
				},
				listRecipients: ({ caller, params, query }) => listRecipients(ctx, caller.ownerId, params.id, query),
				getRecipient: ({ caller, params }) => recipientReport(ctx, caller.ownerId, params.id),
				sendCampaignTest: ({ caller, params, body }) =>
					sendTest(ctx, { ownerId: caller.ownerId, recipientId: params.id, ...body }),
				async setReplyTone({ caller, params, body }) {
					await setTone(ctx, { ownerId: caller.ownerId, recipientId: params.id, ...body });
					return getRecipient(ctx, caller.ownerId, params.id);
				},
				async takeNextStep({ caller: { ownerId }, params, body, signal }) {
					await takeNextStep(ctx, { ownerId, recipientId: params.id, step: body, signal });
					return getRecipient(ctx, ownerId, params.id);
				},
				async stopRecipient({ caller, params }) {
					await stopRecipient(ctx, caller.ownerId, params.id);
					return getRecipient(ctx, caller.ownerId, params.id);
				},
				checkCampaign: async ({ caller, params }) => ({ job: await startCheck(ctx, caller.ownerId, params.id) }),
				launchCampaign: ({ caller, params }) =>
					changed((id) => launchCampaign(ctx, caller.ownerId, id), caller.ownerId, params.id),
				pauseCampaign: ({ caller, params }) =>
					changed((id) => pauseCampaign(ctx, caller.ownerId, id), caller.ownerId, params.id),
				resumeCampaign: ({ caller, params }) =>
					changed((id) => resumeCampaign(ctx, caller.ownerId, id), caller.ownerId, params.id),
				stopCampaign: ({ caller, params }) =>
					changed((id) => stopCampaign(ctx, caller.ownerId, id), caller.ownerId, params.id),
				exportCampaign: async ({ caller, params }) =>
					csvReply("campaign", await exportCampaign(ctx, caller.ownerId, params.id)),
				followCampaignLink: ({ params: { token }, request, caller }) =>
					openTrackedLink(ctx, { token, request, callerId: caller?.ownerId ?? null }),
				showCampaignPixel: ({ params: { token }, request, caller }) =>
					showPixel(ctx, { token, request, callerId: caller?.ownerId ?? null }),
				showCampaignOptOut: ({ params, request }) => showUnsubscribe(ctx, params.token, request),
				optOutOfCampaigns: ({ params, request }) => unsubscribe(ctx, params.token, request),
			}),
		];
	},
};
