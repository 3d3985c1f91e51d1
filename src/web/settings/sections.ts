import { Bell, Database, KeyRound, Mailbox, Palette, ShieldCheck, UserRound } from "lucide-react";
import type { PageSection } from "#web/ui/section-page.tsx";
import { t } from "./text.ts";

/** The settings sections, in order. */
export const settingsSections: readonly PageSection[] = [
	{ to: "/settings", label: t.sections.profile, icon: UserRound },
	{ to: "/settings/accounts", label: t.sections.accounts, icon: Mailbox },
	{ to: "/settings/security", label: t.sections.security, icon: ShieldCheck },
	{ to: "/settings/keys", label: t.sections.apiKeys, icon: KeyRound },
	{ to: "/settings/notifications", label: t.sections.notifications, icon: Bell },
	{ to: "/settings/appearance", label: t.sections.appearance, icon: Palette },
	{ to: "/settings/data", label: t.sections.yourData, icon: Database },
];
