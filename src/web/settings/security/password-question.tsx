import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, PasswordInput } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { t } from "../text.ts";
import { identitiesQuery } from "./queries.ts";

interface PasswordQuestionProps {
	open: boolean;
	busy: boolean;
	onClose: () => void;
	/** @param password undefined for users without one */
	onAnswer: (password: string | undefined) => void;
}

/** Asks for the password before the second factor changes; users without one are not asked. */
export function PasswordQuestion({ open, busy, onClose, onAnswer }: PasswordQuestionProps) {
	const hasPassword = useQuery(identitiesQuery).data?.hasPassword ?? true;
	const [password, setPassword] = useState("");
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when it opens
	useEffect(() => {
		setPassword("");
		if (open && !hasPassword) onAnswer(undefined);
	}, [open]);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		onAnswer(password);
	};
	return (
		<Dialog open={open && hasPassword} onClose={onClose} size="small" title={t.security.yourPassword}>
			<form onSubmit={submit} className="flex flex-col gap-4">
				<Field label={t.security.password}>
					<PasswordInput
						autoComplete="current-password"
						value={password}
						onChange={(event) => setPassword(event.target.value)}
						required
					/>
				</Field>
				<DialogFormActions>
					<Button onClick={onClose}>{t.security.cancel}</Button>
					<Button type="submit" variant="primary" busy={busy} disabled={password === ""}>
						{t.security.continue}
					</Button>
				</DialogFormActions>
			</form>
		</Dialog>
	);
}
