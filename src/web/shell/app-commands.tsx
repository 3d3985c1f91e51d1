import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { selectAccount, selectAllAccounts, useSelection } from "#web/lib/accounts.ts";
import { type Command, useCommands } from "#web/lib/commands.tsx";
import { setTheme } from "#web/lib/theme.ts";
import { tools } from "#web/registry.ts";
import { settingsQuery } from "#web/settings/api.ts";
import { settingsSections } from "#web/settings/sections.ts";
import { themes } from "./theme-menu.tsx";
import { useSignOut } from "./use-sign-out.ts";

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
		title: `Go to ${tool.manifest.title}`,
		keys: tool.key === undefined ? undefined : `g ${tool.key}`,
		group: "Go to",
		run: () => void navigate({ to: tool.manifest.path }),
	}));
	const isOperator = useQuery({ ...settingsQuery, enabled: signedIn }).data?.isOperator === true;
	for (const { to, label } of settingsSections)
		goTo.push({
			id: `go${to.replaceAll("/", ".")}`,
			title: to === "/settings" ? "Go to Settings" : `Settings: ${label}`,
			group: "Go to",
			run: () => void navigate({ to }),
		});
	if (isOperator)
		goTo.push({
			id: "go.operator",
			title: "Go to Operator",
			group: "Go to",
			run: () => void navigate({ to: "/operator" }),
		});
	const mailboxes: Command[] = accounts.map((account) => ({
		id: `account.${account.id}`,
		title: `Switch to ${account.name}`,
		group: "Mailbox",
		run: () => selectAccount(account),
	}));
	if (accounts.length > 1)
		mailboxes.push({ id: "account.all", title: "Show all accounts", group: "Mailbox", run: selectAllAccounts });
	const palette: Command = {
		id: "app.palette",
		title: "Search mail or run a command",
		keys: "mod+k",
		group: "General",
		hidden: true,
		run: onOpenPalette,
	};
	useCommands([
		...(signedIn ? [...goTo, ...mailboxes, palette] : []),
		{ id: "app.shortcuts", title: "Keyboard shortcuts", keys: "?", group: "General", run: onOpenShortcuts },
		...themes.map((theme) => ({
			id: `theme.${theme.value}`,
			title: `Theme: ${theme.label}`,
			group: "General",
			run: () => setTheme(theme.value),
		})),
		...(signedIn ? [{ id: "app.sign-out", title: "Sign Out", group: "General", run: () => void signOut() }] : []),
	]);
	return null;
}
