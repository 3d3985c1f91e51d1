import { z } from "zod";
import { detailTypes, isBirthday } from "#shared/contact-card.ts";
import { defineContract } from "#shared/contract.ts";
import { emailItem } from "#shared/contracts/emails.ts";
import { contactParts, contactSorts, detailFields } from "./fields.ts";
import { MAX_FIELD, MAX_PHOTO_CHARS, MAX_TAG, MAX_TAGS, MAX_VALUES } from "./limits.ts";
import { tool } from "./tool.ts";

/** Contacts of a vCard file. */
export const MAX_CARDS = 10_000;
/** Rows of one request. */
export const MAX_ROWS = 1_000;

export const validity = z.enum(["valid", "risky", "invalid", "unknown"]);
export type Validity = z.infer<typeof validity>;

export const contact = z.object({
	id: z.uuid(),
	/** Empty: unknown. */
	name: z.string(),
	/** Registrable domain; empty for addresses at mail providers for everybody. */
	organization: z.string(),
	company: z.string().nullable(),
	position: z.string().nullable(),
	/** Most recently used first. */
	addresses: z.array(z.string()),
	receivedCount: z.number(),
	sentCount: z.number(),
	/** Null: no mail with this contact. */
	firstContactAt: z.string().nullable(),
	lastContactAt: z.string().nullable(),
	/** Probably a program. */
	isAutomated: z.boolean(),
	/** From 0 to 1, of the details found by the enrichment; null: none. */
	confidence: z.number().nullable(),
	/** Of the most recently used address that was validated; null: none was. */
	validity: validity.nullable(),
	/** The user entered or imported details. */
	hasCard: z.boolean(),
	/** Tags of the user, by name. */
	tags: z.array(z.string()),
	/** There is a picture: `GET /contacts/{id}/photo`. */
	hasPhoto: z.boolean(),
});
export type Contact = z.infer<typeof contact>;

const line = z.string().trim().max(300);

const tag = z.string().trim().min(1).max(MAX_TAG, `A tag has up to ${MAX_TAG} characters.`);
const tags = z.array(tag).max(MAX_TAGS, `Enter up to ${MAX_TAGS} tags.`);

/** What the user entered or imported. */
export const card = z.object({
	/** As it is shown; empty: first, middle and last name. */
	name: line,
	firstName: line.default(""),
	middleName: line.default(""),
	lastName: line.default(""),
	company: line,
	position: line,
	phones: z.array(line.min(1)).max(MAX_VALUES, `Enter up to ${MAX_VALUES} phone numbers.`),
	postalAddress: z.string().trim().max(600),
	website: line,
	note: z.string().trim().max(4_000),
	/** `1985-04-12`, or `--04-12` without a year. */
	birthday: z
		.string()
		.trim()
		.refine((text) => text === "" || isBirthday(text), "Enter a day of the calendar.")
		.default(""),
	tags: tags.default([]),
	customFields: z
		.array(z.object({ label: z.string().trim().min(1).max(100), value: z.string().trim().min(1).max(MAX_FIELD) }))
		.max(MAX_VALUES, `Enter up to ${MAX_VALUES} fields.`)
		.default([]),
	/** What kind of number or address some of them are. */
	types: z
		.array(z.object({ value: z.string().trim().min(1).max(320), type: z.enum(detailTypes) }))
		.max(2 * MAX_VALUES)
		.default([]),
});
export type Card = z.infer<typeof card>;

export const contactDetails = z.object({
	contact,
	addresses: z.array(
		z.object({
			address: z.string(),
			receivedCount: z.number(),
			sentCount: z.number(),
			lastContactAt: z.string().nullable(),
			/** The latest verdict; null: not validated. */
			validity: validity.nullable(),
			validatedAt: z.string().nullable(),
		}),
	),
	/** Found by the enrichment. */
	details: z.array(z.object({ field: z.enum(detailFields), value: z.string(), confidence: z.number() })),
	/** Null: no details found so far. */
	enrichedAt: z.string().nullable(),
	card: card.nullable(),
	/** Merges behind this contact, newest first. */
	merges: z.array(z.object({ id: z.uuid(), addresses: z.array(z.string()), mergedAt: z.string() })),
});
export type ContactDetails = z.infer<typeof contactDetails>;

const selection = {
	/** Words of names, addresses, companies, tags, notes and other details, or a phone number. */
	q: z.string().max(200).optional(),
	part: z.enum(contactParts).default("all"),
	/** Only contacts of this organization. */
	organization: z.string().max(300).optional(),
	/** Only contacts with this tag. */
	tag: z.string().max(MAX_TAG).optional(),
};
const contactParams = z.object({ id: z.uuid() });
const contactIds = z.array(z.uuid()).min(1).max(5_000);
const exported = z.object({ ...selection, ids: contactIds.optional() });

/** A picture as a `data:` URL of a PNG, JPEG, GIF or WebP. */
const photo = z
	.string()
	.max(MAX_PHOTO_CHARS)
	.regex(/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z\d+/]+=*$/, "Send a PNG, JPEG, GIF or WebP picture.");

const importResult = z.object({
	/** For undo. */
	importId: z.uuid(),
	/** New cards. */
	added: z.number(),
	/** Cards that were there; only what they did not say was filled in. */
	updated: z.number(),
	/** Entries without an email address. */
	skipped: z.number(),
});

