import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { api } from "#web/lib/api/api.ts";
import { useEvents } from "#web/lib/api/events.ts";
import { inboxLink } from "#web/lib/base/links.ts";
import { newMailOn } from "#web/lib/settings/new-mail.ts";
import { t } from "./base/text.ts";

/** Milliseconds: messages that arrive together share one notification. */
const pace = 4000;

/** Shows a browser notification for unread mail that arrives in an inbox while the page is open. The shell calls it once. */
export function useNewMail(signedIn: boolean): void {
	const router = useRouter();
	const since = useRef(Date.now());
	const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>());
	useEffect(() => {
		const timers = waiting.current;
		return () => {
			for (const timer of timers.values()) clearTimeout(timer);
			timers.clear();
		};
	}, []);

	const notifyAbout = async (account: string) => {
		waiting.current.delete(account);
		const query = { account, folder: "inbox", q: "is:unread", limit: "5" };
		const { items } = await api.listEmails({ query }).catch(() => ({ items: [] }));
		// Imported mail is older than the page: only mail received since then counts.
		const fresh = items.filter((item) => Date.parse(item.receivedAt) > since.current);
		const [newest] = fresh;
		if (newest === undefined) return;
		since.current = Math.max(...fresh.map((item) => Date.parse(item.receivedAt)));
		const from = newest.senderName || newest.senderEmail;
		const more = fresh.length > 1 ? t.newMail.andMore(fresh.length - 1) : "";
		const notification = new Notification(from + more, { body: newest.subject, tag: `mail-${account}` });
		notification.onclick = () => {
			window.focus();
			notification.close();
			void router.navigate(inboxLink);
		};
	};
	useEvents(
		(event) => {
			if (event.type !== "mail" || !newMailOn() || waiting.current.has(event.accountId)) return;
			waiting.current.set(
				event.accountId,
				setTimeout(() => void notifyAbout(event.accountId), pace),
			);
		},
		undefined,
		signedIn,
	);
}
