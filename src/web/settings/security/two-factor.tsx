import { lazy, Suspense, useState } from "react";
import { keys } from "#web/lib/api/query-client.ts";
import { authCall, useSession } from "#web/lib/session/session.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Card } from "#web/ui/page/card.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../text.ts";
import { useChange } from "../use-change.ts";
import { PasswordQuestion } from "./password-question.tsx";

const SetUpDialog = lazy(() => import("./two-factor-dialog.tsx"));

/** Secrets the server returns only once, when a second factor is set up or its codes are regenerated. */
export interface SecondFactor {
	/** Absent when only the recovery codes are new. */
	totpURI?: string;
	backupCodes: string[];
}

type Act = "enable" | "disable" | "generate-backup-codes";

/** An authenticator app's code, required after the password. */
export function TwoFactorCard() {
	const on = useSession()?.user.twoFactorEnabled === true;
	const [pendingAction, setPendingAction] = useState<Act | null>(null);
	const [setup, setSetup] = useState<SecondFactor | null>(null);
	const act = useChange({
		make: ({ what, password }: { what: Act; password: string | undefined }) =>
			authCall(`two-factor/${what}`, password === undefined ? {} : { password }),
		password: ({ password }) => (on ? undefined : password),
		failed: t.security.couldntChangeTwoStep,
		refresh: [keys.session],
		done: (result, { what }) => {
			setPendingAction(null);
			if (what === "disable") toast({ title: t.security.twoStepIsOff });
			else setSetup(result as SecondFactor);
		},
	});
	const disable = async () => {
		const yes = await confirm({
			title: t.security.turnOffTwoStep,
			description: t.security.turnOffTwoStepDescription,
			confirm: t.security.turnOff,
			danger: true,
		});
		if (yes) setPendingAction("disable");
	};
	return (
		<Card
			title={t.security.twoStepTitle}
			note={t.security.twoStepNote}
			actions={<Badge tone={on ? "green" : "neutral"}>{on ? t.security.stateOn : t.security.stateOff}</Badge>}
		>
			<div className="flex flex-wrap gap-2">
				{on ? (
					<>
						<Button onClick={() => setPendingAction("generate-backup-codes")}>{t.security.newRecoveryCodes}</Button>
						<Button variant="danger" onClick={() => void disable()}>
							{t.security.turnOff}
						</Button>
					</>
				) : (
					<Button onClick={() => setPendingAction("enable")}>{t.security.setUp}</Button>
				)}
			</div>
			<PasswordQuestion
				open={pendingAction !== null}
				busy={act.isPending}
				onClose={() => setPendingAction(null)}
				onAnswer={(password) => pendingAction !== null && act.mutate({ what: pendingAction, password })}
			/>
			{setup && (
				<Suspense>
					<SetUpDialog setup={setup} onClose={() => setSetup(null)} />
				</Suspense>
			)}
		</Card>
	);
}
