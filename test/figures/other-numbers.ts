/** Numbers of the API that are no counts of mail, or count mail that no list can have any more, and why. */
export const otherNumbers: readonly { numbers: RegExp; why: string }[] = [
	{ numbers: /[bB]ytes(?:Applied)?$| bytes\.\w+$|\bpercent$|share$|Share$/, why: "sizes and shares" },
	{
		numbers: /\b(?:done|secondsLeft)$|job\.total$|^(?:getJob|listJobs|listAllJobs) .*total$|Ms$|\bseconds$/,
		why: "progress and time",
	},
	{ numbers: /\b(?:offset|port|expires_in|line|status)$|attachments\[\]\.id$/, why: "positions, ports and codes" },
	{ numbers: /conditions(?:\.parts\[\])*\.(?:count|bytes)$/, why: "what a filter's condition says: an age or a size" },
	{ numbers: /(?:keepNewest|olderThanDays)$/, why: "what a sweep rule says" },
	{
		numbers: /\bwaiting\.changes$/,
		why: "changes that a server has not made yet: Activity lists their operations; server-wait.test.ts",
	},
	{ numbers: /recipientCount$/, why: "recipients of one email" },
	{
		numbers: /conversation\.(?:count|older\.(?:count|unread))$/,
		why: "messages of one conversation, which opening it shows; conversations.test.ts",
	},
	{
		numbers: /^listCampaignReplies (?:total|counts\{\})$/,
		why: "replies by what they say; replies.test.ts compares them with their lists",
	},
	{ numbers: /^list(?:Mailbox)?Drafts total$/, why: "drafts; draft-list.test.ts reads all pages" },
	{
		numbers: /^getOutbox (?:waiting|attention)$/,
		why: "messages on their way; outbox.test.ts compares them with their lists",
	},
	{
		numbers: /^listSubscriptions items\[\]\.(?:senderCount|volume\[\]|perMonth)$/,
		why: "addresses, and a chart of rates",
	},
	{
		numbers: /^(?:list(?:Emails|Conversations) unsearched|\w+ unclassified)$/,
		why: "emails that are not read yet, with the action that does",
	},
	{ numbers: /^listWebhookDeliveries /, why: "attempts of one delivery, and the HTTP status" },
	{ numbers: /^listSyncs /, why: "what a sync did: those emails may have changed since" },
	{ numbers: /^getInvitation invitation\.attendeeCount$/, why: "people of an invitation; invitation.test.ts" },
	{ numbers: /^listOptOuts total$/, why: "people about whom nothing is collected; enrichment.test.ts reads all pages" },
	{ numbers: /^listBackups |^planRestore /, why: "emails in a file; its restore test compares them with the mailbox" },
	{ numbers: /^listExports /, why: "emails in a file" },
	{
		numbers: /^listFilters items\[\]\.(?:hitCount|recentHitCount)$|^listSweeps /,
		why: "past actions, which Activity lists one by one",
	},
	{
		numbers: /^listFilterPlans (?:total|items\[\]\.operation\.\w+)$/,
		why: "plans, and past actions, which Activity lists one by one; apply.test.ts",
	},
	{ numbers: /^previewFilter matchedBefore$/, why: "of the emails that match, those that another filter acts on" },
	{ numbers: /^previewCorrection count$/, why: "emails that a correction would move; corrections.test.ts" },
	{
		numbers: /^(?:get|list)(?:Drafts?|Outbox) (?:.*version|attachments\[\]\.position|remindAfterDays)$/,
		why: "versions, the order of attachments, and a number of days",
	},
	{
		numbers: /^(?:getEngine|listModelCalls|getModelCall) /,
		why: "tokens, requests and costs of language models; ask.test.ts",
	},
	{
		numbers:
			/^(?:getBrief (?:newMail|waiting)\.total|getBrief (?:dates|invitations)\.(?:total|read|emails)|writeBrief dropped)$/,
		why: "brief.test.ts compares the new mail with its search, and counts what was read; waiting conversations are those of listWaitingThreads; sentences",
	},
	{
		numbers: /^list(?:WaitingThreads|Reminders|Muted|MergeSuggestions) total$/,
		why: "conversations, and names; waiting.test.ts, pages.test.ts and organizations.test.ts read all pages",
	},
	{
		numbers: /^(?:getPlanUsage|listPlansOffered|listPricingPlans) /,
		why: "limits of plans, and mailboxes, users, validations and drafts; pricing.test.ts",
	},
	{ numbers: /^listPeople /, why: "counts of people, for tools" },
	{
		numbers: /^getOperator|^listAllJobs counts|^checkSignInProviders |^listFailingSubscribers |^ready |^securityCheck /,
		why: "the operator's server",
	},
	{
		numbers: /^(?:enrichEmail|getEnrichment|listEnrichments) /,
		why: "confidence, and how many emails agree; enrichment.test.ts",
	},
	{
		numbers: /^(?:listContacts (?:nextOffset|items\[\]\.confidence)|getContact (?:contact\.|details\[\]\.)confidence)$/,
		why: "a position, and how sure a detail is",
	},
	{ numbers: /^(?:enrichFile|enrichList|\w+EnrichmentLists?) /, why: "people of a list, and rows of its file" },
	{
		numbers:
			/^(?:(?:list|get|create|update|launch|pause|resume|stop)Campaigns? |getCampaignForecast |(?:list|get|stop|add)Recipients? |(?:list|add)Candidates |setReplyTone )/,
		why: "people of a campaign, settings and positions; simulation.test.ts counts them",
	},
	{ numbers: /^(?:list|import)Suppressions /, why: "addresses and domains of the suppression list" },
	{
		numbers: /^(?:find|get|list)(?:Verdicts?|File\w+|Monitored\w+) |^\w+MonitoredList |^monitorList |^getCalibration /,
		why: "addresses, rows of an uploaded file, changes of verdicts, and shares of scores; monitoring.test.ts, calibration.test.ts",
	},
	{
		numbers: /^(?:validate-email|getSpamAnalysis|listSpamAnalyses|getSenderPassport) /,
		why: "scores, ages, and counts of a sender's mail that the analyzer's own test compares with the search",
	},
	{
		numbers: /^(?:listWatchedDomains|countDomainChanges|whatIf|\w*DmarcReports?|listDmarc\w+) /,
		why: "scores, changes, and mail that other servers counted; no mail of this mailbox",
	},
	{
		numbers: /^(?:getDashboardCharts|get_email_statistics) /,
		why: "scores, and counts that the dashboard's own test compares with the searches that they open",
	},
	{
		numbers:
			/^getActivityScore (?:[a-z]\w*(?:Day|Time|Rate)|score|(?:current|before)\.(?:score|days|\w+(?:Day|Rate)|response\.(?:median|p90|elapsedMedian))|streaks\.\w+\.days)$|^listActivityEmails items\[\]\.responseHours$/,
		why: "scores, rates, times and days",
	},
	{ numbers: /^getActivityScore recommendations\[\]\.value$/, why: "one of the other numbers, said again" },
	{
		numbers: /^getActivityScore before\.(?:fromPeople|answered|response\.count)$/,
		why: "in exports, as what the rate before was made from",
	},
];
