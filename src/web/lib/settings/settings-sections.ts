import {
	Bell,
	Database,
	Gauge,
	KeyRound,
	Mailbox,
	MailX,
	Palette,
	PenLine,
	ShieldCheck,
	Sparkles,
	UserRound,
	Webhook,
} from "lucide-react";
import type { GroupPage } from "#web/ui/page/grouped-page.tsx";

/** The settings sections, in order. */
export const settingsSections: readonly GroupPage[] = [
	{ to: "/settings", label: "Profile", icon: UserRound },
	{ to: "/settings/accounts", label: "Accounts", icon: Mailbox },
	{ to: "/drafts/settings", label: "Writing", icon: PenLine },
	{ to: "/settings/security", label: "Security", icon: ShieldCheck },
	{ to: "/settings/keys", label: "API keys", icon: KeyRound },
	{ to: "/settings/webhooks", label: "Webhooks", icon: Webhook },
	{ to: "/settings/ai", label: "AI", icon: Sparkles },
	{ to: "/settings/suppressions", label: "Suppression list", icon: MailX },
	{ to: "/settings/notifications", label: "Notifications", icon: Bell },
	{ to: "/settings/appearance", label: "Appearance", icon: Palette },
	{ to: "/settings/plan", label: "Plan", icon: Gauge },
	{ to: "/settings/data", label: "Your data", icon: Database },
];
