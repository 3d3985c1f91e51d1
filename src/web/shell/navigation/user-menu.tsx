import { useQuery } from "@tanstack/react-query";
import { BookOpen, ChevronDown, CircleUserRound, History, ServerCog, Settings } from "lucide-react";
import { useInstalled } from "#web/lib/screens/installed.ts";
import type { Session } from "#web/lib/session/session.ts";
import { settingsQuery } from "#web/lib/settings/settings-api.ts";
import { setTheme, type Theme, useTheme } from "#web/lib/settings/theme.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Menu, type MenuEntry } from "#web/ui/overlay/menu.tsx";
import { t } from "../base/text.ts";
import { themes } from "../base/themes.ts";

/** The signed-in user's address and menu. */
export default function UserMenu({ session }: { session: Session }) {
	const entries = useUserEntries();
	const { email } = session.user;
	return (
		<>
			<span className="hidden min-w-0 lg:block">
				<Menu
					align="end"
					entries={entries}
					trigger={
						<button
							type="button"
							className="flex h-8 max-w-60 items-center gap-1 rounded-2 px-2 text-14 text-ink-2 transition-colors hover:bg-sunken hover:text-ink data-popup-open:bg-sunken"
						>
							<span className="truncate">{email}</span>
							<ChevronDown aria-hidden="true" size={14} className="shrink-0" />
						</button>
					}
				/>
			</span>
			<span className="lg:hidden">
				<Menu
					align="end"
					entries={[{ type: "heading", label: email }, ...entries]}
					trigger={<IconButton icon={CircleUserRound} label={t.userMenu.yourAccount} tooltip={false} />}
				/>
			</span>
		</>
	);
}

function useUserEntries(): MenuEntry[] {
	const theme = useTheme();
	const { hasPath } = useInstalled();
	const isOperator = useQuery(settingsQuery).data?.isOperator === true;
	return [
		{ type: "link", label: t.userMenu.settings, icon: Settings, to: "/settings" },
		...(hasPath("/activity")
			? [{ type: "link" as const, label: t.userMenu.activity, icon: History, to: "/activity" as const }]
			: []),
		...(isOperator
			? [{ type: "link" as const, label: t.userMenu.operator, icon: ServerCog, to: "/operator" as const }]
			: []),
		// A page rendered by the server, not a route of the app.
		{ label: t.userMenu.apiDocs, icon: BookOpen, onSelect: () => location.assign("/api/docs") },
		{ type: "separator" },
		{ type: "heading", label: t.userMenu.appearance },
		{
			type: "radio",
			label: t.userMenu.appearance,
			value: theme,
			onChange: (value) => setTheme(value as Theme),
			options: [...themes],
		},
	];
}
