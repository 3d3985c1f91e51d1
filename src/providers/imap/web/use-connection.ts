import { type FormEvent, useEffect, useRef, useState } from "react";
import { type SubmitHandler, type UseFormReturn, useForm } from "react-hook-form";
import type { Account, Discovered } from "#shared/contracts/accounts.ts";
import { api } from "#web/lib/api/api.ts";
import { connectionErrorsOf, isSetting } from "./connection-errors.ts";
import type { ConnectionFormProps } from "./connection-form.tsx";
import { type ConnectionValues, foundValues, requestOf } from "./connection-values.ts";
import { useDiscovery } from "./use-discovery.ts";

/** State of the form: servers are discovered, the connection is tested, and each error is shown at its field. */
export function useConnection({ initial, accountId, unfolded = false, onConnected }: ConnectionFormProps) {
	const isNew = accountId === undefined;
	const form = useForm<ConnectionValues>({ defaultValues: initial, shouldFocusError: false });
	const [open, setOpen] = useState(unfolded);
	const [problem, setProblem] = useState<string | null>(null);
	const [stage, setStage] = useState<"discovering" | "connecting" | null>(null);
	const [attempt, setAttempt] = useState(0);
	const element = useRef<HTMLFormElement>(null);
	const stop = useRef<AbortController | null>(null);
	useEffect(() => () => stop.current?.abort(), []);
	useEffect(() => {
		if (!isNew) form.setFocus("password");
	}, [isNew, form]);
	// After a failed attempt, once the collapsed section is visible: focus the first invalid field.
	useEffect(() => {
		if (attempt > 0) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
	}, [attempt]);
	const discovery = useDiscoveredSettings(form, () => setOpen(true));

	const connect: SubmitHandler<ConnectionValues> = async (values) => {
		setStage("connecting");
		stop.current = new AbortController();
		const { signal } = stop.current;
		try {
			onConnected(await testAndStore(values, accountId, signal));
		} catch (error) {
			if (signal.aborted) return;
			const faults = connectionErrorsOf(error, values);
			for (const { field, message } of faults)
				if (field === null || (field === "email" && !isNew)) setProblem(message);
				else form.setError(field, { type: "server", message });
			if (faults.some(({ field }) => isSetting(field))) setOpen(true);
			setAttempt((before) => before + 1);
		}
	};

	const send = async (event: FormEvent) => {
		event.preventDefault();
		if (stage !== null) return;
		setProblem(null);
		form.clearErrors();
		try {
			// The address may have just changed: settings of the previous one must not be used.
			if (isNew && (await form.trigger(["email", "password"]))) {
				setStage("discovering");
				await discovery.discover(form.getValues("email"));
			}
			await form.handleSubmit(connect, ({ email: address, password }) => {
				// The collapsed section is validated once the two visible fields are valid.
				if (!address && !password) setOpen(true);
				setAttempt((before) => before + 1);
			})();
		} finally {
			setStage(null);
		}
	};

	return { form, open, setOpen, problem, stage, discovery, element, send, cancel: () => stop.current?.abort() };
}

/** Fills in discovered settings, except fields that the user edited. @param onNone no server was found */
function useDiscoveredSettings(form: UseFormReturn<ConnectionValues>, onNone: () => void) {
	const { dirtyFields } = form.formState;
	const typed = useRef(dirtyFields);
	useEffect(() => {
		typed.current = dirtyFields;
	});
	const fill = (found: Discovered) => {
		const edited = typed.current;
		const { username, imap, smtp, sending } = foundValues(found);
		if (found.imap === null) onNone();
		if (!edited.username) form.resetField("username", { defaultValue: username });
		if (!edited.imap) form.resetField("imap", { defaultValue: imap });
		if (edited.smtp || edited.sending) return;
		form.resetField("smtp", { defaultValue: smtp });
		form.resetField("sending", { defaultValue: sending });
	};
	return useDiscovery(fill);
}

async function testAndStore(
	values: ConnectionValues,
	accountId: string | undefined,
	signal: AbortSignal,
): Promise<Account> {
	const body = requestOf(values);
	const { account } =
		accountId === undefined
			? await api.connectImap({ body: { ...body, password: values.password } }, { signal })
			: await api.updateConnection(
					// If omitted, the previous value would be kept.
					{ params: { id: accountId }, body: { ...body, username: body.username ?? body.email } },
					{ signal },
				);
	return account;
}
