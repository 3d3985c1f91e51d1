import { IdentitiesCard } from "./security/identities.tsx";
import { PasskeysCard } from "./security/passkeys.tsx";
import { PasswordCard } from "./security/password.tsx";
import { SessionsCard } from "./security/sessions.tsx";
import { TwoFactorCard } from "./security/two-factor.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

/** `/settings/security`: sign-in methods and sessions. */
export default function SecurityPage() {
	return (
		<SettingsFrame>
			<PasswordCard />
			<TwoFactorCard />
			<PasskeysCard />
			<IdentitiesCard />
			<SessionsCard />
		</SettingsFrame>
	);
}
