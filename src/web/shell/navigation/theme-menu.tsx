import { Monitor, Moon, Sun } from "lucide-react";
import { setTheme, type Theme, useTheme } from "#web/lib/settings/theme.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { t } from "../base/text.ts";
import { themes } from "../base/themes.ts";

const icons = { light: Sun, dark: Moon, system: Monitor };

export default function ThemeMenu() {
	const theme = useTheme();
	return (
		<Menu
			align="end"
			trigger={<IconButton icon={icons[theme]} label={t.theme.theme} tooltip={false} />}
			entries={[
				{
					type: "radio",
					label: t.theme.theme,
					value: theme,
					onChange: (value) => setTheme(value as Theme),
					options: [...themes],
				},
			]}
		/>
	);
}
