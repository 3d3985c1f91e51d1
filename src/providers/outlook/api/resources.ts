import { z } from "zod";

/** The properties of Graph's resources used here (https://learn.microsoft.com/graph/api/resources/message). */

const address = z.object({
	emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }).nullish(),
});
export type Recipient = z.infer<typeof address>;

/** Properties omitted from a delta are absent. */
export const message = z.object({
	id: z.string(),
	"@removed": z.unknown().optional(),
	parentFolderId: z.string().nullish(),
	conversationId: z.string().nullish(),
	receivedDateTime: z.string().nullish(),
	sentDateTime: z.string().nullish(),
	isRead: z.boolean().nullish(),
	isDraft: z.boolean().nullish(),
	flag: z.object({ flagStatus: z.string().nullish() }).nullish(),
	importance: z.string().nullish(),
	categories: z.array(z.string()).nullish(),
	subject: z.string().nullish(),
	from: address.nullish(),
	sender: address.nullish(),
	replyTo: z.array(address).nullish(),
	toRecipients: z.array(address).nullish(),
	ccRecipients: z.array(address).nullish(),
	internetMessageId: z.string().nullish(),
	internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string().nullish() })).nullish(),
	singleValueExtendedProperties: z.array(z.object({ id: z.string(), value: z.string().nullish() })).nullish(),
});
export type OutlookMessage = z.infer<typeof message>;

/** A delta of messages or folders. */
export const changes = z.object({
	value: z.array(z.unknown()).default([]),
	"@odata.nextLink": z.string().optional(),
	"@odata.deltaLink": z.string().optional(),
});

export const folder = z.object({
	id: z.string(),
	"@odata.type": z.string().optional(),
	displayName: z.string().default(""),
	parentFolderId: z.string().nullish(),
	childFolderCount: z.number().default(0),
	totalItemCount: z.number().default(0),
	isHidden: z.boolean().nullish(),
});
export type GraphFolder = z.infer<typeof folder>;

export const folderList = z.object({ value: z.array(folder), "@odata.nextLink": z.string().optional() });

export const created = z.object({ id: z.string() });

const texts = z.array(z.string()).nullish();
const flag = z.boolean().nullish();
/** https://learn.microsoft.com/graph/api/resources/messagerulepredicates; other properties are preserved. */
const predicates = z.looseObject({
	fromAddresses: z.array(address).nullish(),
	sentToAddresses: z.array(address).nullish(),
	senderContains: texts,
	recipientContains: texts,
	subjectContains: texts,
	bodyOrSubjectContains: texts,
	headerContains: texts,
	hasAttachments: flag,
	/** Kilobytes. */
	withinSizeRange: z.object({ minimumSize: z.number().nullish(), maximumSize: z.number().nullish() }).nullish(),
});

/** https://learn.microsoft.com/graph/api/resources/messagerule */
export const messageRule = z.object({
	id: z.string(),
	displayName: z.string().nullish(),
	sequence: z.number().default(0),
	isEnabled: z.boolean().default(true),
	isReadOnly: flag,
	conditions: predicates.nullish(),
	exceptions: predicates.nullish(),
	actions: z
		.looseObject({
			moveToFolder: z.string().nullish(),
			delete: flag,
			markAsRead: flag,
			assignCategories: texts,
			stopProcessingRules: flag,
		})
		.nullish(),
});
export type MessageRule = z.infer<typeof messageRule>;
export const ruleList = z.object({ value: z.array(messageRule) });
