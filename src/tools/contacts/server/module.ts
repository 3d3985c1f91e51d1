import { conflict, notFound } from "#kernel/errors.ts";
import { csvReply, implement, type MailContext, type ServerModule, textStream } from "#kernel/module.ts";
import { mergePeople, refreshFirstPeople, suggestMerges, undoMerge } from "#kernel/people.ts";
import { contactsContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { provideAddressBook } from "./address-book.ts";
import { importCards } from "./cards/import.ts";
import { importVcard } from "./cards/import-vcard.ts";
import { readPhotos } from "./cards/photos.ts";
import { setCard } from "./cards/set-card.ts";
import { deleteCards, undoImport } from "./cards/store.ts";
import { listTags, tagContacts } from "./cards/tags.ts";
import { addressesOf, cardOf, listContacts } from "./contacts.ts";
import { getContact } from "./details.ts";
import { listContactEmails } from "./emails.ts";
import { csvOf, vcardsOf } from "./export.ts";
import { listOrganizations } from "./organizations.ts";

/** Everyone the user corresponds with, and imported contacts. */
export const contactsModule: ServerModule<MailContext> = {
	name: tool.id,
	capabilities: [provideAddressBook],
	routes(ctx) {
		const { database } = ctx;
		return [
			implement(contactsContract, {
				async listContacts({ caller, query }) {
					const isPreparing = await refreshFirstPeople(ctx, caller.ownerId);
					return { ...(await listContacts(database, caller.ownerId, query)), isPreparing };
				},
				listOrganizations: ({ caller, query }) => listOrganizations(database, caller.ownerId, query),
				listMergeSuggestions: ({ caller, query }) => suggestMerges(database, caller.ownerId, query),
				async mergeContacts({ caller: { ownerId }, body: { ids } }) {
					const [id = "", ...others] = [...new Set(ids)];
					if (others.length === 0) throw conflict("one-contact", "Choose at least two contacts to merge.");
					const mergeId = await database.transaction(() => mergePeople(database, { ownerId, id }, others));
					return { mergeId, id };
				},
				async undoContactMerge({ caller: { ownerId }, params: { id } }) {
					await database.transaction(() => undoMerge(database, { ownerId, id }));
					return undefined;
				},
				exportContactsVcard: async ({ caller, body: query }) =>
					new Response(textStream(vcardsOf(database, caller.ownerId, { query, now: ctx.now() })), {
						headers: {
							"content-type": "text/vcard; charset=utf-8",
							"content-disposition": 'attachment; filename="contacts.vcf"',
							"cache-control": "no-store",
						},
					}),
				exportContactsCsv: async ({ caller, body }) => csvReply("contacts", csvOf(database, caller.ownerId, body)),
				importVcard: ({ caller, request }) => importVcard(ctx, caller.ownerId, request.body),
				importContacts: ({ caller, body }) =>
					importCards(ctx, caller.ownerId, { cards: body.rows, importId: body.importId }),
				async undoContactImport({ caller, params }) {
					await undoImport(database, caller.ownerId, params.id);
					return undefined;
				},
				listContactTags: async ({ caller }) => ({ items: await listTags(database, caller.ownerId) }),
				tagContacts: ({ caller, body }) => tagContacts(ctx, caller.ownerId, body),
				async getContactPhoto({ caller: { ownerId }, params }) {
					const cardId = await cardOf(database, ownerId, params.id);
					const photo = cardId === null ? undefined : (await readPhotos(database, ownerId, [cardId])).get(cardId);
					if (photo === undefined) throw notFound("The picture");
					return new Response(Buffer.from(photo.base64, "base64"), {
						headers: { "content-type": photo.contentType },
					});
				},
				getContact: ({ caller, params }) => getContact(database, caller.ownerId, params.id),
				listContactEmails: ({ caller, params, query }) =>
					listContactEmails(ctx, caller.ownerId, { id: params.id, ...query }),
				async setContactCard({ caller, params, body }) {
					await setCard(ctx, caller.ownerId, { id: params.id, card: body });
					return getContact(database, caller.ownerId, params.id);
				},
				async deleteContactCard({ caller: { ownerId }, params }) {
					return { cards: await deleteCards(database, ownerId, await addressesOf(database, ownerId, params.id)) };
				},
			}),
		];
	},
};
