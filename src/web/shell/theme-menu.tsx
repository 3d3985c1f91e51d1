import { Monitor, Moon, Sun } from "lucide-react";
import { setTheme, type Theme, useTheme } from "#web/lib/theme.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu.tsx";

export const themes: readonly { value: Theme; label: string }[] = [
	{ value: "light", label: "Light" },
	{ value: "dark", label: "Dark" },
	{ value: "system", label: "As the system" },
];
const icons = { light: Sun, dark: Moon, system: Monitor };

export function ThemeMenu() {
	const theme = useTheme();
	return (
		<Menu
			align="end"
			trigger={<IconButton icon={icons[theme]} label="Theme" tooltip={false} />}
			entries={[
				{
					type: "radio",
					label: "Theme",
					value: theme,
					onChange: (value) => setTheme(value as Theme),
					options: [...themes],
				},
			]}
		/>
	);
}
