import { type FormEvent, useState } from "react";
import { authCall } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { isAddress } from "#web/ui/file-import/is-address.ts";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

interface AddressDialogProps {
	/** The address now. */
	current: string;
	/** Whether the server can send email; otherwise links are in its log. */
	canMail: boolean;
	open: boolean;
	onClose: () => void;
}

/** Has a link sent to the address that the user wants to change to. */
export function AddressDialog({ current, canMail, open, onClose }: AddressDialogProps) {
	const [sentTo, setSentTo] = useState<string | null>(null);
	const close = () => {
		onClose();
		setSentTo(null);
	};
	return (
		<Dialog
			open={open}
			onClose={close}
			size="small"
			title={t.profile.changeEmailAddress}
			{...(sentTo === null && { description: t.profile.changeEmailAddressNote })}
			actions={
				sentTo === null ? undefined : (
					<Button variant="primary" onClick={close}>
						{t.profile.done}
					</Button>
				)
			}
		>
			{sentTo === null ? (
				<AddressForm current={current} onSent={setSentTo} onCancel={close} />
			) : (
				<Notice tone={canMail ? "green" : "amber"}>
					{canMail ? t.profile.openLink(sentTo) : t.profile.openLinkOfServerLog(sentTo)}
				</Notice>
			)}
		</Dialog>
	);
}

interface AddressFormProps {
	current: string;
	onSent: (address: string) => void;
	onCancel: () => void;
}

function AddressForm({ current, onSent, onCancel }: AddressFormProps) {
	const [address, setAddress] = useState("");
	const [problem, setProblem] = useState<string>();
	const change = useChange({
		make: (newEmail: string) => authCall("change-email", { newEmail }),
		failed: t.profile.couldntChangeEmailAddress,
		done: (_, newEmail) => onSent(newEmail),
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const next = address.trim().toLowerCase();
		const found = problemOf(next, current);
		setProblem(found);
		if (found === undefined) change.mutate(next);
	};
	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-4">
			<Field label={t.profile.newEmailAddress} {...(problem !== undefined && { error: problem })}>
				<Input
					type="email"
					value={address}
					onChange={(event) => setAddress(event.target.value)}
					autoComplete="email"
					maxLength={254}
				/>
			</Field>
			<DialogFormActions>
				<Button onClick={onCancel}>{t.profile.cancel}</Button>
				<Button type="submit" variant="primary" busy={change.isPending}>
					{t.profile.sendLink}
				</Button>
			</DialogFormActions>
		</form>
	);
}

function problemOf(next: string, current: string): string | undefined {
	if (next === current.toLowerCase()) return t.profile.sameEmailAddress;
	return isAddress(next) ? undefined : t.profile.invalidEmailAddress;
}
