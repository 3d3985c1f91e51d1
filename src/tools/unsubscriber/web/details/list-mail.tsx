import { PastMail } from "#web/lib/mail-list/past-mail.tsx";
import { listsKey, type Subscription, unsubscriber } from "../base/api.ts";
import { t } from "../base/text.ts";

/** Stored messages of a list. */
export function ListMail({ list }: { list: Subscription }) {
	return (
		<PastMail
			queryKey={[...listsKey, "mail", list.id]}
			load={(page, signal) =>
				unsubscriber.listSubscriptionEmails({ query: { subscription: list.id, ...page } }, { signal })
			}
			label={t.details.emailsOf(list.name)}
			count={t.details.total}
			empty={{ title: t.details.noEmailsLeft, description: t.details.noEmailsLeftDescription }}
			isOneLine
			senderOf={() => list.name}
		/>
	);
}
