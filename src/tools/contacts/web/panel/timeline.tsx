import { PastMail } from "#web/lib/mail-list/past-mail.tsx";
import type { Contact } from "../../contract.ts";
import { contactsApi, contactsKey } from "../base/api.ts";
import { t } from "../base/text.ts";
import { nameOf } from "../list/contact-list.tsx";

/** Emails from and to a contact. */
export function Timeline({ contact }: { contact: Contact }) {
	const { id } = contact;
	return (
		<PastMail
			queryKey={[...contactsKey, "emails", id]}
			load={(query, signal) => contactsApi.listContactEmails({ params: { id }, query }, { signal })}
			label={t.panel.timelineOf(nameOf(contact))}
			count={t.panel.total}
			empty={{ title: t.panel.noEmails, description: t.panel.noEmailsDescription }}
			senderOf={({ folder }) => (folder === "sent" ? t.panel.you : undefined)}
		/>
	);
}
