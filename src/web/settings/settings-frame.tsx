import type { ReactNode } from "react";
import { settingsSections } from "#web/lib/settings/settings-sections.ts";
import { GroupedPage } from "#web/ui/page/grouped-page.tsx";
import { ConfirmIdentityHost } from "./confirm-identity.tsx";
import { t } from "./text.ts";

/** The frame of every settings page. */
export function SettingsFrame({ children }: { children: ReactNode }) {
	return (
		<GroupedPage title={t.frame.settings} sections={settingsSections}>
			{children}
			<ConfirmIdentityHost />
		</GroupedPage>
	);
}
