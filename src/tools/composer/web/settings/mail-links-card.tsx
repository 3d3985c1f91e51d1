import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../base/text.ts";

/** Registers this app for `mailto:` links. */
export function MailLinksCard() {
	// Not in Safari, and only over HTTPS or on localhost.
	const isSupported = typeof navigator.registerProtocolHandler === "function";
	const enable = () => {
		navigator.registerProtocolHandler("mailto", `${location.origin}/compose?mailto=%s`);
		toast({ title: t.mailLinks.asked });
	};
	return (
		<Card title={t.mailLinks.title} note={t.mailLinks.description}>
			{isSupported ? (
				<Button onClick={enable}>{t.mailLinks.enable}</Button>
			) : (
				<p className="text-13 text-ink-3">{t.mailLinks.notSupported}</p>
			)}
		</Card>
	);
}
