import { z } from "zod";

/** The fields of Gmail's resources used here (https://developers.google.com/workspace/gmail/api/reference/rest). */

export const profile = z.object({
	emailAddress: z.string(),
	messagesTotal: z.number().default(0),
	historyId: z.string(),
});

export const message = z.object({
	id: z.string(),
	threadId: z.string(),
	labelIds: z.array(z.string()).default([]),
	/** Epoch milliseconds. */
	internalDate: z.string().optional(),
	sizeEstimate: z.number().optional(),
	/** The whole message, base64url. */
	raw: z.string().optional(),
	payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]) }).optional(),
});
export type GmailMessage = z.infer<typeof message>;

export const idList = z.object({
	messages: z.array(z.object({ id: z.string(), threadId: z.string() })).default([]),
	nextPageToken: z.string().optional(),
});

export const label = z.object({ id: z.string(), name: z.string(), type: z.string().optional() });
export const labelList = z.object({ labels: z.array(label).default([]) });

const changed = z.object({
	message: z.object({ id: z.string(), threadId: z.string(), labelIds: z.array(z.string()).optional() }),
	labelIds: z.array(z.string()).default([]),
});

const record = z.object({
	id: z.string(),
	messagesAdded: z.array(changed).default([]),
	messagesDeleted: z.array(changed).default([]),
	labelsAdded: z.array(changed).default([]),
	labelsRemoved: z.array(changed).default([]),
});
export type HistoryRecord = z.infer<typeof record>;
export type HistoryChange = z.infer<typeof changed>;

export const historyList = z.object({
	history: z.array(record).default([]),
	nextPageToken: z.string().optional(),
	historyId: z.string(),
});

export const created = z.object({ id: z.string() });
export const createdDraft = z.object({ message: created });
export const draftList = z.object({
	drafts: z.array(z.object({ id: z.string(), message: created })).default([]),
	nextPageToken: z.string().optional(),
});
export const watched = z.object({ expiration: z.string() });

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.filters */
export const filter = z.object({
	id: z.string(),
	criteria: z
		.object({
			from: z.string().optional(),
			to: z.string().optional(),
			subject: z.string().optional(),
			query: z.string().optional(),
			negatedQuery: z.string().optional(),
			hasAttachment: z.boolean().optional(),
			/** Bytes. */
			size: z.number().optional(),
			sizeComparison: z.string().optional(),
		})
		.default({}),
	action: z
		.object({
			addLabelIds: z.array(z.string()).default([]),
			removeLabelIds: z.array(z.string()).default([]),
			forward: z.string().optional(),
		})
		.default({ addLabelIds: [], removeLabelIds: [] }),
});
export type GmailFilter = z.infer<typeof filter>;
export const filterList = z.object({ filter: z.array(filter).default([]) });

/** https://developers.google.com/workspace/gmail/api/guides/handle-errors */
export const failure = z.object({
	error: z.object({
		message: z.string().default(""),
		status: z.string().default(""),
		errors: z.array(z.object({ reason: z.string().default("") })).default([]),
	}),
});
