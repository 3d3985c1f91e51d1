import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { brand } from "#shared/brand.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { authCall } from "#web/lib/session/session.ts";
import { Button, DownloadLink } from "#web/ui/button/button.tsx";
import { CopyField } from "#web/ui/button/copy-field.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../text.ts";
import { useChange } from "../use-change.ts";
import { QrCode } from "./qr-code.tsx";
import type { SecondFactor } from "./two-factor.tsx";

/** Step 1: the app and its first code; step 2: the recovery codes. New codes alone start with step 2. */
export default function TwoFactorDialog({ setup, onClose }: { setup: SecondFactor; onClose: () => void }) {
	const [verified, setVerified] = useState(setup.totpURI === undefined);
	return verified ? (
		<RecoveryCodes codes={setup.backupCodes} onClose={onClose} />
	) : (
		<ConnectApp uri={setup.totpURI ?? ""} onVerified={() => setVerified(true)} onClose={onClose} />
	);
}

function ConnectApp({ uri, onVerified, onClose }: { uri: string; onVerified: () => void; onClose: () => void }) {
	const [code, setCode] = useState("");
	const verify = useChange({
		make: () => authCall("two-factor/verify-totp", { code: code.replaceAll(/\s/g, "") }),
		failed: t.security.codeWrong,
		refresh: [keys.session],
		done: () => {
			toast({ title: t.security.twoStepIsOn });
			onVerified();
		},
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		verify.mutate();
	};
	const secret = new URLSearchParams(uri.split("?")[1]).get("secret") ?? "";
	return (
		<Dialog
			open
			onClose={onClose}
			title={t.security.connectAuthenticatorApp}
			description={t.security.connectAuthenticatorAppDescription}
		>
			<form onSubmit={submit} className="flex flex-col gap-4">
				<div className="flex flex-wrap items-center gap-5">
					<QrCode text={uri} label={t.security.qrCodeKeyAuthenticator} />
					<div className="min-w-48 flex-1">
						<p className="mb-1.5 text-13 font-medium">{t.security.key}</p>
						<CopyField label={t.security.keyLabel} text={secret} />
					</div>
				</div>
				<div className="max-w-50">
					<Field label={t.security.codeApp}>
						<Input
							inputMode="numeric"
							autoComplete="one-time-code"
							mono
							maxLength={10}
							value={code}
							onChange={(event) => setCode(event.target.value)}
							required
						/>
					</Field>
				</div>
				<DialogFormActions>
					<Button onClick={onClose}>{t.security.cancel}</Button>
					<Button type="submit" variant="primary" busy={verify.isPending} disabled={code.trim().length < 6}>
						{t.security.turnOn}
					</Button>
				</DialogFormActions>
			</form>
		</Dialog>
	);
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
	const text = t.security.recoveryFile(location.host, codes);
	return (
		<Dialog
			open
			onClose={onClose}
			title={t.security.recoveryCodes}
			description={t.security.recoveryCodesDescription}
			actions={
				<>
					<DownloadLink
						icon={Download}
						href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
						download={`${brand.slug}-recovery-codes.txt`}
					>
						{t.security.download}
					</DownloadLink>
					<Button variant="primary" onClick={onClose}>
						{t.security.iveSavedThem}
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				<Notice tone="amber">{t.security.saveNowNote}</Notice>
				<ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 font-mono text-14">
					{codes.map((code) => (
						<li key={code}>{code}</li>
					))}
				</ul>
			</div>
		</Dialog>
	);
}