export const contactsContract = defineContract(
	{
		listContacts: {
			method: "GET",
			path: "/api/v1/contacts",
			summary: "List contacts: people the user corresponds with, and those imported",
			query: z.object({
				...selection,
				sort: z.enum(contactSorts).default("recent"),
				limit: z.coerce.number().int().min(1).max(500).default(100),
				cursor: z.string().max(2_000).optional(),
			}),
			reply: z.object({
				items: z.array(contact),
				total: z.number(),
				/** Contacts of each part that match the search. */
				parts: z.record(z.enum(contactParts), z.number()),
				/** Null: these were the last. */
				nextCursor: z.string().nullable(),
				/** People are being computed for the first time: ask again soon. */
				isPreparing: z.boolean(),
			}),
		},
		listOrganizations: {
			method: "GET",
			path: "/api/v1/contacts/organizations",
			summary: "List organizations with the number of contacts and emails, most recent contact first",
			query: z.object({
				q: z.string().max(200).optional(),
				limit: z.coerce.number().int().min(1).max(2_000).default(200),
				cursor: z.string().max(2_000).optional(),
			}),
			reply: z.object({
				items: z.array(
					z.object({
						/** Domain, or the company's name. */
						organization: z.string(),
						company: z.string().nullable(),
						contacts: z.number(),
						receivedCount: z.number(),
						sentCount: z.number(),
						lastContactAt: z.string().nullable(),
					}),
				),
				total: z.number(),
				nextCursor: z.string().nullable(),
			}),
			problems: ["bad-cursor"],
		},
		listMergeSuggestions: {
			method: "GET",
			path: "/api/v1/contacts/merge-suggestions",
			summary: "List contacts with the same name at the same organization, most recent contact first",
			query: z.object({
				limit: z.coerce.number().int().min(1).max(200).default(20),
				cursor: z.string().max(2_000).optional(),
			}),
			reply: z.object({
				items: z.array(z.object({ name: z.string(), organization: z.string(), ids: z.array(z.uuid()) })),
				total: z.number(),
				nextCursor: z.string().nullable(),
			}),
			problems: ["bad-cursor"],
		},
		mergeContacts: {
			method: "POST",
			path: "/api/v1/contacts/merges",
			summary: "Make several contacts one; all addresses go to the first",
			body: z.object({ ids: z.array(z.uuid()).min(2).max(1_000) }),
			reply: z.object({ mergeId: z.uuid(), id: z.uuid() }),
		},
		undoContactMerge: {
			method: "DELETE",
			path: "/api/v1/contacts/merges/{id}",
			summary: "Undo a merge",
			params: contactParams,
		},
		exportContactsVcard: {
			method: "POST",
			path: "/api/v1/contacts/export/vcard",
			summary: "Export contacts as vCard 4.0 (RFC 6350): those with these ids, else all that match",
			body: exported,
			raw: "text/vcard",
		},
		exportContactsCsv: {
			method: "POST",
			path: "/api/v1/contacts/export/csv",
			summary: "Export contacts as CSV: those with these ids, else all that match",
			body: exported,
			raw: "text/csv",
		},
		importVcard: {
			method: "POST",
			path: "/api/v1/contacts/import/vcard",
			summary: "Import the contacts of a vCard file (2.1, 3.0 or 4.0)",
			bytes: true,
			reply: importResult,
			problems: ["not-a-vcard", "too-large", "file-too-complex"],
		},
		importContacts: {
			method: "POST",
			path: "/api/v1/contacts/import",
			summary: "Import up to 1,000 contacts; several requests with one import id are one import",
			body: z.object({
				importId: z.uuid().optional(),
				rows: z
					.array(
						card.partial().extend({
							/** The preferred one first. */
							emails: z.array(z.string().trim().max(320)).min(1).max(MAX_VALUES),
							photo: photo.optional(),
						}),
					)
					.min(1)
					.max(MAX_ROWS),
			}),
			reply: importResult,
		},
		undoContactImport: {
			method: "DELETE",
			path: "/api/v1/contacts/imports/{id}",
			summary: "Delete the cards that an import added",
			params: contactParams,
		},
		listContactTags: {
			method: "GET",
			path: "/api/v1/contacts/tags",
			summary: "List the tags of contacts with how many contacts have them, by name",
			reply: z.object({ items: z.array(z.object({ tag: z.string(), contacts: z.number() })) }),
		},
		tagContacts: {
			method: "POST",
			path: "/api/v1/contacts/tags",
			summary: "Add tags to contacts, and remove others",
			body: z.object({ ids: contactIds, add: tags.default([]), remove: tags.default([]) }),
			/** Contacts whose tags changed. */
			reply: z.object({ changed: z.number() }),
			problems: ["too-many-tags"],
		},
		getContactPhoto: {
			method: "GET",
			path: "/api/v1/contacts/{id}/photo",
			summary: "Read the picture of a contact",
			params: contactParams,
			raw: "image/*",
		},
		getContact: {
			method: "GET",
			path: "/api/v1/contacts/{id}",
			summary: "Read a contact: addresses, details, merges",
			params: contactParams,
			reply: contactDetails,
		},
		listContactEmails: {
			method: "GET",
			path: "/api/v1/contacts/{id}/emails",
			summary: "List the emails from and to a contact, newest first",
			scope: "mail:read",
			params: contactParams,
			query: z.object({
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({ items: z.array(emailItem), total: z.number(), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		setContactCard: {
			method: "PUT",
			path: "/api/v1/contacts/{id}/card",
			summary: "Enter details about a contact, in place of those entered before",
			params: contactParams,
			body: card,
			reply: contactDetails,
		},
		deleteContactCard: {
			method: "DELETE",
			path: "/api/v1/contacts/{id}/card",
			summary: "Delete the details that were entered or imported; returns them, to be imported again",
			params: contactParams,
			reply: z.object({ cards: z.array(card.extend({ emails: z.array(z.string()), photo: photo.optional() })) }),
		},
	},
	{ scope: tool.scope },
);
