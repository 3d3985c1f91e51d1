import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { selectAccount, selectAllAccounts, useSelection } from "#web/lib/mailbox/accounts.ts";
import { type Command, useCommands } from "#web/lib/screens/commands.tsx";
import type { ToolScreens } from "#web/lib/screens/screens.ts";
import { settingsQuery } from "#web/lib/settings/settings-api.ts";
import { settingsSections } from "#web/lib/settings/settings-sections.ts";
import { setTheme } from "#web/lib/settings/theme.ts";
import { tools } from "#web/registry.ts";
import { focusToast } from "#web/ui/toast/toast.ts";
import { t } from "../base/text.ts";
import { themes } from "../base/themes.ts";
import { useSignOut } from "../base/use-sign-out.ts";

const installed: readonly ToolScreens[] = tools;
const ofTools = installed.flatMap(({ commands = [] }) => commands);

interface AppCommandsProps {
	signedIn: boolean;
	onOpenPalette: () => void;
	onOpenShortcuts: () => void;
}

/** Commands available everywhere. */
export function AppCommands({ signedIn, onOpenPalette, onOpenShortcuts }: AppCommandsProps) {
	const navigate = useNavigate();
	const signOut = useSignOut();
	const { accounts = [] } = useSelection(signedIn);
	const goTo: Command[] = tools.map((tool) => ({
		id: `go.${tool.manifest.id}`,
		title: t.commands.goTo(tool.manifest.title),
		keys: tool.key === undefined ? undefined : `g ${tool.key}`,
		group: t.commands.goToGroup,
		run: () => void navigate({ href: tool.manifest.path }),
	}));
	const isOperator = useQuery({ ...settingsQuery, enabled: signedIn }).data?.isOperator === true;
	for (const { to, label } of settingsSections)
		goTo.push({
			id: `go${to.replaceAll("/", ".")}`,
			title: to === "/settings" ? t.commands.goToSettings : t.commands.settingsPage(label),
			group: t.commands.goToGroup,
			run: () => void navigate({ href: to }),
		});
	if (isOperator)
		goTo.push({
			id: "go.operator",
			title: t.commands.goToOperator,
			group: t.commands.goToGroup,
			run: () => void navigate({ to: "/operator" }),
		});
	const mailboxes: Command[] = accounts.map((account) => ({
		id: `account.${account.id}`,
		title: t.commands.switchTo(account.name),
		group: t.commands.mailbox,
		run: () => selectAccount(account),
	}));
	if (accounts.length > 1)
		mailboxes.push({
			id: "account.all",
			title: t.commands.showAllAccounts,
			group: t.commands.mailbox,
			run: selectAllAccounts,
		});
	const palette: Command = {
		id: "app.palette",
		title: t.commands.searchMailRunCommand,
		keys: "mod+k",
		group: t.commands.general,
		hidden: true,
		run: onOpenPalette,
	};
	useCommands([
		...(signedIn ? [...goTo, ...mailboxes, ...ofTools, palette] : []),
		{
			id: "app.shortcuts",
			title: t.commands.keyboardShortcuts,
			keys: "?",
			group: t.commands.general,
			run: onOpenShortcuts,
		},
		{
			id: "app.notification",
			title: t.commands.goToNotification,
			keys: "f8",
			group: t.commands.general,
			hidden: true,
			run: focusToast,
		},
		...themes.map((theme) => ({
			id: `theme.${theme.value}`,
			title: t.commands.themeNamed(theme.label),
			group: t.commands.general,
			run: () => setTheme(theme.value),
		})),
		...(signedIn
			? [{ id: "app.sign-out", title: t.commands.signOut, group: t.commands.general, run: () => void signOut() }]
			: []),
	]);
	return null;
}
